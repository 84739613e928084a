import { randomInt } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { Refusal, refusalAt, refusedTry } from '#contracts/api/errors.ts';
import { limits } from '#contracts/api/limits.ts';
import { toSeconds } from '#contracts/time.ts';
import { factorWords } from '#contracts/words/factors.en.ts';
import { fill } from '#contracts/words/phrase.ts';
import type { CommandTrx } from '../commands/command-trx.ts';
import { countUse, RateLimitExceeded, requireWithinLimit } from '../db/rate-limit.ts';
import { enqueueEffect } from '../jobs/outbox.ts';
import type { Kernel } from '../kernel.ts';
import { NonRetryableError } from '../platform/non-retryable-error.ts';
import { say } from '../platform/say.ts';
import { type Secrets, sameSecret } from '../platform/secrets.ts';

/** What a code is for: it opens nothing else. */
export type CodePurpose = 'sign_in' | 'phone' | 'confirm';

/** Whose code it is, what for, and to which number (E.164). */
export interface CodeFor {
  user_id: string;
  purpose: CodePurpose;
  number: string;
}

const tries = 5;
const windowMs = 600_000;
/** Codes in 10 minutes: to one number, and for one person, who may have mistyped theirs. */
const most = { number: 3, person: 6 } as const;
const day = 86_400;

const numberKey = (secrets: Pick<Secrets, 'keyed'>, number: string): string => secrets.keyed('phone', number);
const codeHash = (secrets: Pick<Secrets, 'keyed'>, id: string, code: string): string =>
  secrets.keyed('sms-code', `${id} ${code}`);

/**
 * Refuses one code more than `max` in any 10 minutes, to a number, of a person, or of a person to a number; whoever asks
 * at once waits for the others' count.
 */
const requireFewer = async (
  trx: CommandTrx,
  of: { number_key?: string; user_id?: string },
  max: number,
): Promise<void> => {
  const { now } = trx.context;
  const { number_key = null, user_id = null } = of;
  await trx.client.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`sms ${number_key ?? user_id}`]);
  const { rows } = await trx.client.query<{ created_at: Date }>(
    `select created_at from sms_code
      where ($1::text is null or number_key = $1) and ($2::uuid is null or user_id = $2) and created_at > $3
      order by created_at desc limit $4`,
    [number_key, user_id, new Date(now - windowMs), max],
  );
  if (rows.length < max) return;
  const seconds = Math.ceil((rows.at(-1)!.created_at.getTime() + windowMs - now) / 1000);
  throw new RateLimitExceeded(Math.max(1, seconds), factorWords.tooManyCodes);
};

/**
 * Asks for a code to be sent, in the caller's transaction: 3 in 10 minutes to a number and LIMIT_SMS a day for an account,
 * beyond which TooManyRequests refuses; SmsNotConfigured where nothing sends them. Of a number that the person has
 * verified (`isVerified`) only their own codes count: nobody who types it elsewhere keeps them out.
 */
export const requestCode = async (
  trx: CommandTrx,
  { user_id, purpose, number }: CodeFor,
  account_id: string,
  isVerified: boolean,
): Promise<void> => {
  const { config, secrets, texts } = trx.kernel;
  const { now } = trx.context;
  if (!texts) throw new Refusal('SmsNotConfigured');
  const number_key = numberKey(secrets, number);
  await requireFewer(trx, isVerified ? { number_key, user_id } : { number_key }, most.number);
  await requireFewer(trx, { user_id }, most.person);
  const perDay = { scope: 'sms_day', key: account_id, max: config.LIMIT_SMS, seconds: day };
  requireWithinLimit(await countUse(trx, perDay, now), factorWords.accountCodes);
  const id = uuidv7();
  await trx.query
    .insertInto('sms_code')
    .values({
      id,
      user_id,
      account_id,
      purpose,
      number_key,
      number_sealed: secrets.seal(number),
      code_hash: null,
      created_at: new Date(now),
      expires_at: new Date(now + limits.otpSeconds * 1000),
      used_at: null,
      provider_id: null,
      status: null,
      error_code: null,
    })
    .execute();
  await enqueueEffect(trx, id, 'sms_code', { code_id: id });
};

