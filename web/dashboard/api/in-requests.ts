import type { BulkResult } from '#contracts/api/envelope.ts';
import { limits } from '#contracts/api/limits.ts';
import { ApiError } from './error.ts';
import { refusedBulk } from './refused-bulk.ts';

/**
 * Sends as many groups at a time as one request may name. What a whole request was refused for stands at each of its
 * groups; when that was all, it is thrown.
 */
export async function inRequests<Group extends { id: string }>(
  groups: readonly Group[],
  key: string,
  sendPart: (part: readonly Group[], key: string) => Promise<BulkResult>,
): Promise<BulkResult> {
  const done: BulkResult = { changed: [], refused: [] };
  let first: unknown = null;
  for (let at = 0; at < groups.length; at += limits.bulk) {
    const part = groups.slice(at, at + limits.bulk);
    try {
      const { changed, refused } = await sendPart(part, `${key}/${at}`);
      done.changed.push(...changed);
      done.refused.push(...refused);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const told = refusedBulk(
        error,
        part.map(({ id }) => id),
      );
      if (!told) first ??= error;
      done.refused.push(...(told?.refused ?? part.map(({ id }) => ({ id, code: error.code, message: error.message }))));
    }
  }
  if (first && done.changed.length === 0) throw first;
  return done;
}
