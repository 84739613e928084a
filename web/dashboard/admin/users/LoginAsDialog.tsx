import { useLocation } from 'react-router';
import { type AdminUserRow, loginAsSeconds } from '#contracts/admin/admin.ts';
import { keepActing } from '../../api/acting.ts';
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';
import { isMember } from '../admin-words.ts';
import { useStaffAct } from '../provider/use-staff-act.ts';

/** Acts as a user in this tab from now on and opens their dashboard; `back` is the page to come back to. */
function actAs({ token, expires_in }: { token: string; expires_in: number }, back: string): null {
  keepActing({ token, ends_at: Date.now() + expires_in * 1000, back });
  // Loaded anew, so that nothing of one person is left for the other.
  window.location.assign('/home');
  return null;
}

/** Properties of the LoginAsDialog; it is open while it has a person. */
export interface LoginAsDialogProps {
  person: { id: string; name: string } | null;
  onClose: () => void;
}

/** Asks before staff acts as somebody, and says what that means. */
export function LoginAsDialog({ person, onClose }: LoginAsDialogProps) {
  const { pathname, search } = useLocation();
  const act = useStaffAct('loginAs', person?.id ?? '', {
    changes: [],
    said: ({ data }) => actAs(data, pathname + search),
  });
  return (
    <ConfirmDialog
      open={person !== null}
      title={t(adminWords.askLoginAs, { name: person?.name ?? '' })}
      text={t(adminWords.loginAsText, { loginAsSeconds: loginAsSeconds / 60 })}
      confirmLabel={t(adminWords.loginAsUser)}
      danger={false}
      onConfirm={async () => {
        if (person && !(await act.run({ user_id: person.id }))) onClose();
      }}
      onClose={onClose}
    />
  );
}

/** Why nobody can act as a user; undefined when staff may. */
export function loginAsProblem(
  user: Pick<AdminUserRow, 'type' | 'status' | 'invited' | 'disabled'>,
): string | undefined {
  if (user.type === 2) return t(adminWords.loginAsNotStaff);
  if (user.disabled) return t(adminWords.loginAsNotDisabled);
  return isMember(user) ? undefined : t(adminWords.loginAsOnlyMembers);
}
