import type { Change } from './change.ts';

/** A state as the audit shows it: field to value. */
export type AuditFields = Record<string, unknown>;

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.keys(value as object).length === 0);
const orNull = (value: unknown): unknown => (value === undefined ? null : value);

/** The fields that differ. For something new every field that holds something counts as changed from nothing. */
export const differences = (before: AuditFields | null, after: AuditFields | null): Change[] => {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].flatMap((field): Change[] => {
    const from = orNull(before?.[field]);
    const to = orNull(after?.[field]);
    if (from === to || JSON.stringify(from) === JSON.stringify(to)) return [];
    if ((before === null || after === null) && isEmpty(from) && isEmpty(to)) return [];
    return [{ field, from, to }];
  });
};
