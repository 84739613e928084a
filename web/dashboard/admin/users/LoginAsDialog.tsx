import { useLocation } from 'react-router';
import { type AdminUserRow, loginAsSeconds } from '#contracts/admin/admin.ts';
import { errorText } from '../../api/error.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { useToast } from '../../kit/Toast.tsx';
import { isMember } from '../admin-words.ts';
import { impersonate } from '../provider/admin-commands.ts';

/** Properties of the LoginAsDialog; it is open while it has a person. */
export interface LoginAsDialogProps {
  person: { id: string; name: string } | null;
  onClose: () => void;
}

/** Asks before staff acts as somebody, and says what that means. */
export function LoginAsDialog({ person, onClose }: LoginAsDialogProps) {
  const { pathname, search } = useLocation();
  const toast = useToast();
  const go = async () => {
    if (!person) return;
    try {
      await impersonate(person.id, pathname + search);
    } catch (error) {
      toast({ kind: 'error', text: errorText(error) });
      onClose();
    }
  };
  return (
    <ConfirmDialog
      open={person !== null}
      title={`Login as ${person?.name ?? ''}`}
      text={`This tab shows the dashboard as they see it, for ${loginAsSeconds / 60} minutes at most. What you do is done in their account and recorded under both names. E-mail, password, payment, team and exports stay theirs.`}
      confirmLabel="Login as a user"
      danger={false}
      onConfirm={go}
      onClose={onClose}
    />
  );
}

/** Why nobody can act as a user; undefined when staff may. */
export function loginAsProblem(user: Pick<AdminUserRow, 'type' | 'status' | 'invited'>): string | undefined {
  if (user.type === 2) return 'Nobody signs in as a member of staff.';
  return isMember(user) ? undefined : 'Only members of an account can be signed in as.';
}
