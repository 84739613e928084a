import { useEffect, useId, useRef } from 'react';
import { Button } from '../kit/Button.tsx';
import { Field } from '../kit/Field.tsx';
import { TextField } from '../kit/TextField.tsx';
import { useForm } from './use-form.ts';

const names = [
  'is_the_app_live_in_store',
  'which_one_best_describes_your_role',
  'i_want_to_focus_primarily_on',
  'store_type',
  'app_id',
] as const;
type Name = (typeof names)[number];

/** The answers by the names that the server keeps them under. */
export type ProfileAnswers = Record<Name, string>;

/** No answer given yet. */
export const emptyAnswers = Object.fromEntries(names.map((name) => [name, ''])) as ProfileAnswers;

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

interface QuestionProps {
  label: string;
  choices: readonly Choice[];
  field: { name: string; value: string; onChange: (value: string) => void; error: string | null | undefined };
}

function Question({ label, choices, field }: QuestionProps) {
  const id = useId();
  return (
    <Field id={id} label={label} error={field.error} group>
      <div className="auth-choices" role="radiogroup" aria-labelledby={`${id}-label`}>
        {choices.map(([value, text]) => (
          <label key={value} className="auth-choice">
            <input
              type="radio"
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

/** Properties of the second step; `onRefused` answers true when it has shown the refusal. */
export interface ProfileStepProps {
  start: ProfileAnswers;
  onChange: (answers: ProfileAnswers) => void;
  onDone: (answers: ProfileAnswers) => Promise<void>;
  onRefused: (error: unknown) => boolean;
}

/** The second step of the registration: every question and the app's id must be answered. */
export function ProfileStep({ start, onChange, onDone, onRefused }: ProfileStepProps) {
  const form = useForm<Name>({
    start,
    check: (values) =>
      Object.fromEntries(
        names.map((name) => {
          const missing = name === 'app_id' ? 'Please give your app ID.' : 'Please answer this question.';
          return [name, values[name].trim() ? null : missing];
        }),
      ),
    send: onDone,
    onRefused,
    pathOf: (path) => path.replace(/^profile\./, ''),
  });
  const report = useRef(onChange);
  report.current = onChange;
  useEffect(() => report.current(form.values), [form.values]);
  const web = form.values.store_type === 'web';
  return (
    <form className="auth-form" noValidate onSubmit={form.submit}>
      <Question label="Is the app live in store?" choices={yesNo} field={form.field('is_the_app_live_in_store')} />
      <Question
        label="Which one best describes your role?"
        choices={roles}
        field={form.field('which_one_best_describes_your_role')}
      />
      <Question
        label="I want to focus primarily on"
        choices={aims}
        field={form.field('i_want_to_focus_primarily_on')}
      />
      <Question label="Where does your app run?" choices={stores} field={form.field('store_type')} />
      <TextField
        {...form.field('app_id')}
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
