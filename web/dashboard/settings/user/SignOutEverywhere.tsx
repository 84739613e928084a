import { zodResolver } from '@hookform/resolvers/zod';
import { limits } from '#contracts/api/limits.ts';
import { login } from '#contracts/user/commands.ts';
import { signOut } from '../../api/sign-in.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { FormPasswordField } from '../../kit/forms/FormPasswordField.tsx';
import { useSchemaForm } from '../../kit/forms/schema-form.ts';
import { Dialog } from '../../kit/overlays/Dialog.tsx';
import { useCommand } from '../../kit/use-command.ts';
import { useSession } from '../../shell/session/session-context.tsx';
import { sessionsWords } from '../../words/sessions.en.ts';
import { t } from '../../words/t.ts';

const rules = zodResolver(login.pick({ password: true }));

/** Ends every session of the person by the password, and leaves for the sign-in. */
export function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const form = useSchemaForm({ start: { password: '' }, rules });
  const end = useCommand<{ password?: string }>({
    on: user.id,
    send: (product, { password }) => product.endSessions({ all: true, ...(password ? { password } : {}) }),
    onRefused: form.refused,
    // What is left of the session in this browser goes there, too.
    onDone: () => void signOut().finally(() => window.location.assign('/login')),
  });
  return (
    <Dialog
      open
      size="small"
      role="alertdialog"
      title={t(sessionsWords.everywhereTitle)}
      onClose={end.busy ? () => undefined : onClose}
      onSubmit={user.has_password ? form.sending(end.run) : () => end.run({})}
      footer={
        <>
          <Button onClick={onClose} disabled={end.busy}>
            {t(sessionsWords.cancel)}
          </Button>
          <Button type="submit" variant="danger" loading={end.busy}>
            {t(sessionsWords.signOutEverywhere)}
          </Button>
        </>
      }
    >
      <p className="t-small">{t(sessionsWords.everywhereText)}</p>
      {user.has_password ? (
        <FormPasswordField
          control={form.control}
          name="password"
          label={t(sessionsWords.password)}
          maxLength={limits.passwordMax}
          autoComplete="current-password"
          autoFocus
        />
      ) : null}
    </Dialog>
  );
}
