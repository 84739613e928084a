import { Button } from '../../kit/buttons/Button.tsx';
import { Choices } from '../../kit/fields/Choices.tsx';
import { useFormField } from '../../kit/forms/form-field.ts';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import authForms from '../AuthForms.module.css';
import type { Checked, Typed } from '../auth-forms.ts';
import type { AuthForm } from '../use-auth-form.ts';
import { ProfileApp, type ProfileAppProps } from './ProfileApp.tsx';
import css from './ProfileForm.module.css';

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

interface QuestionProps {
  label: string;
  choices: readonly Choice[];
  control: AuthForm<'profile'>['control'];
  name: keyof Typed<'profile'>;
}

function Question({ label, choices, control, name }: QuestionProps) {
  return (
    <Choices
      label={label}
      options={choices}
      {...useFormField<Typed<'profile'>, Checked<'profile'>, string>({ control, name })}
    />
  );
}

const focused = (heading: HTMLElement | null) => heading?.focus();

/** Properties of a ProfileForm; `save` is what its button says. */
export interface ProfileFormProps extends ProfileAppProps {
  save: string;
}

/** The profile, whose heading takes the focus: every question and the app's id must be answered. */
export function ProfileForm({ form, save, refused, onRefused }: ProfileFormProps) {
  const { control } = form;
  return (
    <>
      <h1 tabIndex={-1} ref={focused}>
        {t(authWords.profileTitle)}
      </h1>
      <p className={authForms.lead}>{t(authWords.profileText)}</p>
      <form className={authForms.form} {...form.element}>
        <div className={css.pair}>
          <Question
            label={t(authWords.liveQuestion)}
            choices={yesNo}
            control={control}
            name="is_the_app_live_in_store"
          />
          <Question label={t(authWords.platformQuestion)} choices={stores} control={control} name="store_type" />
        </div>
        <ProfileApp form={form} refused={refused} onRefused={onRefused} />
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
        <Button type="submit" variant="primary" size="large" block loading={form.busy}>
          {save}
        </Button>
      </form>
    </>
  );
}
