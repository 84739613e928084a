import { z } from 'zod';
import { invalid, type StripeFault } from './fault.ts';
import type { FormValue } from './form.ts';
import type { StripeRow } from './rows.ts';
import type { StripeWorld } from './world.ts';

/** A number without a fraction, as a form has it. */
export const int = z
  .string()
  .regex(/^-?\d+$/, 'Invalid integer')
  .transform(Number);
/** A number, as a form has it. */
export const decimal = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/, 'Invalid decimal')
  .transform(Number);
/** true or false, as a form has it. */
export const bool = z.enum(['true', 'false'], 'Invalid boolean').transform((value) => value === 'true');
/** A text, which an empty one unsets. */
export const textOrNone = z.string().transform((value) => value || null);
export const metadata = z.union([z.literal('').transform(() => ({})), z.record(z.string(), z.string())]).optional();
interface Bounds {
  gt?: number | undefined;
  gte?: number | undefined;
  lt?: number | undefined;
  lte?: number | undefined;
}

/** Bounds of a time, or the time itself. */
export const timeRange = z
  .union([
    int.transform((at) => ({ gte: at, lte: at })),
    z.strictObject({ gt: int, gte: int, lt: int, lte: int }).partial(),
  ])
  .optional();
export const address = z
  .strictObject({
    city: textOrNone,
    country: textOrNone,
    line1: textOrNone,
    line2: textOrNone,
    postal_code: textOrNone,
    state: textOrNone,
  })
  .partial();

/** Whether a time is within the bounds that were asked for. */
export const inRange = (at: number, bounds: Bounds | undefined): boolean =>
  !bounds ||
  (at > (bounds.gt ?? -1) &&
    at >= (bounds.gte ?? 0) &&
    at < (bounds.lt ?? Number.MAX_SAFE_INTEGER) &&
    at <= (bounds.lte ?? Number.MAX_SAFE_INTEGER));

/** One thing that can be asked of the API. `answer` gives an object, or all rows of a list, newest first. */
export interface StripeRoute {
  method: 'GET' | 'POST' | 'DELETE';
  path: RegExp;
  lists: boolean;
  run(world: StripeWorld, form: Record<string, FormValue>, ids: string[]): StripeRow | StripeRow[];
}

const nameOf = (path: PropertyKey[]): string =>
  path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('');

const valueAt = (form: FormValue, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((at, part) => (at as Record<PropertyKey, unknown> | undefined)?.[part], form);

const faultOf = (form: Record<string, FormValue>, error: z.ZodError): StripeFault => {
  const deepest = (issue: z.core.$ZodIssue): z.core.$ZodIssue =>
    issue.code === 'invalid_union'
      ? { ...(issue.errors.flat().find((one) => one.code === 'unrecognized_keys') ?? issue), path: issue.path }
      : issue;
  const issues = error.issues.map(deepest);
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys');
  if (unknown?.code === 'unrecognized_keys') {
    const param = nameOf([...unknown.path, unknown.keys[0]!]);
    return invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const [issue] = issues;
  const param = nameOf(issue!.path);
  const value = valueAt(form, issue!.path);
  if (value === undefined) return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  if (value === '')
    return invalid(`You passed an empty string for '${param}'.`, { code: 'parameter_invalid_empty', param });
  const isNumber = issue!.message === 'Invalid integer';
  return invalid(`Invalid ${param}: ${issue!.message}`, {
    param,
    ...(isNumber ? { code: 'parameter_invalid_integer' } : {}),
  });
};

const pathOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}$`);

const routeOf =
  (lists: boolean) =>
  <Params extends z.ZodType>(
    method: StripeRoute['method'],
    path: string,
    params: Params,
    answer: (world: StripeWorld, params: z.output<Params>, ...ids: string[]) => StripeRow | StripeRow[],
  ): StripeRoute => ({
    method,
    path: pathOf(path),
    lists,
    run(world, form, ids) {
      const parsed = params.safeParse(form);
      if (!parsed.success) throw faultOf(form, parsed.error);
      return answer(world, parsed.data, ...ids);
    },
  });

/** A call that answers one object; what `params` does not name is refused as unknown. */
export const route = routeOf(false);
/** A call that answers a list, which is paged by the server. */
export const listRoute = routeOf(true);
/** A call without parameters. */
export const none = z.strictObject({});
