import { useId } from 'react';
import { Button } from '../kit/Button.tsx';
import { Field } from '../kit/Field.tsx';
import { FormTextField } from '../kit/forms/FormTextField.tsx';
import { useFormField } from '../kit/forms/form-field.ts';
import authForms from './AuthForms.module.css';
import css from './ProfileStep.module.css';
import type { AuthForm } from './use-auth-form.ts';

type Choice = readonly [value: string, label: string];

const yesNo: readonly Choice[] = [
  ['yes', 'Yes'],
  ['no', 'Not yet'],
];
const roles: readonly Choice[] = [
  ['marketing', 'Marketing'],
  ['product', 'Product'],
  ['growth', 'Growth and CRM'],
  ['design', 'Content and design'],
  ['engineering', 'Engineering'],
  ['founder', 'Founder'],
];
const aims: readonly Choice[] = [
  ['engagement', 'Engagement'],
  ['sales', 'Sales'],
  ['onboarding', 'Onboarding'],
  ['retention', 'Retention'],
  ['announcements', 'Announcements'],
];
const stores: readonly Choice[] = [
  ['ios', 'iOS'],
  ['android', 'Android'],
  ['web', 'Web'],
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

/** The second step of the registration: every question and the app's id must be answered. */
export function ProfileStep({ form }: { form: Form }) {
  const { control } = form;
  const web = form.watch('store_type') === 'web';
  return (
    <form className={authForms.form} {...form.element}>
      <Question label="Is the app live in store?" choices={yesNo} control={control} name="is_the_app_live_in_store" />
      <Question
        label="Which one best describes your role?"
        choices={roles}
        control={control}
        name="which_one_best_describes_your_role"
      />
      <Question
        label="I want to focus primarily on"
        choices={aims}
        control={control}
        name="i_want_to_focus_primarily_on"
      />
      <Question label="Where does your app run?" choices={stores} control={control} name="store_type" />
      <FormTextField
        control={control}
        name="app_id"
        label={web ? 'Web address' : 'App ID'}
        size="large"
        placeholder={web ? 'Example: shop.company.com' : 'Example: id123456789 or com.company.app'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" variant="primary" size="large" block loading={form.busy}>
        Create Account
      </Button>
    </form>
  );
}
