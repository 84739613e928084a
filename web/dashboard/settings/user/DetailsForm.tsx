import { zodResolver } from '@hookform/resolvers/zod';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { limits } from '#contracts/api/limits.ts';
import { profileFields } from '#contracts/user/commands.ts';
import type { UserRow } from '#contracts/user/rows.ts';
import { FormPasswordField } from '../../kit/forms/FormPasswordField.tsx';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { compared } from '../../kit/forms/rules.ts';
import { useSchemaForm } from '../../kit/forms/schema-form.ts';
import { useCommand } from '../../kit/use-command.ts';
import { userQuery } from '../../shell/session/session-queries.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import { FormCard } from '../FormCard.tsx';
import css from './UserSettings.module.css';

const { firstname, lastname, email } = profileFields;
const fields = z.object({
  firstname: firstname.unwrap(),
  lastname: lastname.unwrap(),
  email: email.unwrap(),
  password: z.string(),
});

/** The person's names and email; another email is confirmed with the password and by a link. */
export function DetailsForm({ user }: { user: UserRow }) {
  const form = useSchemaForm({
    start: { firstname: user.firstname, lastname: user.lastname, email: user.email, password: '' },
    rules: zodResolver(
      compared(fields, (typed, mark) => {
        if (user.has_password && typed.email.trim() !== user.email && !typed.password)
          mark('password', t(settingsWords.passwordMissing));
      }),
    ),
  });
  const moves = useWatch({ control: form.control, name: 'email' }).trim() !== user.email;
  const change = useCommand<z.output<typeof fields>, { message: string | null }>({
    on: user.id,
    send: (product, { password, email: address, ...names }, key) =>
      product.changeUser(
        address === user.email ? names : { ...names, email: address, ...(password ? { password } : {}) },
        key,
      ),
    changes: [userQuery.queryKey],
    said: ({ message }) => message,
    onRefused: form.refused,
    onDone: (_, sent) => form.reset({ ...sent, email: user.email, password: '' }),
  });
  return (
    <FormCard
      title={t(settingsWords.yourDetails)}
      save={t(settingsWords.save)}
      busy={change.busy}
      onSubmit={form.sending(change.run)}
    >
      <div className={css.names}>
        <FormTextField
          control={form.control}
          name="firstname"
          label={t(settingsWords.firstName)}
          maxLength={limits.personName}
          autoComplete="given-name"
        />
        <FormTextField
          control={form.control}
          name="lastname"
          label={t(settingsWords.lastName)}
          maxLength={limits.personName}
          autoComplete="family-name"
        />
      </div>
      <FormTextField
        control={form.control}
        name="email"
        type="email"
        label={t(settingsWords.email)}
        hint={user.pending_email ? t(settingsWords.emailPending, { email: user.pending_email }) : undefined}
        maxLength={limits.email}
        autoComplete="email"
      />
      {moves && user.has_password ? (
        <FormPasswordField
          control={form.control}
          name="password"
          label={t(settingsWords.currentPassword)}
          hint={t(settingsWords.emailNeedsPassword)}
          autoComplete="current-password"
        />
      ) : null}
    </FormCard>
  );
}