/**
 * Makes a code, keeps its hash, and sends it; from then on it is good for 120 s. A repeat makes another one, since nobody
 * kept the first. One that comes too late to be typed in is not sent.
 */
export const sendCode = async (
  { db, secrets, texts, metrics, now }: Pick<Kernel, 'db' | 'secrets' | 'texts' | 'metrics' | 'now'>,
  codeId: string,
): Promise<void> => {
  const moment = now();
  const code = String(randomInt(10 ** limits.otpDigits)).padStart(limits.otpDigits, '0');
  const row = await db.query
    .updateTable('sms_code')
    .set({
      code_hash: codeHash(secrets, codeId, code),
      expires_at: new Date(moment + limits.otpSeconds * 1000),
    })
    .where('id', '=', codeId)
    .where('used_at', 'is', null)
    .where('created_at', '>', new Date(moment - limits.otpSeconds * 1000))
    .returning('number_sealed')
    .executeTakeFirst();
  if (!row) {
    metrics.sms.inc({ outcome: 'late' });
    throw new NonRetryableError('the code was not needed any more');
  }
  if (!texts) throw new NonRetryableError('no text messages are set up');
  const provider_id = await texts.send({
    id: codeId,
    to: secrets.open(row.number_sealed),
    text: say(fill(factorWords.sms, { code })),
    code,
    ts: toSeconds(moment),
  });
  metrics.sms.inc({ outcome: 'sent' });
  if (provider_id) await db.query.updateTable('sms_code').set({ provider_id }).where('id', '=', codeId).execute();
};

const isCode = new RegExp(`^[0-9]{${limits.otpDigits}}$`);

/**
 * Uses a code up, of this person, purpose and number. The try is counted before the code is looked at: five for each code,
 * whoever makes them. Refuses at `otp_code`: a wrong one with OtpCodeNotValid and how many tries are left, and one that is
 * over with OtpCodeExpired, which has none left where they were used up.
 */
export const takeCode = async (
  { db, secrets, now }: Pick<Kernel, 'db' | 'secrets' | 'now'>,
  { user_id, purpose, number }: CodeFor,
  typed: string,
): Promise<void> => {
  const given = typed.replace(/[ -]/g, '');
  if (!isCode.test(given)) throw refusalAt('otp_code', 'OtpCodeNotValid');
  // One statement counts the try and reads the code, so that of many at once five are made.
  const { rows } = await db.pool.query<{
    id: string | null;
    code_hash: string;
    expires_at: Date;
    tries: number;
    is_sent: boolean;
    is_shut: boolean;
  }>({
    name: 'try-sms-code',
    text: `with latest as (
             select id, code_hash is not null as is_sent, used_at is null and tries >= $4 as is_shut from sms_code where user_id = $1 and purpose = $2 and number_key = $3
              order by created_at desc, id desc limit 1),
           tried as (
             update sms_code s set tries = tries + 1 from latest
              where s.id = latest.id and s.tries < $4 and s.used_at is null and s.code_hash is not null
             returning s.id, s.code_hash, s.expires_at, s.tries)
           select tried.*, is_sent, is_shut from latest left join tried on true`,
    values: [user_id, purpose, numberKey(secrets, number), tries],
  });
  const [held] = rows;
  if (!held) throw refusalAt('otp_code', 'OtpCodeNotValid');
  // The message is not out yet: what was typed is of an earlier one.
  if (!held.is_sent) throw refusalAt('otp_code', 'OtpCodeNotValid');
  if (held.id === null)
    throw held.is_shut ? refusedTry('otp_code', 'OtpCodeExpired', 0) : refusalAt('otp_code', 'OtpCodeExpired');
  if (held.expires_at.getTime() <= now()) throw refusalAt('otp_code', 'OtpCodeExpired');
  if (!sameSecret(codeHash(secrets, held.id, given), held.code_hash))
    throw refusedTry('otp_code', 'OtpCodeNotValid', tries - held.tries);
  const { numUpdatedRows } = await db.query
    .updateTable('sms_code')
    .set({ used_at: new Date(now()) })
    .where('id', '=', held.id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw refusalAt('otp_code', 'OtpCodeExpired');
};
