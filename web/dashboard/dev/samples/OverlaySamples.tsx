import { Copy, Pencil, Pin, Trash2 } from 'lucide-react';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { Button } from '../../kit/buttons/Button.tsx';
import { TextField } from '../../kit/fields/TextField.tsx';
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { Drawer } from '../../kit/overlays/Drawer.tsx';
import { Menu } from '../../kit/overlays/Menu.tsx';
import { MenuHead, MenuItem, MenuLine, MenuNote } from '../../kit/overlays/MenuItem.tsx';
import { Popover } from '../../kit/overlays/Popover.tsx';
import { Tooltip } from '../../kit/overlays/Tooltip.tsx';
import type { MessageOptions } from '../../kit/states/shown-messages.ts';
import { devWords } from '../../words/dev.en.ts';
import { t } from '../../words/t.ts';
import { Row } from './Row.tsx';

function Menus() {
  const none = () => undefined;
  return (
    <Menu label={t(devWords.menuName)} trigger={<Button>{t(devWords.menu)}</Button>}>
      <MenuHead>{t(devWords.menuHead)}</MenuHead>
      <MenuNote>{t(devWords.menuSentence)}</MenuNote>
      <MenuItem icon={<Pencil aria-hidden />} onSelect={none}>
        {t(devWords.edit)}
      </MenuItem>
      <MenuItem icon={<Pin aria-hidden />} selected onSelect={none}>
        {t(devWords.pin)}
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden />} disabledReason={t(devWords.reason)}>
        {t(devWords.copy)}
      </MenuItem>
      <MenuLine />
      <MenuItem danger icon={<Trash2 aria-hidden />} note={t(devWords.menuNote)} onSelect={none}>
        {t(devWords.remove)}
      </MenuItem>
    </Menu>
  );
}

function Popovers() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button onClick={(event) => setAnchor(event.currentTarget)}>{t(devWords.popover)}</Button>
      <Popover anchor={anchor} onClose={() => setAnchor(null)} label={t(devWords.popoverName)} width={260}>
        <div style={{ padding: 16 }}>{t(devWords.popoverText)}</div>
      </Popover>
    </>
  );
}

function Messages() {
  const notify = useNotify();
  const say = (text: string, options: MessageOptions) => notify(text, options as Parameters<typeof notify>[1]);
  return (
    <>
      <Button onClick={() => say(t(devWords.savedText), { type: 'success' })}>{t(devWords.saved)}</Button>
      <Button onClick={() => say(t(devWords.failedText), { type: 'error' })}>{t(devWords.sayFailed)}</Button>
      <Button onClick={() => say(t(devWords.undoneText), { type: 'warning' })}>{t(devWords.sayUndone)}</Button>
    </>
  );
}

/** What lies over the page: menu, popover, dialogs, drawer, tooltip, messages. */
export function OverlaySamples() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'drawer' | null>(null);
  const [name, setName] = useState(t(devWords.nameValue));
  const close = () => setOpen(null);
  const footer = (
    <>
      <Button data-push onClick={close}>
        {t(devWords.cancel)}
      </Button>
      <Button type="submit" variant="primary">
        {t(devWords.save)}
      </Button>
    </>
  );
  const field = <TextField label={t(devWords.name)} value={name} onChange={setName} />;
  return (
    <>
      <Row>
        <Menus />
        <Popovers />
        <Tooltip text={t(devWords.popoverText)}>
          <span>{t(devWords.hover)}</span>
        </Tooltip>
        <Button onClick={() => setOpen('dialog')}>{t(devWords.dialog)}</Button>
        <Button variant="danger-outline" onClick={() => setOpen('confirm')}>
          {t(devWords.confirm)}
        </Button>
        <Button onClick={() => setOpen('drawer')}>{t(devWords.drawer)}</Button>
      </Row>
      <Row>
        <Messages />
      </Row>
      <Dialog open={open === 'dialog'} title={t(devWords.dialogTitle)} onClose={close} onSubmit={close} footer={footer}>
        {field}
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        text={t(devWords.confirmText)}
        confirmLabel={t(devWords.remove)}
        typeToConfirm={t(devWords.confirmWord)}
        onConfirm={close}
        onClose={close}
      />
      <Drawer
        open={open === 'drawer'}
        title={t(devWords.drawerTitle)}
        subtitle={t(devWords.drawerText)}
        onClose={close}
        onSubmit={close}
        footer={footer}
      >
        {field}
      </Drawer>
    </>
  );
}
