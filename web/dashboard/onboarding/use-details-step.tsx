import { limits } from '#contracts/api/limits.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { FormTextField } from '../kit/forms/FormTextField.tsx';
import { useFormField } from '../kit/forms/form-field.ts';
import { type SchemaForm, useSchemaForm } from '../kit/forms/schema-form.ts';
import { useCommand } from '../kit/use-command.ts';
import { CountrySelect } from '../settings/account/CountrySelect.tsx';
import { SizeChoices } from '../settings/account/SizeChoices.tsx';
import { accountQuery, appsQuery, userQuery } from '../shell/session/session-queries.ts';
import { useSession } from '../shell/session/session-value.ts';
import { onboardingWords } from '../words/onboarding.en.ts';
import { t } from '../words/t.ts';
import css from './Onboarding.module.css';
import { onboardingCommands } from './onboarding-commands.ts';
import { type Details, detailsRules, knownDetails } from './onboarding-form.ts';
import type { OnboardingStep } from './step.ts';

type Form = SchemaForm<Details>;

function Size({ form }: { form: Form }) {
  const field = useFormField<Details, Details, Details['employee_size']>({
    control: form.control,
    name: 'employee_size',
  });
  return <SizeChoices {...field} label={t(onboardingWords.employeeSize)} />;
}

function Country({ form }: { form: Form }) {
  const field = useFormField<Details, Details, string | null>({ control: form.control, name: 'country' });
  const { name: _, ...more } = field;
  return <CountrySelect {...more} />;
}

/** The last step: who the person and the company are. What the sign-up asked is filled in. */
export function useDetailsStep(app: AppRow | null, onBack: () => void, onDone: () => void): OnboardingStep {
  const { user, account } = useSession();
  const form = useSchemaForm<Details>({ start: knownDetails(user, account), rules: detailsRules });
  const { control } = form;
  const finish = useCommand<Details>({
    on: account.id,
    send: (_product, { firstname, lastname, ...company }, key) => {
      const named = app && { app_id: app.app_id, store_type: app.store_type, is_the_app_live_in_store: app.is_live };
      return onboardingCommands.finishOnboarding({ user: { firstname, lastname }, account: company, app: named }, key);
    },
    changes: [userQuery.queryKey, accountQuery.queryKey, appsQuery.queryKey],
    onRefused: form.refused,
    onDone,
  });
  return {
    title: t(onboardingWords.almostDone),
    body: (
      <>
        <p className="t-small">{t(onboardingWords.almostDoneText)}</p>
        <div className={css.names}>
          <FormTextField
            control={control}
            name="firstname"
            label={t(onboardingWords.firstName)}
            maxLength={limits.personName}
            autoComplete="given-name"
          />
          <FormTextField
            control={control}
            name="lastname"
            label={t(onboardingWords.lastName)}
            maxLength={limits.personName}
            autoComplete="family-name"
          />
        </div>
        <FormTextField
          control={control}
          name="name"
          label={t(onboardingWords.companyName)}
          maxLength={limits.companyName}
          autoComplete="organization"
        />
        <Size form={form} />
        <Country form={form} />
      </>
    ),
    footer: (
      <>
        {/* What was added is there: there is nothing to go back to. */}
        {app ? null : (
          <Button variant="quiet" className={css.first} onClick={onBack}>
            {t(onboardingWords.back)}
          </Button>
        )}
        <Button type="submit" variant="primary" loading={finish.busy}>
          {t(onboardingWords.finish)}
        </Button>
      </>
    ),
    onSubmit: form.sending(finish.run),
  };
}
