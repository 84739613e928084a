import { ArrowRight, Copy, MoreVertical, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import { statusOffers } from '../../gates/status-offers.ts';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { Menu } from '../../kit/overlays/Menu.tsx';
import { MenuItem, MenuLine } from '../../kit/overlays/MenuItem.tsx';
import { permissionText } from '../../shell/session/permission-text.ts';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';
import type { CardActs, CardRights } from './card-acts.ts';
import css from './GroupCards.module.css';

/** All acts on one group; those that a role does not allow say so. */
export function GroupMenu({ row, rights, acts }: { row: StoryGroupRow; rights: CardRights; acts: CardActs }) {
  const active = row.status === groupStatus.active;
  const noDelete = statusOffers(row, rights).delete?.reason;
  return (
    <Menu
      label={t(contentWords.actsOnTitle, { title: row.title })}
      align="end"
      trigger={
        <IconButton
          className={css.cardMenu}
          size="small"
          noTooltip
          label={t(contentWords.moreForTitle, { title: row.title })}
          icon={<MoreVertical />}
        />
      }
    >
      <MenuItem icon={<ArrowRight aria-hidden />} onSelect={() => acts.open(row)}>
        {t(contentWords.open)}
      </MenuItem>
      <MenuItem
        icon={<Pencil aria-hidden />}
        disabledReason={rights.edit ? undefined : permissionText}
        onSelect={() => acts.edit(row)}
      >
        {t(contentWords.edit)}
      </MenuItem>
      <MenuItem
        icon={row.pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
        disabledReason={rights.arrange ? undefined : permissionText}
        onSelect={() => acts.togglePin(row)}
      >
        {row.pinned ? t(contentWords.unpin) : t(contentWords.pin)}
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => acts.copyId(row)}>
        {t(contentWords.copyId)}
      </MenuItem>
      <MenuLine />
      <MenuItem
        danger
        icon={<Trash2 aria-hidden />}
        note={active && rights.publish ? t(contentWords.deleteNeedsInactive) : undefined}
        disabledReason={noDelete}
        onSelect={() => acts.remove(row)}
      >
        {t(contentWords.delete)}
      </MenuItem>
    </Menu>
  );
}
