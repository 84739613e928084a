import MuiMenu from '@mui/material/Menu';
import { MenuClose } from '../../dashboard/kit/overlays/Menu.tsx';
import { MenuItem, MenuLine } from '../../dashboard/kit/overlays/MenuItem.tsx';
import { Key } from '../../dashboard/kit/text/Key.tsx';
import { studioCanvasWords } from '../../dashboard/words/studio-canvas.en.ts';
import { t } from '../../dashboard/words/t.ts';
import type { Spot } from '../edits/boxes.ts';
import type { Editor } from '../state/editor.ts';
import { flagIcon } from './arrange-commands.ts';
import css from './CanvasMenu.module.css';
import { capsOf } from './keys.ts';
import type { StudioCommand, StudioTools } from './studio-command.ts';
import { menuParts } from './studio-commands.ts';

/** Properties of a CanvasMenu; `at` is in px of the window. */
export interface CanvasMenuProps {
  editor: Editor;
  tools: StudioTools;
  at: Spot;
  onClose: () => void;
}

/** What can be done with what is selected, where it was asked for. */
export function CanvasMenu({ editor, tools, at, onClose }: CanvasMenuProps) {
  const parts = menuParts
    .map((part) => part.filter((one) => one.when(editor, tools)))
    .filter((part) => part.length > 0);
  const iconOf = ({ id, icon }: StudioCommand) => {
    const Icon = id === 'lock' || id === 'hide' ? flagIcon(editor, id) : icon;
    return Icon ? <Icon /> : <span className={css.noIcon} />;
  };
  return (
    <MuiMenu
      open
      onClose={onClose}
      transitionDuration={0}
      anchorReference="anchorPosition"
      anchorPosition={{ left: at.x, top: at.y }}
      onContextMenu={(event) => event.preventDefault()}
      slotProps={{
        paper: { role: 'region', 'aria-label': t(studioCanvasWords.menu), style: { minWidth: 220 } },
        list: { 'aria-label': t(studioCanvasWords.menu), dense: true },
      }}
    >
      <MenuClose.Provider value={onClose}>
        {parts.flatMap((part, place) => [
          place > 0 ? <MenuLine key={`line-${part[0]!.id}`} /> : null,
          ...part.map((one) => (
            <MenuItem
              key={one.id}
              icon={iconOf(one)}
              danger={one.id === 'remove'}
              onSelect={() => one.perform(editor, tools, '')}
              end={
                one.keys[0] === undefined ? null : (
                  <span className={css.keys}>
                    {capsOf(one.keys[0]).map((cap) => (
                      <Key key={cap}>{cap}</Key>
                    ))}
                  </span>
                )
              }
            >
              {t(typeof one.label === 'function' ? one.label(editor) : one.label)}
            </MenuItem>
          )),
        ])}
      </MenuClose.Provider>
    </MuiMenu>
  );
}
