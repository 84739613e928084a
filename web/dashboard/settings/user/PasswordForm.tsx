import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { limits } from '#contracts/api/limits.ts';
import { changePassword } from '#contracts/user/change-password.ts';
import type { UserRow } from '#contracts/user/rows.ts';
import { changePasswordWords } from '#contracts/words/change-password.en.ts';
import { userFieldWords } from '#contracts/words/user-fields.en.ts';
import { sayFault } from '#contracts/words/worded.ts';
import { passwordMin } from '../../api/password-min.ts';
import { FormPasswordField } from '../../kit/forms/FormPasswordField.tsx';
import { compared } from '../../kit/forms/rules.ts';
import { useSchemaForm } from '../../kit/forms/schema-form.ts';
import { dateIn } from '../../kit/text/format.ts';
import { useCommand } from '../../kit/use-command.ts';
import { usePerson } from '../../shell/session/session-value.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import { FormCard } from '../FormCard.tsx';

const { current, password, confirm } = changePassword.shape;
const rules = zodResolver(
  compared(z.object({ current, password, confirm }), (typed, mark) => {
    if (typed.password && typed.password === typed.current) mark('password', sayFault(changePasswordWords.same));
    if (typed.confirm && typed.confirm !== typed.password) mark('confirm', sayFault(userFieldWords.passwordsDiffer));
  }),
);
const start = { current: '', password: '', confirm: '' };

/** Changes the person's password by the current one; says when it was changed last. */
export function PasswordForm({ user }: { user: UserRow }) {
  const { timeZone } = usePerson();
  const { id: userId, ts_password: changed, ts_registration: begun } = user;
  const form = useSchemaForm({ start, rules });
  const change = useCommand<typeof start>({
    on: userId,
    send: (product, fields) => product.changePassword(fields),
    changes: [['user']],
    said: () => t(settingsWords.passwordChanged),
    onRefused: form.refused,
    onDone: () => form.reset(start),
  });
  return (
    <FormCard
      title={t(settingsWords.password)}
      titleEnd={
        changed !== null && changed > begun ? (
          <span className="t-caption">{t(settingsWords.passwordSince, { date: dateIn(timeZone, changed) })}</span>
        ) : null
      }
      save={t(settingsWords.changePassword)}
      secondary
      busy={change.busy}
      onSubmit={form.sending(change.run)}
    >
      <p className="t-small">{t(settingsWords.passwordText)}</p>
      <FormPasswordField
        control={form.control}
        name="current"
        deps={['password']}
        label={t(settingsWords.currentPassword)}
        maxLength={limits.passwordMax}
        autoComplete="current-password"
      />
      <FormPasswordField
        control={form.control}
        name="password"
        deps={['confirm']}
        label={t(settingsWords.newPassword)}
        hint={t(settingsWords.newPasswordHint, { least: passwordMin })}
        maxLength={limits.passwordMax}
        autoComplete="new-password"
      />
      <FormPasswordField
        control={form.control}
        name="confirm"
        label={t(settingsWords.repeatNewPassword)}
        maxLength={limits.passwordMax}
        autoComplete="new-password"
      />
    </FormCard>
  );
}
