import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { newAccount } from '#contracts/account/examples.ts';
import { type AccountState, initialAccount } from '#contracts/account/state.ts';
import { referralAlphabet } from '#contracts/api/referral.ts';
import { claimReferralToken, referrerOf } from '#kernel/db/referral-token.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { loadStream } from '#kernel/event-store/read.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { appendAs } from '#ops/testing/scene.ts';
import { decideReferralToken } from './decide.ts';
import { giveMissingReferralTokens, giveReferralToken } from './referral-tokens.ts';

t.test('an account gets one referral code and keeps it', async (t) => {
  t.same(decideReferralToken('K7MPX2', { ...newAccount, referral_token: null }), [
    { type: 'AccountReferralTokenMade', data: { referral_token: 'K7MPX2' } },
  ]);
  t.same(decideReferralToken('K7MPX2', newAccount), []);
  t.throws(() => decideReferralToken('K7MPX2', initialAccount('b')), { code: 'NotFound' });
});

t.test('referral codes are made, shown and checked', async (t) => {
  const h = await startHarness(t, { parts: false, settings: { LIMIT_SIGN_IN: '2' }, now: () => 1_800_000_000_000 });
  const owner = await h.person();
  const codeOf = async (as = owner) => (await h.inject('GET', '/api/account', { as })).json().data.referral_token;
  const check = (referral: unknown, from = '10.0.0.1') =>
    h.server.inject({ method: 'POST', url: '/api/account/referral_check', payload: { referral }, remoteAddress: from });
  const code: string = await codeOf();

  await t.test('a code has six characters of which none looks like another one', async (t) => {
    t.match(code, /^[A-HJKMNP-Z2-9]{6}$/);
    t.notMatch(referralAlphabet, /[ILO01]/);
    t.equal(new Set(referralAlphabet).size, 31);
  });

  await t.test('anybody may check a code, in any case, and what is none is wrong or refused', async (t) => {
    const right = await check(code);
    t.match(right.json(), { data: { valid: true }, message: 'Correct Code' });
    t.match((await check(code.toLowerCase(), '10.0.0.2')).json(), { data: { valid: true } });
    const wrong = await check('AAAAA', '10.0.0.3');
    t.equal(wrong.statusCode, 200);
    t.match(wrong.json(), { data: { valid: false }, message: 'Wrong Code' });
    for (const [index, garbage] of ['', '      ', "'--", '😀😀'].entries())
      t.match((await check(garbage, `10.0.1.${index}`)).json(), { data: { valid: false } }, JSON.stringify(garbage));
    for (const [index, garbage] of ['ABCDEFG', 'x'.repeat(10_000), null, 7, ['A'], 'A\u0000'].entries())
      t.equal((await check(garbage, `10.0.2.${index}`)).statusCode, 422, JSON.stringify(garbage)?.slice(0, 20));
  });

  await t.test('one network may check some codes a minute', async (t) => {
    for (let count = 0; count < 6; count += 1) t.equal((await check('AAAAA', '10.0.9.9')).statusCode, 200);
    const refused = await check('AAAAA', '10.0.9.9');
    t.equal(refused.statusCode, 429);
    t.equal(refused.headers['retry-after'], '60');
    t.equal((await check('AAAAA', '10.0.9.8')).statusCode, 200, 'another network is another count');
  });

  await t.test('of two accounts that draw the same code at once, one draws again', async (t) => {
    const drawing = (account: string, first: string) => {
      const draws = ['SAMEXX', first];
      return transaction(h.kernel.db, (trx) => claimReferralToken(trx, account, () => draws.shift()!));
    };
    const [one, other] = [uuidv7(), uuidv7()];
    const got = await Promise.all([drawing(one, 'FRSTXX'), drawing(other, 'SECNDX')]);
    t.equal(new Set(got).size, 2);
    t.ok(got.includes('SAMEXX'));
    t.equal(await referrerOf(h.kernel.db, got[0]!), one);
    t.equal(await referrerOf(h.kernel.db, got[1]!), other);
    await t.rejects(drawing(uuidv7(), 'SAMEXX'), 'nobody gets a code that is taken');
  });

  await t.test('an account from before there were codes gets one, whoever makes it at the same time', async (t) => {
    const accounts = [uuidv7(), uuidv7()];
    for (const account_id of accounts)
      await appendAs(h, { ...owner, account_id }, `account-${account_id}`, [
        {
          type: 'AccountCreated',
          data: {
            name: 'Fjord',
            time_zone: 'UTC',
            trial_ends: 1_900_000_000,
            profile: {},
            package_id: 'deal-1',
            referral_token: null,
            appsumo_token: null,
          },
        },
      ]);
    const raced = await Promise.all(Array.from({ length: 4 }, () => giveReferralToken(h.kernel, accounts[0]!)));
    t.equal(raced.filter(Boolean).length, 1, 'one of them made it');
    t.equal(await giveMissingReferralTokens(h.kernel), 1, 'the rest gets theirs');
    t.equal(await giveMissingReferralTokens(h.kernel), 0);
    for (const account_id of accounts) {
      const { state, version } = await loadStream<AccountState>(h.kernel.db.pool, `account-${account_id}`);
      t.equal(version, 2);
      t.equal(await referrerOf(h.kernel.db, state.referral_token!), account_id);
      t.match(state.came_with, { package_id: 'deal-1', referral_token: null });
    }
    const { rows } = await h.kernel.db.pool.query("select key from claim where scope = 'referral' and owner = $1", [
      accounts[0],
    ]);
    t.equal(rows.length, 1, 'those who came too late hold no code');
    t.equal(await codeOf(), code, 'who has a code keeps it');
  });
});
