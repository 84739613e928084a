import { z } from 'zod';

/** The answer of every successful call. */
export const success = <T extends z.ZodType>(data: T) => z.object({ data, message: z.string().optional() });

/** The answer of a paged list: one page and how many there are in all. */
export const page = <T extends z.ZodType>(row: T) => z.object({ data: z.array(row), total: z.int() });

/** What is wrong with one field of a request. */
const fieldFault = z.object({
  path: z.string(),
  message: z.string(),
  code: z.string().meta({ description: 'Which check of a design failed.' }).optional(),
});

/** The answer of every call that did not succeed. */
export const failure = z.object({
  data: z.looseObject({}).nullable().meta({ description: 'Null, except where a failure says how a draft stands.' }),
  code: z.string(),
  message: z.string(),
  errors: z
    .array(
      fieldFault.extend({
        tries_left: z
          .int()
          .min(0)
          .meta({ description: 'After a wrong code or passkey: how many more tries you have before you must wait.' })
          .optional(),
      }),
    )
    .optional(),
  request_id: z.string(),
});
export type Failure = z.infer<typeof failure>;

/** What a bulk command did: the ids that changed and, for the others, why not. */
export const bulkResult = z.object({
  changed: z.array(z.string()),
  refused: z.array(
    z.object({
      id: z.string().optional(),
      index: z.int().optional(),
      code: z.string(),
      message: z.string(),
      errors: z.array(fieldFault).meta({ description: 'The fields that it was refused for.' }).optional(),
    }),
  ),
});
export type BulkResult = z.infer<typeof bulkResult>;
