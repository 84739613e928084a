import { Refusal } from '#contracts/api/errors.ts';
import type { EpochMs } from '#contracts/time.ts';
import type { Phrase } from '#contracts/words/phrase.ts';
import type { Db } from './pool.ts';

/** TooManyRequests with the `seconds` of its Retry-After header. */
export class RateLimitExceeded extends Refusal {
  readonly seconds: number;

  constructor(seconds: number, said?: Phrase) {
    super('TooManyRequests', said);
    this.seconds = seconds;
  }
}

/** Throws RateLimitExceeded when `countUse` answered with a wait. */
export const requireWithinLimit = (seconds: number, said?: Phrase): void => {
  if (seconds > 0) throw new RateLimitExceeded(seconds, said);
};

/** A fixed-window rate limit; `max` 0 is none. `key` is an id or a keyed hash, never an address. */
export interface RateLimit {
  scope: string;
  key: string;
  max: number;
  seconds: number;
}

/** Counts one use, across all processes. Answers 0 while within the limit, else the seconds until the window ends. */
export const countUse = async (
  on: Pick<Db, 'query'>,
  { scope, key, max, seconds }: RateLimit,
  now: EpochMs,
): Promise<number> => {
  if (max === 0) return 0;
  const start = Math.floor(now / (seconds * 1000)) * seconds * 1000;
  const { count } = await on.query
    .insertInto('rate_count')
    .values({ scope, key, window_start: new Date(start), count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'key', 'window_start'])
        .doUpdateSet((row) => ({ count: row('rate_count.count', '+', 1) })),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  return count <= max ? 0 : Math.max(1, Math.ceil((start + seconds * 1000 - now) / 1000));
};

/** Takes back a use that was counted at `now` and did not come about. */
export const refundUse = async (
  on: Pick<Db, 'query'>,
  { scope, key, max, seconds }: RateLimit,
  now: EpochMs,
): Promise<void> => {
  if (max === 0) return;
  await on.query
    .updateTable('rate_count')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('window_start', '=', new Date(Math.floor(now / (seconds * 1000)) * seconds * 1000))
    .where('count', '>', 0)
    .execute();
};

/**
 * The limit of links mailed to one address (by its keyed hash) or for one user (by id), per kind of mail: LIMIT_MAILS
 * in 10 minutes.
 */
export const mailLimit = (max: number, template: string, key: string): RateLimit => ({
  scope: `mail:${template}`,
  key,
  max,
  seconds: 600,
});
