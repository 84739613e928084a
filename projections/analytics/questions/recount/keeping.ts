import { invalidField } from '#contracts/api/errors.ts';
import { dayOfSeconds } from '#contracts/stats/recount.ts';
import { type EpochMs, toSeconds, type UnixSeconds } from '#contracts/time.ts';
import { figureWords } from '#contracts/words/figures.en.ts';
import { fill } from '#contracts/words/phrase.ts';
import type { Db } from '#kernel/db/pool.ts';
import { recountableSince } from '../../rebuild/carried-over-days.ts';
import type { DayRange } from '../day-range.ts';

/**
 * From which day on everything is kept (null: all of it). Refuses days before it, and a moment before it or after `nowMs`.
 */
export const requireKept = async (
  { pool }: Pick<Db, 'pool'>,
  { ts_start }: Pick<DayRange, 'ts_start'>,
  moment: UnixSeconds | undefined,
  nowMs: EpochMs,
): Promise<UnixSeconds | null> => {
  if (moment !== undefined && moment > toSeconds(nowMs)) throw invalidField('accepted_until', figureWords.momentAhead);
  const sinceMs = await recountableSince(pool);
  if (sinceMs === null) return null;
  const since = toSeconds(sinceMs);
  const day = dayOfSeconds(since);
  if (moment !== undefined && moment < since)
    throw invalidField('accepted_until', fill(figureWords.momentNotKept, { day }));
  if (ts_start < since) throw invalidField('ts_start', fill(figureWords.daysNotKept, { day }));
  return since;
};
