import { readFile } from 'node:fs/promises';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { mayRefer } from '#contracts/api/plans.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { ownerWithApp } from '#ops/testing/owner-with-app.ts';
import { appendAs, subscribed } from '#ops/testing/scene.ts';

const day = 86_400_000;
const begin = Date.UTC(2026, 10, 2, 22, 30);

t.test('an account refers others at the payment statuses 1, 4, 5 and 9 alone', (t) => {
  const all = [-3, -1, 0, 1, 2, 3, 4, 5, 6, 9, 10];
  t.same(
    all.filter((payment_status) => mayRefer({ payment_status })),
    [1, 4, 5, 9],
  );
  t.end();
});

t.test('who came with a referral code', async (t) => {
  let now = begin;
  const h = await startHarness(t, { parts: false, now: () => now, settings: { PUBLIC_URL: 'https://stories.test' } });
  const mine = await ownerWithApp(h);
  const { owner } = mine;
  const other = await h.person();
  const own = async (as = owner) => (await h.inject('GET', '/api/account', { as })).json().data;
  const code: string = (await own()).referral_token;
  const list = (as = owner, query: Record<string, string> = {}) =>
    h.inject('GET', '/api/account/referral', { as, query });
  const names = async (as = owner) => (await list(as)).json().data.map(({ name }: { name: string }) => name);

  let people = 0;
  const signUp = async (name: string, referral_token: string) => {
    people += 1;
    const email = `p${people}@friend.test`;
    const who = { password: 'battery staple', firstname: 'Kim', lastname: 'Hall', gdpr: true };
    const answer = await h.inject('POST', '/api/registration', { body: { ...who, email, name, referral_token } });
    t.equal(answer.statusCode, 201, answer.body);
    const { user_id, account_id } = answer.json().data;
    const person = await h.signIn(user_id, account_id, email);
    const verify = () => appendAs(h, person, `user-${user_id}`, [{ type: 'UserEmailVerified', data: {} }]);
    return { person, account_id, verify };
  };

  await t.test('an account in its trial, and one that staff made premium, is told that it refers nobody', async (t) => {
    for (const premium of [false, true]) {
      await appendAs(h, owner, `account-${owner.account_id}`, [{ type: 'AccountPremiumChanged', data: { premium } }]);
      t.equal((await own()).payment_status, premium ? 0 : 2);
      const refused = await list();
      t.equal(refused.statusCode, 403);
      t.match(refused.json(), {
        code: 'FeatureNotAvailable',
        message: "Refer a Friend isn't available on your plan.",
      });
    }
    await appendAs(h, owner, `account-${owner.account_id}`, [
      { type: 'AccountPremiumChanged', data: { premium: false } },
    ]);
    for (const one of [owner, other])
      await appendAs(h, one, `subscription-${one.account_id}`, [subscribed(one.account_id)]);
    t.equal((await own()).payment_status, 1);
    t.same((await list()).json(), { data: [], total: 0 });
  });

  await t.test('the link is the address of the sign-up with the code', async (t) => {
    t.equal((await own()).referral_link, `https://stories.test/register?referral=${code}`);
  });

  await t.test(
    'a company is listed with its name, the day it joined and “waiting” once one of its people verified an email',
    async (t) => {
      const fjord = await signUp('Fjord Outdoor', code.toLowerCase());
      t.same((await list()).json(), { data: [], total: 0 }, 'a name that anybody typed is shown to nobody');
      now += 2 * day;
      const kasa = await signUp('Kasa Home', code);
      await fjord.verify();
      await kasa.verify();
      await (await signUp('Bakgård', (await own(other)).referral_token)).verify();
      await (await signUp('Nobody’s friend', '')).verify();
      t.same((await list()).json(), {
        data: [
          { name: 'Kasa Home', day: '2026-11-04', state: 'waiting' },
          { name: 'Fjord Outdoor', day: '2026-11-02', state: 'waiting' },
        ],
        total: 2,
      });
      t.same(await names(other), ['Bakgård'], 'each account sees who came with its own code');
      await h.call(fjord.person, 'PATCH', '/account', { name: 'Fjord' });
      t.same(await names(), ['Kasa Home', 'Fjord']);
    },
  );

  await t.test('pages are cut where the query says, and what is none is refused', async (t) => {
    const page = async (query: Record<string, string>) => (await list(owner, query)).json();
    t.match(await page({ limit: '1' }), { data: [{ name: 'Kasa Home' }], total: 2 });
    t.match(await page({ limit: '1', offset: '1' }), { data: [{ name: 'Fjord' }], total: 2 });
    t.same(await page({ offset: '2' }), { data: [], total: 2 });
    const wrong: Record<string, string>[] = [
      { limit: '0' },
      { limit: '101' },
      { limit: 'x' },
      { offset: '-1' },
      { referral_token: (await own(other)).referral_token },
    ];
    for (const query of wrong) t.equal((await list(owner, query)).statusCode, 422, JSON.stringify(query));
  });

  await t.test('app owners see it too; creators, broadcasters and people without a session do not', async (t) => {
    t.same(await names(await mine.member({ app_owner: [mine.app_id] })), ['Kasa Home', 'Fjord']);
    for (const role of ['story_creator', 'brodcaster']) {
      const answer = await list(await mine.member({ [role]: [mine.app_id] }));
      t.equal(answer.statusCode, 403, role);
      t.equal(answer.json().code, 'PermissionDenied');
    }
    t.equal((await h.inject('GET', '/api/account/referral')).statusCode, 401);
  });

  await t.test("one's own code never counts, and a company that has closed is gone", async (t) => {
    const account_id = uuidv7();
    const token = 'SELFXX';
    await appendAs(h, { ...other, account_id }, `account-${account_id}`, [
      {
        type: 'AccountCreated',
        data: {
          name: 'Myself',
          time_zone: 'UTC',
          trial_ends: 0,
          profile: {},
          package_id: null,
          referral_token: token,
          appsumo_token: null,
          own_referral_token: token,
        },
      },
    ]);
    const myself = await h.person({ account_id });
    t.match(await own(myself), { referral_token: token, payment_status: 9 }, 'lapsed');
    t.same((await list(myself)).json(), { data: [], total: 0 });
    const gone = await signUp('Gone', code);
    await gone.verify();
    t.equal((await list()).json().total, 3);
    await appendAs(h, gone.person, `account-${gone.account_id}`, [{ type: 'AccountEnded', data: {} }]);
    t.same(await names(), ['Kasa Home', 'Fjord']);
  });

  await t.test('accounts that a catalog has already are found after the migration', async (t) => {
    const sql = await readFile(
      new URL('../../ops/migrations/0056-referred-accounts.sql', import.meta.url).pathname,
      'utf8',
    );
    await h.asOwner('alter table catalog.account drop column referred_by cascade');
    for (let times = 0; times < 2; times += 1) await h.asOwner(sql);
    t.same(await names(), ['Kasa Home', 'Fjord']);
    t.same(await names(other), ['Bakgård']);
    const { rows } = await h.asOwner("select from pg_indexes where indexname = 'account_referred_by'");
    t.equal(rows.length, 1);
  });
});
