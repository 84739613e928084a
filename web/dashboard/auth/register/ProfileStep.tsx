import { useId } from 'react';
import { Button } from '../../kit/buttons/Button.tsx';
import { Field } from '../../kit/fields/Field.tsx';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { useFormField } from '../../kit/forms/form-field.ts';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import authForms from '../AuthForms.module.css';
import type { AuthForm } from '../use-auth-form.ts';
import css from './ProfileStep.module.css';

export { refusedFields, sendSignUp } from './sign-up.ts';

type Choice = readonly [value: string, label: string];

const yesNo: readonly Choice[] = [
  ['yes', t(authWords.yes)],
  ['no', t(authWords.notYet)],
];
const roles: readonly Choice[] = [
  ['marketing', t(authWords.marketing)],
  ['product', t(authWords.product)],
  ['growth', t(authWords.growthAndCrm)],
  ['design', t(authWords.contentAndDesign)],
  ['engineering', t(authWords.engineering)],
  ['founder', t(authWords.founder)],
];
const aims: readonly Choice[] = [
  ['engagement', t(authWords.engagement)],
  ['sales', t(authWords.sales)],
  ['onboarding', t(authWords.onboarding)],
  ['retention', t(authWords.retention)],
  ['announcements', t(authWords.announcements)],
];
const stores: readonly Choice[] = [
  ['ios', 'iOS'],
  ['android', t(authWords.android)],
  ['web', t(authWords.web)],
];

type Form = AuthForm<'profile'>;

interface QuestionProps {
  label: string;
  choices: readonly Choice[];
  control: Form['control'];
  name: Parameters<Form['setFocus']>[0];
}

function Question({ label, choices, control, name }: QuestionProps) {
  const id = useId();
  const field = useFormField({ control, name });
  return (
    <Field id={id} label={label} error={field.error} group>
      <div className={css.choices} role="radiogroup" aria-labelledby={`${id}-label`}>
        {choices.map(([value, text], index) => (
          <label key={value} className={css.choice}>
            <input
              type="radio"
              ref={index === 0 ? field.ref : undefined}
              name={field.name}
              value={value}
              checked={field.value === value}
              onChange={() => field.onChange(value)}
            />
            {text}
          </label>
        ))}
      </div>
    </Field>
  );
}

const focused = (heading: HTMLElement | null) => heading?.focus();

/** The second step of the registration, whose heading takes the focus: every question and the app's id must be answered. */
export function ProfileStep({ form }: { form: Form }) {
  const { control } = form;
  const web = form.watch('store_type') === 'web';
  return (
    <>
      <h1 tabIndex={-1} ref={focused}>
        {t(authWords.profileTitle)}
      </h1>
      <p className={authForms.lead}>{t(authWords.profileText)}</p>
      <form className={authForms.form} {...form.element}>
        <Question label={t(authWords.liveQuestion)} choices={yesNo} control={control} name="is_the_app_live_in_store" />
        <Question
          label={t(authWords.roleQuestion)}
          choices={roles}
          control={control}
          name="which_one_best_describes_your_role"
        />
        <Question
          label={t(authWords.goalQuestion)}
          choices={aims}
          control={control}
          name="i_want_to_focus_primarily_on"
        />
        <Question label={t(authWords.platformQuestion)} choices={stores} control={control} name="store_type" />
        <FormTextField
          control={control}
          name="app_id"
          label={web ? t(authWords.webAddress) : t(authWords.appId)}
          size="large"
          placeholder={web ? t(authWords.webAddressExample) : t(authWords.appIdExample)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" variant="primary" size="large" block loading={form.busy}>
          {t(authWords.createAccount)}
        </Button>
      </form>
    </>
  );
}
