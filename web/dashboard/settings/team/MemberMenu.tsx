import { Ellipsis, Pencil, Send, Trash2, X } from 'lucide-react';
import type { TeamMemberRow } from '#contracts/user/rows.ts';
import { actingReason } from '../../api/acting-reason.ts';
import type { Envelope } from '../../api/http.ts';
import { IconButton } from '../../kit/buttons/IconButton.tsx';
import { Menu } from '../../kit/overlays/Menu.tsx';
import { MenuItem, MenuLine } from '../../kit/overlays/MenuItem.tsx';
import { useCommand } from '../../kit/use-command.ts';
import { t } from '../../words/t.ts';
import { teamWords } from '../../words/team.en.ts';
import type { TeamQuestion } from './TeamQuestions.tsx';
import { changesOfTeam } from './team-changes.ts';
import { memberName } from './team-rows.ts';

const buttonId = (memberId: string) => `member-${memberId}`;

/** Gives the focus back to the menu of somebody, from what was opened there. */
export const focusMemberMenu = (memberId: string): void =>
  void requestAnimationFrame(() => document.getElementById(buttonId(memberId))?.focus());

/** What can be done with a member, or with an open invitation; for account owners. */
export function MemberMenu(props: { row: TeamMemberRow; onEdit: () => void; onAsk: (ask: TeamQuestion) => void }) {
  const { row, onEdit, onAsk } = props;
  const acting = actingReason();
  const label = t(teamWords.actionsOn, { name: memberName(row) });
  const resend = useCommand<void, Envelope<{ user_id: string }>>({
    on: row.id,
    send: (product, _, key) => product.resendInvitation(row.email, row.id, row.settings.is_mobile, key),
    changes: changesOfTeam,
    said: ({ message }) => message,
  });
  return (
    <Menu
      label={label}
      align="end"
      width={220}
      trigger={<IconButton id={buttonId(row.id)} label={label} icon={<Ellipsis />} noTooltip />}
    >
      <MenuItem icon={<Pencil aria-hidden />} disabledReason={acting} onSelect={onEdit}>
        {t(teamWords.editPermissions)}
      </MenuItem>
      {row.invited ? (
        <MenuItem icon={<Send aria-hidden />} disabledReason={acting} onSelect={() => resend.run()}>
          {t(teamWords.resendInvitation)}
        </MenuItem>
      ) : null}
      <MenuLine />
      {row.invited ? (
        <MenuItem
          danger
          icon={<X aria-hidden />}
          disabledReason={acting}
          onSelect={() => onAsk({ kind: 'cancel', row })}
        >
          {t(teamWords.cancelInvitation)}
        </MenuItem>
      ) : (
        <MenuItem
          danger
          icon={<Trash2 aria-hidden />}
          disabledReason={acting}
          onSelect={() => onAsk({ kind: 'delete', row })}
        >
          {t(teamWords.deleteFromTeam)}
        </MenuItem>
      )}
    </Menu>
  );
}
