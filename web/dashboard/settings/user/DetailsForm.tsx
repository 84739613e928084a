import { zodResolver } from '@hookform/resolvers/zod';
import { lazy, useState } from 'react';
import { z } from 'zod';
import { limits } from '#contracts/api/limits.ts';
import { profileFields } from '#contracts/user/commands.ts';
import type { UserRow } from '#contracts/user/rows.ts';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { useSchemaForm } from '../../kit/forms/schema-form.ts';
import { LazyPart } from '../../kit/states/LazyPart.tsx';
import { usePartFailed } from '../../kit/states/use-part-failed.ts';
import { useCommand } from '../../kit/use-command.ts';
import { userQuery } from '../../shell/session/session-queries.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import { FormCard } from '../FormCard.tsx';
import type { OwnDetails } from './EmailDialog.tsx';
import { PendingEmail } from './PendingEmail.tsx';
import css from './UserSettings.module.css';

const EmailDialog = lazy(() => import('./EmailDialog.tsx'));

const { firstname, lastname, email } = profileFields;
const fields = z.object({ firstname: firstname.unwrap(), lastname: lastname.unwrap(), email: email.unwrap() });

/** The person's names and email; another email is confirmed by who they are and by a link. */
export function DetailsForm({ user }: { user: UserRow }) {
  const [moving, setMoving] = useState<OwnDetails | null>(null);
  const form = useSchemaForm({
    start: { firstname: user.firstname, lastname: user.lastname, email: user.email },
    rules: zodResolver(fields),
  });
  const stay = () => setMoving(null);
  const onFailed = usePartFailed(stay);
  const done = (sent: OwnDetails) => form.reset({ ...sent, email: user.email });
  const change = useCommand<OwnDetails, { message: string | null }>({
    on: user.id,
    send: (product, { email: _, ...names }, key) => product.changeUser(names, key),
    changes: [userQuery.queryKey],
    said: ({ message }) => message,
    onRefused: form.refused,
    onDone: (_, sent) => done(sent),
  });
  const isOwn = (email: string) => email.trim().toLowerCase() === user.email.toLowerCase();
  const submit = (typed: OwnDetails) => (isOwn(typed.email) ? change.run(typed) : setMoving(typed));
  return (
    <>
      <FormCard
        title={t(settingsWords.yourDetails)}
        save={t(settingsWords.save)}
        busy={change.busy}
        onSubmit={form.sending(submit)}
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
          maxLength={limits.email}
          autoComplete="email"
        />
        {user.pending_email ? (
          <PendingEmail
            user={user}
            email={user.pending_email}
            onAgain={() =>
              setMoving({ firstname: user.firstname, lastname: user.lastname, email: user.pending_email! })
            }
          />
        ) : null}
      </FormCard>
      {moving ? (
        <LazyPart onFailed={onFailed}>
          <EmailDialog
            details={moving}
            onClose={stay}
            onDone={() => {
              stay();
              form.reset({ ...form.getValues(), email: user.email });
            }}
          />
        </LazyPart>
      ) : null}
    </>
  );
}
