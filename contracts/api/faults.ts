import type { z } from 'zod';
import { faultWords } from '../words/faults.en.ts';
import { fill, type Phrase } from '../words/phrase.ts';
import { sayFault } from '../words/worded.ts';

/** Words for a value of another type than the field has; `type` as JSON Schema and the schema library name it. */
export const typeWords = (type: string | undefined): Phrase => {
  switch (type) {
    case 'string':
      return faultWords.text;
    case 'number':
      return faultWords.number;
    case 'int':
    case 'integer':
      return faultWords.wholeNumber;
    case 'boolean':
      return faultWords.yesOrNo;
    case 'array':
    case 'tuple':
      return faultWords.list;
    case 'object':
    case 'record':
      return faultWords.object;
    default:
      return faultWords.unusable;
  }
};

/** Words for a text, a list or a number above its bound. */
export const tooBigWords = (of: string, bound: number | bigint, inclusive = true): Phrase => {
  const most = Number(bound);
  if (of === 'string') return fill(faultWords.atMost, { most });
  if (of === 'array' || of === 'set') return fill(faultWords.atMostEntries, { most });
  return fill(inclusive ? faultWords.upTo : faultWords.below, { most });
};

/** Words for a text, a list or a number below its bound. */
export const tooSmallWords = (of: string, bound: number | bigint, inclusive = true): Phrase => {
  const least = Number(bound);
  if (of === 'string') return least === 1 ? faultWords.empty : fill(faultWords.atLeast, { least });
  if (of === 'array' || of === 'set') return fill(faultWords.atLeastEntries, { least });
  return fill(inclusive ? faultWords.from : faultWords.above, { least });
};

const formats: Readonly<Record<string, Phrase>> = {
  uuid: faultWords.id,
  email: faultWords.email,
  url: faultWords.address,
  json_string: faultWords.json,
};

const issuePhrase = (issue: z.core.$ZodRawIssue): Phrase => {
  if (issue.input === undefined) return faultWords.required;
  switch (issue.code) {
    case 'invalid_type':
      return typeWords(issue.expected);
    case 'too_big':
      return tooBigWords(issue.origin, issue.maximum, issue.inclusive);
    case 'too_small':
      return tooSmallWords(issue.origin, issue.minimum, issue.inclusive);
    case 'invalid_format':
      return formats[issue.format] ?? faultWords.form;
    case 'invalid_value':
      return faultWords.choice;
    case 'unrecognized_keys':
      return faultWords.unknown;
    case 'not_multiple_of':
      return fill(faultWords.multiple, { divisor: issue.divisor });
    default:
      return faultWords.unusable;
  }
};

/** Says in our own words what is wrong with a value, where the schema does not say it itself; never names the choices. */
export const issueWords: z.core.$ZodErrorMap = (issue) => sayFault(issuePhrase(issue));

type Issue = z.core.$ZodIssue;

/** A fault of one field: where (names and places joined by points), and what about it. */
export interface FieldFault {
  path: string;
  message: string;
  code?: string;
  tries_left?: number;
}

/** Whether a branch of a union was not even meant: the value as a whole is of another kind. */
const isElse = (branch: readonly Issue[]): boolean =>
  branch.some(({ path, code }) => path.length === 0 && (code === 'invalid_type' || code === 'invalid_value'));

const unfolded = (issue: Issue): Issue[] => {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const meant = issue.errors.filter((branch) => !isElse(branch));
  if (meant.length === 0) {
    // No branch says more than another: what all of them say, else that of the union.
    const said = new Set(issue.errors.map((branch) => branch[0]!.message));
    return [said.size === 1 ? { ...issue.errors[0]![0]!, path: issue.path } : { ...issue, errors: [] }];
  }
  // The branch that fits best is the one that the caller meant.
  const best = meant.reduce((a, b) => (b.length < a.length ? b : a));
  return best.flatMap((one) => unfolded({ ...one, path: [...issue.path, ...one.path] } as Issue));
};

/** Of several bounds of one value only the narrowest says something. */
const isNarrower = (issue: Issue, than: Issue): boolean => {
  if (issue.code === 'too_big' && than.code === 'too_big') return issue.maximum <= than.maximum;
  return issue.code === 'too_small' && than.code === 'too_small' && issue.minimum >= than.minimum;
};

/**
 * So many faults are said of one value, the first: a list of 10,000 wrong entries says no more by the last of them, and to
 * compare them all with each other took a core 80 s.
 */
export const mostFaults = 100;

const firstOf = (issues: readonly Issue[]): { issue: Issue; at: string }[] => {
  const first: Issue[] = [];
  for (const issue of issues) {
    if (first.length >= mostFaults) break;
    first.push(...unfolded(issue).slice(0, mostFaults));
  }
  return first.slice(0, mostFaults).map((issue) => ({ issue, at: issue.path.map(String).join('.') }));
};

/** The faults that issues speak of, each said once, and of many the first. */
export const faultsOf = (issues: readonly Issue[]): FieldFault[] => {
  const all = firstOf(issues);
  const narrowest = all.filter(
    ({ issue, at }, place) =>
      !all.some(
        (other, index) =>
          index !== place &&
          other.at === at &&
          isNarrower(other.issue, issue) &&
          (index > place || !isNarrower(issue, other.issue)),
      ),
  );
  const faults = narrowest.flatMap(({ issue, at }): FieldFault[] => {
    if (issue.code !== 'unrecognized_keys') return [{ path: at, message: issue.message }];
    const keys = issue.keys.slice(0, mostFaults);
    return keys.map((key) => ({
      path: [...issue.path, key].map(String).join('.'),
      message: sayFault(faultWords.unknown),
    }));
  });
  const once = new Map(faults.map((one) => [JSON.stringify([one.path, one.message]), one]));
  return [...once.values()].slice(0, mostFaults);
};

/** Reads a value by its schema; what does not fit is said in our words. */
export const readValue = <T extends z.ZodType>(schema: T, value: unknown): z.ZodSafeParseResult<z.output<T>> =>
  schema.safeParse(value, { error: issueWords });
