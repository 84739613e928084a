import { passwordMin } from '../../api/password-min.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { FormPasswordField } from '../../kit/forms/FormPasswordField.tsx';
import { FormTextField } from '../../kit/forms/FormTextField.tsx';
import { authWords } from '../../words/auth.en.ts';
import { t } from '../../words/t.ts';
import css from '../AuthForms.module.css';
import { Consent } from '../Consent.tsx';
import type { AuthForm } from '../use-auth-form.ts';
import { ReferralField } from './ReferralField.tsx';

/** The first step of the registration: who you are and how you sign in. */
export function CreateAccountStep({ form }: { form: AuthForm<'account'> }) {
  const { control } = form;
  return (
    <form className={css.form} {...form.element}>
      <FormTextField
        control={control}
        name="name"
        label={t(authWords.fullName)}
        size="large"
        autoComplete="name"
        autoFocus
      />
      <FormTextField
        control={control}
        name="company"
        label={t(authWords.companyName)}
        size="large"
        autoComplete="organization"
      />
      <FormTextField
        control={control}
        name="email"
        label={t(authWords.eMail)}
        type="email"
        size="large"
        autoComplete="username"
        spellCheck={false}
      />
      <FormPasswordField
        control={control}
        name="password"
        deps={['confirm']}
        label={t(authWords.password)}
        hint={t(authWords.passwordRule, { least: passwordMin })}
        size="large"
        autoComplete="new-password"
      />
      <FormPasswordField
        control={control}
        name="confirm"
        label={t(authWords.repeatPassword)}
        size="large"
        autoComplete="new-password"
      />
      <ReferralField
        control={control}
        name="referral"
        code={form.watch('referral')}
        told={t(authWords.referralTold)}
        onWrong={(message) => form.setError('referral', { message })}
      />
      <Consent control={control} name="gdpr" />
      <Button type="submit" variant="primary" size="large" block>
        {t(authWords.goOn)}
      </Button>
    </form>
  );
}
