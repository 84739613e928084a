import { useNotify } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { errorText, fieldErrors } from '../api/error.ts';

type Problems<Name extends string> = Partial<Record<Name, string | null>>;

/** A form's state: `problems` per field, `busy` while it is being sent. */
export interface Form<Name extends string> {
  values: Record<Name, string>;
  problems: Problems<Name>;
  busy: boolean;
  /** The properties that tie a text field to a value. */
  field: (name: Name) => {
    value: string;
    onChange: (value: string) => void;
    error: string | null | undefined;
    name: Name;
  };
  submit: (event: FormEvent<HTMLFormElement>) => void;
}

/** What a form is made of; `check` answers the problems, `send` throws what the server refuses. */
export interface FormPlan<Name extends string> {
  start: Record<Name, string>;
  check: (values: Record<Name, string>) => Problems<Name>;
  send: (values: Record<Name, string>) => Promise<void>;
  /** Takes over a refusal: true when it has shown it. */
  onRefused?: (error: unknown) => boolean;
  /** Which field shows the server's message for a path; by default the one of the same name. */
  pathOf?: (path: string) => string;
}

/** Holds a form: checks on submit, then again at each change; refused fields show the server's words. */
export function useForm<Name extends string>(plan: FormPlan<Name>): Form<Name> {
  const notify = useNotify();
  const [values, setValues] = useState(plan.start);
  const [problems, setProblems] = useState<Problems<Name>>({});
  const [busy, setBusy] = useState(false);

  const refused = (error: unknown) => {
    if (plan.onRefused?.(error)) return;
    const named: Problems<Name> = {};
    for (const [path, message] of Object.entries(fieldErrors(error))) {
      const name = (plan.pathOf?.(path) ?? path) as Name;
      if (name in values) named[name] = message;
    }
    if (Object.keys(named).length > 0) setProblems(named);
    else notify(errorText(error), { type: 'error' });
  };

  return {
    values,
    problems,
    busy,
    field: (name) => ({
      name,
      value: values[name],
      error: problems[name],
      onChange: (value) => {
        const next = { ...values, [name]: value };
        setValues(next);
        if (problems[name]) setProblems({ ...problems, [name]: plan.check(next)[name] ?? null });
      },
    }),
    submit: (event) => {
      event.preventDefault();
      if (busy) return;
      const found = plan.check(values);
      setProblems(found);
      const first = Object.keys(values).find((name) => found[name as Name]);
      if (first) {
        event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
        return;
      }
      setBusy(true);
      plan
        .send(values)
        .catch(refused)
        .finally(() => setBusy(false));
    },
  };
}
