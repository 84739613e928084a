import t from 'tap';
import type { AccountState } from '#contracts/account/state.ts';
import { refusedApps } from '#contracts/api/refused-apps.ts';
import { loadStream } from '#kernel/event-store/read.ts';
import { startHarness } from '#ops/testing/harness.ts';

const body = {
  password: 'battery staple',
  firstname: 'Nora',
  lastname: 'Lindqvist',
  gdpr: true,
  name: 'Marlow',
};

t.test('what people sign up with', async (t) => {
  const h = await startHarness(t, { parts: false });
  let people = 0;
  const signUp = (more: object) => {
    people += 1;
    return h.inject('POST', '/api/registration', { body: { ...body, email: `p${people}@marlow.test`, ...more } });
  };
  const accountOf = async (answer: Awaited<ReturnType<typeof signUp>>) => {
    const { account_id, user_id } = answer.json().data;
    const { state } = await loadStream<AccountState>(h.kernel.db.pool, `account-${account_id}`);
    return { state, person: await h.signIn(user_id, account_id, '') };
  };

  await t.test('an account is made with a code of its own and keeps what it came with', async (t) => {
    const first = await accountOf(await signUp({}));
    const own = first.state.referral_token!;
    t.match(own, /^[A-HJKMNP-Z2-9]{6}$/);
    t.same(first.state.came_with, { package_id: null, referral_token: null, appsumo_token: null });
    t.equal((await h.inject('GET', '/api/account', { as: first.person })).json().data.referral_token, own);
    const brought = { package_id: 'pkg-7', referral_token: own.toLowerCase() };
    const second = await accountOf(await signUp(brought));
    t.same(second.state.came_with, { ...brought, referral_token: own, appsumo_token: null });
    t.not(second.state.referral_token, own);
    const packageOf = async (as: typeof second.person) =>
      (await h.inject('GET', '/api/account', { as })).json().data.package_id;
    t.equal(await packageOf(second.person), null, 'a package that is no plan is none');
    t.equal(await packageOf((await accountOf(await signUp({ package_id: 'growth' }))).person), 'growth');
    t.equal((await signUp({ referral_token: '' })).statusCode, 201, 'an empty field is no code');
  });

  await t.test('a browser that names a time zone that nobody here knows signs up in UTC', async (t) => {
    const { person, state } = await accountOf(await signUp({ time_zone: 'Etc/Unknown' }));
    t.equal(state.time_zone, 'UTC');
    const known = await accountOf(await signUp({ time_zone: 'Asia/Tokyo' }));
    t.equal(known.state.time_zone, 'Asia/Tokyo');
    const chosen = { as: person, body: { time_zone: 'Etc/Unknown' } };
    t.match((await h.inject('PATCH', '/api/account', chosen)).json(), { errors: [{ path: 'time_zone' }] });
  });

  await t.test('a referral code that is none is refused at its field', async (t) => {
    for (const referral_token of ['AAAAAA', 'ABCDEFG']) {
      const refused = await signUp({ referral_token });
      t.equal(refused.statusCode, 422, referral_token);
      t.match(refused.json().errors, [{ path: 'referral_token', message: 'Wrong Code' }]);
    }
  });

  await t.test('a profile that names a refused app is refused, by id, link or address', async (t) => {
    const named = (app_id: string, store_type: string) => signUp({ profile: { app_id, store_type } });
    for (const { name, ios, android, hosts } of refusedApps)
      for (const [app_id, store] of [
        [ios[0]!, 'ios'],
        [android[0]!.toUpperCase(), 'android'],
        [`www.${hosts[0]}/about`, 'web'],
      ] as const) {
        const refused = await named(app_id, store);
        t.equal(refused.statusCode, 422, `${name} ${app_id}`);
        t.match(refused.json(), { code: 'AppRefused', errors: [{ path: 'profile.app_id' }] });
      }
    for (const [app_id, store] of [
      ['389801252', 'ios'],
      ['https://apps.apple.com/us/app/instagram/id389801252', 'ios'],
      ['play.google.com/store/apps/details?id=com.instagram.android', 'android'],
      ['https://facebook.com', 'web'],
      ['com.instagram.android', ''],
    ] as const)
      t.equal((await named(app_id, store)).statusCode, 422, app_id);
    t.equal((await named('com.marlow.shop', 'android')).statusCode, 201);
    t.equal((await named('http://[', 'web')).statusCode, 201, 'what is no address is nobody’s');
  });

  await t.test('later answers may not name one either', async (t) => {
    const { person, state } = await accountOf(await signUp({}));
    const answer = (data: object, more = {}) =>
      h.inject('PUT', '/api/account/profile', { as: person, body: { data, ...more } });
    const refused = await answer({ app_id: 'id389801252', store_type: 'ios' });
    t.match(refused.json(), { code: 'AppRefused', errors: [{ path: 'data.app_id' }] });
    const right = { app_id: 'com.marlow.shop', store_type: 'android' };
    t.equal((await answer(right)).statusCode, 200);
    t.match((await answer({}, { appsumo_token: 'deal-2' })).json(), { code: 'DealUnknown' });
    t.equal((await answer(right, { appsumo_token: '' })).statusCode, 422);
    const { state: after } = await loadStream<AccountState>(h.kernel.db.pool, `account-${state.id}`);
    t.match(after, { profile: right, came_with: { appsumo_token: null } });
  });

  await t.test('the onboarding is ended once, for the person and not for their team', async (t) => {
    const { person, state } = await accountOf(await signUp({}));
    const other = await h.person({ account_id: state.id });
    const seen = async (as: typeof person) => (await h.inject('GET', '/api/user', { as })).json().data.onboarded;
    t.equal(await seen(person), false);
    const end = () => h.inject('PATCH', '/api/user', { as: person, body: { onboarded: true } });
    t.equal((await end()).statusCode, 200);
    const { version } = (await end()).json().data;
    t.equal(await seen(person), true);
    t.equal(await seen(other), false);
    t.equal((await loadStream(h.kernel.db.pool, `user-${person.user_id}`)).version, version);
    t.equal(version, 2, 'the second time changes nothing');
    t.equal((await h.inject('PATCH', '/api/user', { as: person, body: { onboarded: false } })).statusCode, 422);
  });
});
