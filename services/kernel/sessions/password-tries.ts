import type { FastifyRequest } from 'fastify';
import type { EpochMs } from '#contracts/time.ts';
import { userWords } from '#contracts/words/user.en.ts';
import type { Db } from '../db/pool.ts';
import { RateLimitExceeded } from '../db/rate-limit.ts';
import type { Kernel } from '../kernel.ts';
import { browserHash, isKnownBrowser } from './known-browser.ts';

const hour = 3_600_000;
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Takes one try with a key, for all processes together: `max` in an hour, then one after a minute, two, four and so on up
 * to an hour, until an hour has passed without. Answers 0, or the seconds until the next may be made. One statement
 * decides, so tries that are made at once are taken one after another.
 */
const takeTry = async ({ pool }: Pick<Db, 'pool'>, key: string, max: number, now: EpochMs): Promise<number> => {
  const at = new Date(now);
  const wait = `case when t.count < $3 then interval '0'
    else least(interval '1 minute' * power(2, least(t.count - $3, 10)), interval '1 hour') end`;
  const over = `(t.count <= $3 and t.started_at <= $2 - interval '1 hour') or t.last_at <= $2 - interval '1 hour'`;
  const { rowCount } = await pool.query({
    name: 'take-password-try',
    text: `insert into password_tries as t (key, count, started_at, last_at) values ($1, 1, $2::timestamptz, $2)
      on conflict (key) do update set
        count = case when ${over} then 1 else t.count + 1 end,
        started_at = case when ${over} then $2 else t.started_at end,
        last_at = greatest(t.last_at, $2)
      where ${over} or t.last_at + ${wait} <= $2`,
    values: [key, at, max],
  });
  if (rowCount) return 0;
  const { rows } = await pool.query<{ until: Date }>(
    `select t.last_at + ${wait.replaceAll('$3', '$2')} as until from password_tries t where key = $1`,
    [key, max],
  );
  return Math.max(1, Math.ceil(((rows[0]?.until.getTime() ?? now + hour) - now) / 1000));
};

/** A password that is about to be tried for a person. */
export interface PasswordTry {
  /** Takes it back: it was right, and right ones are no guesses. */
  wasRight(): Promise<void>;
}

/**
 * Takes a try at a person's password before it is looked at, over all addresses: LIMIT_PASSWORDS an hour by the keyed
 * hash of the e-mail, whether somebody has it or not, then after growing waits. A browser in which this person has signed
 * in before is counted by itself, so that others' guesses do not lock them out. Refuses with TooManyRequests.
 */
export const tryPassword = async (
  kernel: Pick<Kernel, 'config' | 'db' | 'secrets' | 'now'>,
  request: FastifyRequest,
  addressKey: string,
  userId: string | null,
): Promise<PasswordTry> => {
  const { config, db, secrets } = kernel;
  const max = config.LIMIT_PASSWORDS;
  if (max === 0) return { wasRight: async () => {} };
  const now = kernel.now();
  const browser = browserHash(kernel, request);
  const known = browser !== null && (await isKnownBrowser(db, browser, userId ?? nobody, now));
  const key = secrets.keyed('password-tries', known ? `browser ${browser} ${userId}` : `e-mail ${addressKey}`);
  const wait = await takeTry(db, key, max, now);
  if (wait > 0) throw new RateLimitExceeded(wait, userWords.tooManyPasswords);
  return {
    async wasRight() {
      await db.pool.query('update password_tries set count = count - 1 where key = $1 and count > 0', [key]);
    },
  };
};
