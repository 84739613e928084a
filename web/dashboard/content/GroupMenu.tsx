import { ArrowRight, Copy, MoreVertical, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import type { StoryGroupRow } from '#contracts/story-group/rows.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import { statusOffers } from '../gates/status-offers.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { Menu } from '../kit/Menu.tsx';
import { MenuItem, MenuLine } from '../kit/MenuItem.tsx';
import { permissionText } from '../shell/permission-text.ts';
import type { CardActs, CardRights } from './card-acts.ts';
import css from './GroupCards.module.css';

/** All acts on one group; those that a role does not allow say so. */
export function GroupMenu({ row, rights, acts }: { row: StoryGroupRow; rights: CardRights; acts: CardActs }) {
  const active = row.status === groupStatus.active;
  const noDelete = statusOffers(row, rights).delete?.reason;
  return (
    <Menu
      label={`Acts on ${row.title}`}
      align="end"
      trigger={
        <IconButton
          className={css.cardMenu}
          size="small"
          noTooltip
          label={`More for ${row.title}`}
          icon={<MoreVertical />}
        />
      }
    >
      <MenuItem icon={<ArrowRight aria-hidden />} onSelect={() => acts.open(row)}>
        Open
      </MenuItem>
      <MenuItem
        icon={<Pencil aria-hidden />}
        disabledReason={rights.edit ? undefined : permissionText}
        onSelect={() => acts.edit(row)}
      >
        Edit
      </MenuItem>
      <MenuItem
        icon={row.pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
        disabledReason={rights.arrange ? undefined : permissionText}
        onSelect={() => acts.togglePin(row)}
      >
        {row.pinned ? 'Unpin' : 'Pin'}
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => acts.copyId(row)}>
        Copy ID
      </MenuItem>
      <MenuLine />
      <MenuItem
        danger
        icon={<Trash2 aria-hidden />}
        note={active && rights.publish ? 'Inactivate it first' : undefined}
        disabledReason={noDelete}
        onSelect={() => acts.remove(row)}
      >
        Delete
      </MenuItem>
    </Menu>
  );
}
