import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import type { Refusal } from '#contracts/api/errors.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { takeCode } from './codes.ts';

const number = '+12015550123';

t.test('what is said of a code that does not do', async (t) => {
  const now = 1_800_000_000_000;
  const { kernel, person } = await startHarness(t, { parts: false, now: () => now });
  const { db, secrets } = kernel;
  /** Somebody with a code of 6 zeros. */
  const held = async (more: { code_hash?: null; used_at?: Date; expires_at?: Date } = {}) => {
    const { user_id, account_id } = await person();
    const id = uuidv7();
    const row = {
      code_hash: secrets.keyed('sms-code', `${id} 000000`),
      expires_at: new Date(now + 120_000),
      used_at: null,
      ...more,
    };
    const of = { account_id, number_key: secrets.keyed('phone', number), number_sealed: secrets.seal(number) };
    const nothing = { provider_id: null, status: null, error_code: null };
    await db.query
      .insertInto('sms_code')
      .values({ id, user_id, purpose: 'phone', created_at: new Date(now), ...of, ...row, ...nothing })
      .execute();
    return async (typed: string) => {
      try {
        await takeCode(kernel, { user_id, purpose: 'phone', number }, typed);
        return 'taken';
      } catch (error) {
        const { code, errors } = error as Refusal;
        return [code, errors?.[0]?.tries_left];
      }
    };
  };

  await t.test('one that was guessed at too often has no tries left, even if the right one follows', async (t) => {
    const take = await held();
    for (const left of [4, 3, 2, 1, 0]) t.same(await take('111111'), ['OtpCodeNotValid', left]);
    t.same(await take('000000'), ['OtpCodeExpired', 0]);
  });
  await t.test('one that was used, or is late, is only over', async (t) => {
    const once = await held();
    t.equal(await once('000000'), 'taken');
    t.same(await once('000000'), ['OtpCodeExpired', undefined]);
    t.same(await (await held({ expires_at: new Date(now) }))('000000'), ['OtpCodeExpired', undefined]);
  });
  await t.test('while the message is not out, what is typed is wrong', async (t) => {
    t.same(await (await held({ code_hash: null }))('000000'), ['OtpCodeNotValid', undefined]);
  });
});
