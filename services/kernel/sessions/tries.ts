import type { EpochMs } from '#contracts/time.ts';
import type { Db } from '../db/pool.ts';

/** How many tries a key has: `max` in `seconds`. */
export interface TryLimit {
  key: string;
  max: number;
  seconds: number;
}

/**
 * Takes one try with a key, for all processes together: `max` in the given time, then one after a minute, two, four and so
 * on up to an hour, until an hour has passed without. Answers the seconds until the next may be made (`wait`, 0 when this one
 * is taken), and how many are `left` without a wait. One statement decides, so tries that are made at once are taken one
 * after another.
 */
export const takeTry = async (
  { pool }: Pick<Db, 'pool'>,
  { key, max, seconds }: TryLimit,
  now: EpochMs,
): Promise<{ wait: number; left: number }> => {
  const at = new Date(now);
  const wait = `case when t.count < $3 then interval '0'
    else least(interval '1 minute' * power(2, least(t.count - $3, 10)), interval '1 hour') end`;
  const over = `(t.count <= $3 and t.started_at <= $2 - make_interval(secs => $4)) or t.last_at <= $2 - interval '1 hour'`;
  const taken = await pool.query<{ count: number }>({
    name: 'take-try',
    text: `insert into password_tries as t (key, count, started_at, last_at) values ($1, 1, $2::timestamptz, $2)
      on conflict (key) do update set
        count = case when ${over} then 1 else t.count + 1 end,
        started_at = case when ${over} then $2 else t.started_at end,
        last_at = greatest(t.last_at, $2)
      where ${over} or t.last_at + ${wait} <= $2
      returning count`,
    values: [key, at, max, seconds],
  });
  const [held] = taken.rows;
  if (held) return { wait: 0, left: Math.max(0, max - held.count) };
  const { rows } = await pool.query<{ until: Date }>(
    `select t.last_at + ${wait.replaceAll('$3', '$2')} as until from password_tries t where key = $1`,
    [key, max],
  );
  return { wait: Math.max(1, Math.ceil(((rows[0]?.until.getTime() ?? now + 3_600_000) - now) / 1000)), left: 0 };
};

/** Gives a try back: what was tried was right, and right ones are no guesses. */
export const returnTry = async ({ pool }: Pick<Db, 'pool'>, key: string): Promise<void> => {
  await pool.query('update password_tries set count = count - 1 where key = $1 and count > 0', [key]);
};
