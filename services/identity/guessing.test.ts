import t from 'tap';
import { networkOf } from '#kernel/http/network.ts';
import { type Harness, startHarness } from '#ops/testing/harness.ts';

const password = 'correct horse';
const wrong = 'wrong horse';
const minute = 60_000;

/** Signs in from an address, with the cookie of a browser if there is one. */
const signIn = (h: Harness, email: string, given: string, from: string, cookie?: string) =>
  h.server.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email, password: given },
    remoteAddress: from,
    headers: { 'user-agent': `browser of ${from}`, ...(cookie ? { cookie } : {}) },
  });
const statuses = (answers: { statusCode: number }[], status: number) =>
  answers.filter((one) => one.statusCode === status).length;
const cookieOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['set-cookie']).split(';')[0]!;

/** A verified person with a password. */
const person = async (h: Harness, email: string) => {
  const { user_id, account_id } = await h.person({ email });
  const { hashPassword } = await import('./passwords.ts');
  const password_hash = await hashPassword(password);
  await h.kernel.db.query.insertInto('user_secret').values({ user_id, password_hash }).execute();
  return { user_id, account_id };
};

t.test('addresses of one line count as one', async (t) => {
  for (const [address, network] of [
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::2:3:4:5', '2001:db8:0:0::/64'],
    ['2001:db8:0001:0002::192.0.2.1', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
    ['no:address', 'no:address'],
  ] as const)
    t.equal(networkOf(address), network, address);
});

t.test('guessing passwords', async (t) => {
  let now = 1_800_000_000_000;
  const h = await startHarness(t, { settings: { LIMIT_PASSWORDS: '30', LIMIT_SIGN_IN: '10' }, now: () => now });
  const limit = (tries: number) => Object.assign(h.config, { LIMIT_PASSWORDS: tries });
  /** `rounds` of tries, eight at once from as many addresses. */
  const storm = async (email: string, rounds: number, address = (n: number) => `10.0.0.${10 + n}`) => {
    const answers = [];
    for (let round = 0; round < rounds; round += 1)
      answers.push(...(await Promise.all(Array.from({ length: 8 }, (_, n) => signIn(h, email, wrong, address(n))))));
    return answers;
  };

  await t.test(
    'eight addresses have thirty tries at one person in an hour, not seventy-two, also all at once',
    async (t) => {
      const { user_id } = await person(h, 'victim@marlow.test');
      const known = await signIn(h, 'victim@marlow.test', password, '10.0.1.1');
      t.equal(known.statusCode, 200, known.body);
      t.match(
        known.headers['set-cookie'],
        /^storyrail-browser=\S{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
      );
      const { rows } = await h.kernel.db.pool.query('select token_hash from known_browser where user_id = $1', [
        user_id,
      ]);
      t.not(rows[0].token_hash, cookieOf(known).split('=')[1], 'only a hash is kept');

      const [victim, stranger] = [await storm('victim@marlow.test', 9), await storm('nobody@marlow.test', 9)];
      for (const answers of [victim, stranger])
        t.same([statuses(answers, 401), statuses(answers, 429)], [30, 42], 'the same whether somebody has the e-mail');
      const refused = victim.find((one) => one.statusCode === 429)!;
      t.equal(refused.headers['retry-after'], '60');
      t.match(refused.json(), { code: 'TooManyRequests', message: /set a new password/ });

      t.equal(
        (await signIn(h, 'victim@marlow.test', password, '10.0.2.1')).statusCode,
        429,
        'an unknown browser waits',
      );
      const own = await signIn(h, 'victim@marlow.test', password, '10.0.2.1', cookieOf(known));
      t.equal(own.statusCode, 200, 'a known one gets in');
      t.not(cookieOf(own), cookieOf(known));
      const old = await signIn(h, 'victim@marlow.test', password, '10.0.2.1', cookieOf(known));
      t.equal(old.statusCode, 429, 'a cookie is replaced when it is used');
      const forged = await signIn(h, 'victim@marlow.test', password, '10.0.2.1', 'storyrail-browser=forged');
      t.equal(forged.statusCode, 429);
      const others = await signIn(h, 'nobody@marlow.test', wrong, '10.0.2.1', cookieOf(own));
      t.equal(others.statusCode, 429, "a browser is known for its own person's sake alone");
    },
  );

  // Each try costs a core its time: the rest is shown with fewer.
  limit(5);

  await t.test('waits grow: a minute, two, four, up to an hour, and end after an hour of peace', async (t) => {
    await person(h, 'patient@marlow.test');
    t.equal(statuses(await storm('patient@marlow.test', 1), 401), 5);
    let from = 0;
    const once = async () => {
      from += 1;
      return signIn(h, 'patient@marlow.test', wrong, `10.0.3.${from}`);
    };
    for (const wait of [1, 2, 4, 8, 16, 32]) {
      now += wait * minute - 1000;
      t.equal((await once()).statusCode, 429, `before ${wait} minutes`);
      now += 1000;
      t.equal((await once()).statusCode, 401, `after ${wait} minutes`);
      t.equal((await once()).statusCode, 429, 'one only');
    }
    now += 60 * minute;
    t.equal(statuses(await storm('patient@marlow.test', 1, (n) => `10.0.4.${n}`), 401), 5, 'an hour later');
  });

  await t.test('right passwords are no guesses', async (t) => {
    await person(h, 'busy@marlow.test');
    for (let count = 0; count < 7; count += 1)
      t.equal((await signIn(h, 'busy@marlow.test', password, `10.0.5.${count}`)).statusCode, 200);
  });

  await t.test('a proof is a try at the same password', async (t) => {
    const { user_id, account_id } = await person(h, 'proof@marlow.test');
    const { token } = await h.signIn(user_id, account_id, 'proof@marlow.test');
    await storm('proof@marlow.test', 1);
    const confirm = await h.inject('POST', '/api/user/confirm', { as: token, body: { password } });
    t.equal(confirm.statusCode, 429, confirm.body);
  });

  await t.test('a reset makes its browser known, so that nobody is locked out', async (t) => {
    await person(h, 'locked@marlow.test');
    await storm('locked@marlow.test', 1);
    await h.inject('POST', '/api/forgot_password', { body: { email: 'locked@marlow.test' } });
    let link = '';
    await h.until(async () => {
      link = (await h.outbox()).find((mail) => mail.to === 'locked@marlow.test')?.links[0] ?? '';
      return link !== '';
    }, 'the mail');
    const body = { token: link.slice(link.lastIndexOf('/') + 1), password: 'another horse', confirm: 'another horse' };
    const reset = await h.inject('POST', '/api/user/update_password', { body });
    t.equal(reset.statusCode, 200, reset.body);
    t.equal((await signIn(h, 'locked@marlow.test', 'another horse', '10.0.6.1')).statusCode, 429);
    t.equal((await signIn(h, 'locked@marlow.test', 'another horse', '10.0.6.1', cookieOf(reset))).statusCode, 200);
  });

  await t.test('addresses of one /64 have the tries of one', async (t) => {
    limit(0);
    const answers = [];
    for (let count = 0; count < 12; count += 1)
      answers.push(await signIn(h, 'six@marlow.test', wrong, `2001:db8:7:7::${count.toString(16)}`));
    t.same([statuses(answers, 401), statuses(answers, 429)], [10, 2]);
    t.equal((await signIn(h, 'six@marlow.test', wrong, '2001:db8:7:8::1')).statusCode, 401, 'another is another');
    limit(5);
  });

  await t.test('failures are recorded with the address they came from, those of strangers counted', async (t) => {
    const { user_id, account_id } = await person(h, 'told@marlow.test');
    for (const from of ['10.0.7.1', '10.0.7.1', '10.0.7.2']) await signIn(h, 'told@marlow.test', wrong, from);
    await signIn(h, 'unheard@marlow.test', wrong, '10.0.7.3');
    now += 2 * minute;
    const facts = async () =>
      (
        await h.kernel.db.pool.query(
          `select e.data, o.ip, o.user_agent from event e left join request_origin o using (request_id)
            where e.type = 'SignInFailed' and e.account_id = $1 order by o.ip`,
          [account_id],
        )
      ).rows;
    await h.until(async () => (await facts()).length === 2, 'the facts');
    t.same(await facts(), [
      { data: { user_id, count: 2 }, ip: '10.0.7.1', user_agent: 'browser of 10.0.7.1' },
      { data: { user_id, count: 1 }, ip: '10.0.7.2', user_agent: 'browser of 10.0.7.2' },
    ]);
    const { rows } = await h.kernel.db.pool.query('select data from event');
    t.notMatch(JSON.stringify(rows), /10\.0\.7/, 'no address is in an event');
    const left = await h.kernel.db.pool.query('select 1 from sign_in_failure where user_id = $1', [user_id]);
    t.equal(left.rowCount, 0);
    const figures = await h.kernel.metrics.registry.metrics();
    t.match(figures, /storyrail_sign_in_failures_total\{email="unknown"\} \d+/);
  });
});

t.test('signing up', async (t) => {
  const settings = { LIMIT_REGISTRATIONS: '5', LIMIT_TAKEN_EMAILS: '20' };
  const h = await startHarness(t, { settings, now: () => 1_800_000_000_000 });
  const register = (email: string, from: string, more: object = {}) =>
    h.server.inject({
      method: 'POST',
      url: '/api/registration',
      payload: { email, password, firstname: 'Nora', lastname: 'Lindqvist', gdpr: true, name: 'Marlow', ...more },
      remoteAddress: from,
    });

  await t.test('one address signs up five times in 10 minutes, and has no more links mailed again', async (t) => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => register(`n${n}@marlow.test`, n % 2 ? '10.1.0.1' : '::ffff:10.1.0.1')),
    );
    t.same([statuses(answers, 201), statuses(answers, 429)], [5, 35]);
    t.equal(answers.find((one) => one.statusCode === 429)!.headers['retry-after'], '600');
    const first = answers.findIndex((one) => one.statusCode === 201);
    const resent = await signIn(h, `n${first}@marlow.test`, password, '10.1.0.1');
    t.match(resent.json(), {
      code: 'EmailNotVerified',
      message: "Verify your email first. Use the link we've emailed you, or try again in a few minutes.",
    });
    const mails = async () => (await h.kernel.db.pool.query('select 1 from job_outbox')).rowCount;
    t.equal(await mails(), 5, 'no sixth mail');
    const elsewhere = await signIn(h, `n${first}@marlow.test`, password, '10.1.0.2');
    t.equal(elsewhere.json().message, "Verify your email first. We've sent you a new link.");
    t.equal(await mails(), 6, 'another address has it mailed');
    for (let count = 0; count < 6; count += 1)
      t.equal((await register(`here${count}@marlow.test`, '127.0.0.1')).statusCode, 201, 'this machine');
  });

  await t.test(
    'a mistake in the form costs no sign-up and tells nothing of the address; that one is taken is counted',
    async (t) => {
      const from = '10.1.0.3';
      const codes = async (count: number, email: string, more: object = {}) => {
        const all = [];
        for (let n = 0; n < count; n += 1) all.push((await register(email, from, more)).json().code ?? 'made');
        return new Set(all);
      };
      t.same(await codes(6, 'slip@marlow.test', { password: 'password1' }), new Set(['PasswordTooCommon']));
      t.same(await codes(6, 'slip@marlow.test', { referral_token: 'AAAAAA' }), new Set(['Invalid']));
      t.same(await codes(6, 'slip@marlow.test', { appsumo_token: 'ABCD-EFGH' }), new Set(['DealUnknown']));
      t.same(await codes(1, 'slip@marlow.test'), new Set(['made']));
      t.same(await codes(2, 'slip@marlow.test', { referral_token: 'AAAAAA' }), new Set(['Invalid']));
      t.same(await codes(2, 'slip@marlow.test', { appsumo_token: 'ABCD-EFGH' }), new Set(['DealUnknown']));
      t.same(await codes(4, 'slip@marlow.test'), new Set(['UserExists']));
      t.same(await codes(2, 'next@marlow.test'), new Set(['TooManyRequests']));
    },
  );

  await t.test('a mail to an address that nobody has verified brings no name along', async (t) => {
    await register('target@victim.test', '10.1.0.9', { firstname: 'WIN at https://evil.example now' });
    await h.until(async () => (await h.outbox()).some((mail) => mail.to === 'target@victim.test'), 'the mail');
    const mail = (await h.outbox()).find((one) => one.to === 'target@victim.test')!;
    t.match(mail.text, /^Hello,\n/);
    t.notMatch(`${mail.subject} ${mail.text}`, /WIN|evil/);
  });

  await t.test('a person is told twenty times an hour that an e-mail is taken, and then nothing', async (t) => {
    const asker = await h.person();
    const taken = await h.person();
    // Of strangers an invitation tells nothing.
    const colleague = await h.person({ account_id: asker.account_id });
    const ask = (email: string) => h.inject('PATCH', '/api/user', { as: asker, body: { email } });
    const invite = (email: string) =>
      h.inject('POST', '/api/account/invite-user', { as: asker, body: { emails: [email], role: 'account_owner' } });
    t.equal((await ask('free1@marlow.test')).statusCode, 200);
    const untold = await Promise.all(Array.from({ length: 40 }, (_, n) => ask(`free${10 + n}@marlow.test`)));
    t.ok(statuses(untold, 429) > 0, 'at once not more than might be told');
    const answers = [
      ...(await Promise.all(Array.from({ length: 5 }, () => ask(taken.email)))),
      ...(await Promise.all(Array.from({ length: 5 }, () => invite(colleague.email)))),
      ...(await Promise.all(Array.from({ length: 16 }, () => ask(taken.email)))),
    ];
    t.equal(statuses(answers, 400) + statuses(answers, 409), 20);
    t.equal(statuses(answers, 429), 6);
    t.same(
      [(await ask('free2@marlow.test')).statusCode, (await invite('free3@marlow.test')).statusCode],
      [429, 429],
      'a free one is answered alike',
    );
    t.equal((await h.inject('PATCH', '/api/user', { as: asker, body: { firstname: 'Ida' } })).statusCode, 200);
    const other = await h.person();
    t.equal(
      (await h.inject('PATCH', '/api/user', { as: other, body: { email: taken.email } })).json().code,
      'UserExists',
    );
  });
});

