import { useRef } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';

/** What a form begins with, and what checks it; `Checked` is what the rules make of the values. */
export interface FormPlan<Values extends FieldValues, Checked = Values> {
  start: Values;
  rules: Resolver<Values, unknown, Checked>;
}

/** A form of react-hook-form that sends what its rules have checked, and shows at its fields what was refused. */
export interface SchemaForm<Values extends FieldValues, Checked = Values>
  extends UseFormReturn<Values, unknown, Checked> {
  /** Answers what sends the form: wrong fields get their message and the first of them the focus, else `send` gets it all. */
  sending: (send: (checked: Checked) => unknown) => () => Promise<void>;
  /** Shows the messages of a refusal at their fields, as `onRefused` of a command: false when none of them is here. */
  refused: (messages: Readonly<Record<string, string>>) => boolean;
}

/** The one engine of forms: checks when it is sent, then again at each change. */
export function useSchemaForm<Values extends FieldValues, Checked = Values>(
  plan: FormPlan<Values, Checked>,
): SchemaForm<Values, Checked> {
  const form = useForm<Values, unknown, Checked>({
    // Whole values are also some of them; of values that it does not know the compiler cannot tell.
    defaultValues: plan.start as DefaultValues<Values>,
    resolver: plan.rules,
  });
  const underWay = useRef(false);

  const sending = (send: (checked: Checked) => unknown) => async () => {
    if (underWay.current) return;
    underWay.current = true;
    try {
      await form.handleSubmit((checked) => send(checked))();
    } finally {
      underWay.current = false;
    }
  };
  const refused = (messages: Readonly<Record<string, string>>) => {
    // Each key of what it began with is a path; `Object.keys` answers texts.
    const names = Object.keys(plan.start).filter((name) => messages[name]) as FieldPath<Values>[];
    for (const name of names) form.setError(name, { type: 'refused', message: messages[name]! });
    const [first] = names;
    // A field that the message brings to light can take the focus once it is drawn.
    if (first) setTimeout(() => form.setFocus(first));
    return names.length > 0;
  };
  return { ...form, sending, refused };
}
