import { type ZodType, z } from 'zod';

/** A text as people type it: `read` makes of it what the rule takes, and what is wrong is said in the rule's words. */
export const typedAs = (rule: ZodType, read: (typed: string) => unknown = (typed) => typed.trim()) =>
  z.string().superRefine((typed, context) => {
    const { error } = rule.safeParse(read(typed));
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message });
  });

/** Says what is wrong with a field. */
type Mark<Values> = (field: keyof Values & string, message: string) => void;

/** Fields that are also compared with each other, beside others that are wrong: a refinement would wait for those. */
export const compared = <Output, Input>(
  fields: ZodType<Output, Input>,
  compare: (values: Input, mark: Mark<Input>) => void,
) =>
  z.transform((values: Input, context): Output => {
    const read = fields.safeParse(values);
    for (const { message, path } of read.error?.issues ?? []) context.addIssue({ code: 'custom', message, path });
    compare(values, (field, message) => context.addIssue({ code: 'custom', message, path: [field] }));
    return read.success ? read.data : z.NEVER;
  });

/** What is wrong with values, by field: the first words of each. */
export const problemsOf = <Values>(
  rules: ZodType<unknown, Values>,
  values: Values,
): Partial<Record<keyof Values, string>> => {
  const problems: Partial<Record<keyof Values, string>> = {};
  // A path begins with a field of what was read; zod types it as any key.
  for (const { path, message } of rules.safeParse(values).error?.issues ?? [])
    problems[path[0] as keyof Values] ??= message;
  return problems;
};
