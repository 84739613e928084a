import type { SubmitEvent } from 'react';
import { errorText, fieldErrors } from '../api/error.ts';
import { type SchemaForm, useSchemaForm } from '../kit/forms/schema-form.ts';
import type { AuthFormName, Checked, Typed } from './auth-forms.ts';
import { useTell } from './open-messages.ts';

/** What a form begins with and what it does; `send` throws what the server refuses. */
export interface AuthPlan<Name extends AuthFormName> {
  start: Typed<Name>;
  send: (checked: Checked<Name>) => unknown;
  /** Takes over a refusal: true when it has shown it. */
  onRefused?: (error: unknown) => boolean;
  /** Loads what is shown once the form is sent: asked for with the rules, when somebody types. */
  ahead?: () => Promise<unknown>;
  /** Which field shows the server's message for a path; by default the one of the same name. */
  fieldOf?: (path: string) => string;
}

/** A form of the pages without a session, and what its element needs. */
export interface AuthForm<Name extends AuthFormName> extends SchemaForm<Typed<Name>, Checked<Name>> {
  busy: boolean;
  element: { noValidate: true; onInput: () => void; onSubmit: (event: SubmitEvent<HTMLFormElement>) => void };
}

const load = () => import('./auth-forms.ts');

/** Holds a form whose rules are loaded once somebody types, so that the page opens without them. */
export function useAuthForm<Name extends AuthFormName>(name: Name, plan: AuthPlan<Name>): AuthForm<Name> {
  const tell = useTell();
  const form = useSchemaForm<Typed<Name>, Checked<Name>>({
    start: plan.start,
    rules: async (...asked) => (await load()).rulesOf(name)(...asked),
  });
  // Rules that do not load are told as an act that fails is.
  const failed = (error: unknown) => {
    if (plan.onRefused?.(error)) return;
    const named = Object.entries(fieldErrors(error)).map(([path, message]) => [plan.fieldOf?.(path) ?? path, message]);
    if (!form.refused(Object.fromEntries(named))) tell(errorText(error), 'error');
  };
  const submit = form.sending(plan.send);
  return {
    ...form,
    busy: form.formState.isSubmitting,
    element: {
      noValidate: true,
      onInput: () => void Promise.all([load(), plan.ahead?.()]).catch(() => undefined),
      onSubmit: (event) => {
        event.preventDefault();
        submit().catch(failed);
      },
    },
  };
}
