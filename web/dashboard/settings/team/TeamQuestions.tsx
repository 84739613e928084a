import type { TeamMemberRow } from '#contracts/user/rows.ts';
import type { Envelope } from '../../api/http.ts';
import { signOut } from '../../api/sign-in.ts';
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx';
import { useCommand } from '../../kit/use-command.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { t } from '../../words/t.ts';
import { teamWords } from '../../words/team.en.ts';
import { changesOfTeam } from './team-changes.ts';
import { memberName } from './team-rows.ts';

/** What is asked before it is done, since it cannot be taken back. */
export type TeamQuestion = { kind: 'delete' | 'cancel'; row: TeamMemberRow } | { kind: 'leave' };

type Answered = Envelope<{ user_id: string }>;

/** Asks before somebody is deleted, an invitation is canceled or the person leaves the team. */
export function TeamQuestions({ ask, onClose }: { ask: TeamQuestion | null; onClose: () => void }) {
  const { user, account } = useSession();
  const deleted = ask?.kind === 'delete' ? ask.row : null;
  const canceled = ask?.kind === 'cancel' ? ask.row : null;
  const remove = useCommand<TeamMemberRow, Answered>({
    on: deleted?.id ?? '',
    send: (product, { email }, key) => product.deleteUser(email, key),
    changes: changesOfTeam,
    said: () => t(teamWords.userDeleted),
  });
  const cancel = useCommand<TeamMemberRow, Answered>({
    on: canceled?.id ?? '',
    send: (product, { email }, key) => product.cancelInvitation(email, key),
    changes: changesOfTeam,
    said: ({ message }) => message,
  });
  const leave = useCommand<void, Answered>({
    on: user.id,
    send: (product, _, key) => product.leaveTeam(key),
    // The session has ended; what is left of it in this browser goes, too.
    onDone: () => void signOut().finally(() => window.location.assign('/login')),
  });
  return (
    <>
      <ConfirmDialog
        open={deleted !== null}
        title={t(teamWords.askDelete)}
        text={deleted ? t(teamWords.deleteText, { name: memberName(deleted) }) : ''}
        confirmLabel={t(teamWords.deleteFromTeam)}
        onClose={onClose}
        onConfirm={() => deleted && remove.run(deleted).then(onClose)}
      />
      <ConfirmDialog
        open={canceled !== null}
        title={t(teamWords.askCancel)}
        text={canceled ? t(teamWords.cancelText, { email: canceled.email }) : ''}
        confirmLabel={t(teamWords.cancelInvitation)}
        cancelLabel={t(teamWords.keepInvitation)}
        onClose={onClose}
        onConfirm={() => canceled && cancel.run(canceled).then(onClose)}
      />
      <ConfirmDialog
        open={ask?.kind === 'leave'}
        title={t(teamWords.askLeave, { company: account.name })}
        text={t(teamWords.askLeaveText)}
        confirmLabel={t(teamWords.leaveTeam)}
        onClose={onClose}
        onConfirm={() => leave.run().then(onClose)}
      />
    </>
  );
}
