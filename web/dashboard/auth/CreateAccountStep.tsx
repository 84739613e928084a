import { useEffect, useRef } from 'react';
import { Button } from '../kit/Button.tsx';
import { PasswordField } from '../kit/PasswordField.tsx';
import { TextField } from '../kit/TextField.tsx';
import { Consent } from './Consent.tsx';
import { confirmProblem, emailProblem, nameProblem, passwordProblem } from './checks.ts';
import { useForm } from './use-form.ts';

/** What the first step asks; `gdpr` is 'yes' or empty. */
export type AccountValues = Record<'name' | 'company' | 'email' | 'password' | 'confirm' | 'gdpr', string>;

/** Properties of the first step; `refused` are fields that the server turned down. */
export interface CreateAccountStepProps {
  start: AccountValues;
  refused: Partial<Record<keyof AccountValues, string>>;
  onChange: (values: AccountValues) => void;
  onDone: (values: AccountValues) => void;
}

/** The first step of the registration: who you are and how you sign in. */
export function CreateAccountStep({ start, refused, onChange, onDone }: CreateAccountStepProps) {
  const form = useForm<keyof AccountValues>({
    start,
    check: (values) => ({
      name: nameProblem(values.name),
      company: values.company.trim() ? null : 'Please provide your company name',
      email: emailProblem(values.email),
      password: passwordProblem(values.password),
      confirm: confirmProblem(values.password, values.confirm),
      gdpr: values.gdpr ? null : 'Accept the terms to go on.',
    }),
    send: async (values) => onDone(values),
  });
  const report = useRef(onChange);
  report.current = onChange;
  useEffect(() => report.current(form.values), [form.values]);
  // The server's words stay until the field is changed.
  const field = (name: keyof AccountValues) => {
    const own = form.field(name);
    return own.value === start[name] ? { ...own, error: own.error ?? refused[name] } : own;
  };
  return (
    <form className="auth-form" noValidate onSubmit={form.submit}>
      <TextField {...field('name')} label="Full name" size="large" autoComplete="name" autoFocus />
      <TextField {...field('company')} label="Company name" size="large" autoComplete="organization" />
      <TextField
        {...field('email')}
        label="E-mail"
        type="email"
        size="large"
        autoComplete="username"
        spellCheck={false}
      />
      <PasswordField {...field('password')} label="Password" size="large" autoComplete="new-password" />
      <PasswordField {...field('confirm')} label="Repeat password" size="large" autoComplete="new-password" />
      <Consent {...field('gdpr')} />
      <Button type="submit" variant="primary" size="large" block>
        Go on
      </Button>
    </form>
  );
}
