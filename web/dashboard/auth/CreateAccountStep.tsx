import { Button } from '../kit/Button.tsx';
import { FormPasswordField } from '../kit/forms/FormPasswordField.tsx';
import { FormTextField } from '../kit/forms/FormTextField.tsx';
import css from './AuthForms.module.css';
import { Consent } from './Consent.tsx';
import type { AuthForm } from './use-auth-form.ts';

/** The first step of the registration: who you are and how you sign in. */
export function CreateAccountStep({ form }: { form: AuthForm<'account'> }) {
  const { control } = form;
  return (
    <form className={css.form} {...form.element}>
      <FormTextField control={control} name="name" label="Full name" size="large" autoComplete="name" autoFocus />
      <FormTextField control={control} name="company" label="Company name" size="large" autoComplete="organization" />
      <FormTextField
        control={control}
        name="email"
        label="E-mail"
        type="email"
        size="large"
        autoComplete="username"
        spellCheck={false}
      />
      <FormPasswordField control={control} name="password" label="Password" size="large" autoComplete="new-password" />
      <FormPasswordField
        control={control}
        name="confirm"
        label="Repeat password"
        size="large"
        autoComplete="new-password"
      />
      <Consent control={control} name="gdpr" />
      <Button type="submit" variant="primary" size="large" block>
        Go on
      </Button>
    </form>
  );
}
