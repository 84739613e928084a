import type { BulkResult } from '#contracts/api/envelope.ts';
import { ApiError, fieldErrors } from './error.ts';

/** A bulk act that changed nothing, as its result: which things were refused, and why. Null for other failures. */
export function refusedBulk(error: unknown, ids: readonly string[]): BulkResult | null {
  if (!(error instanceof ApiError)) return null;
  const reasons = fieldErrors(error);
  const refused = ids.flatMap((id) => (reasons[id] ? [{ id, code: error.code, message: reasons[id] }] : []));
  return refused.length > 0 ? { changed: [], refused } : null;
}