t.test('limits that hold across processes', async (t) => {
  const h = await startHarness(t, { settings: { LIMIT_SIGN_IN: '3', LIMIT_MAILS: '2' }, now: () => 1_800_000_000_000 });
  const post = (url: string, payload: object) => h.inject('POST', url, { body: payload });
  const names = { firstname: 'Nora', lastname: 'Lindqvist', gdpr: true, name: 'Marlow' };
  await post('/api/registration', { ...names, password, email: 'nora@marlow.test' });
  for (let tries = 0; tries < 3; tries += 1)
    t.equal((await post('/api/login', { email: 'nora@marlow.test', password })).json().code, 'EmailNotVerified');
  const limited = await post('/api/login', { email: 'NORA@marlow.test', password });
  t.equal(limited.statusCode, 429, 'sign-ins per address and email');
  t.ok(Number(limited.headers['retry-after']) >= 1);
  t.equal(
    (await post('/api/login', { email: 'other@marlow.test', password })).statusCode,
    401,
    'another email is another count',
  );
  for (let tries = 0; tries < 4; tries += 1)
    t.equal(
      (await post('/api/forgot_password', { email: 'nora@marlow.test' })).statusCode,
      200,
      'the answer stays the same',
    );
  await h.until(async () => (await h.outbox()).length >= 5, 'the mails');
  const { rows } = await h.kernel.db.pool.query('select payload from job_outbox');
  const templates = rows.map((row) => row.payload.template).sort();
  t.same(
    templates,
    ['reset_password', 'reset_password', 'verify_email', 'verify_email', 'verify_email'],
    'two fresh links of each kind',
  );
  const without = await h.person();
  for (let tries = 0; tries < 5; tries += 1) {
    const answer = await h.inject('POST', '/api/user/confirm', { as: without, body: { password } });
    t.equal(answer.json().code, 'ConfirmationRequired', 'who has no password guesses none');
  }
});

t.test('people together mail a stranger no more links than one of them', async (t) => {
  const h = await startHarness(t, { settings: { LIMIT_MAILS: '3' }, now: () => 1_800_000_000_000 });
  const people = [await h.person(), await h.person()];
  const ask = (as: (typeof people)[number], email: string) => h.inject('PATCH', '/api/user', { as, body: { email } });
  const asked = [0, 1, 0, 1].map((who) => people[who]!);
  const answers = [];
  for (const as of asked) answers.push((await ask(as, 'stranger@elsewhere.test')).statusCode);
  t.same(answers, [200, 200, 200, 429]);
  t.equal((await ask(people[1]!, 'other@elsewhere.test')).statusCode, 200, 'another address is another count');
  t.equal((await ask(people[0]!, 'one@elsewhere.test')).statusCode, 200);
  t.equal((await ask(people[0]!, 'two@elsewhere.test')).statusCode, 429, 'three by one person');
});
