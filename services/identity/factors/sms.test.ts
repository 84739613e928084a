import { generate } from 'otplib';
import t from 'tap';
import { sendCode } from '#kernel/sms/codes.ts';
import { type Harness, type Person, startHarness } from '#ops/testing/harness.ts';

const password = 'correct horse';
const phone = '+12015550123';
const other = '+46701234567';
const minute = 60_000;
const said = ({ statusCode, body }: { statusCode: number; body: string }) => {
  const { code, message } = JSON.parse(body);
  return [statusCode, code ?? message ?? null];
};

t.test('codes by text message', async (t) => {
  let now = 1_800_000_000_000;
  const h: Harness = await startHarness(t, { parts: false, now: () => now, settings: { LIMIT_SMS: '100' } });
  const { hashPassword } = await import('../passwords.ts');
  const password_hash = await hashPassword(password);
  const join = async (given: Parameters<Harness['person']>[0] = {}): Promise<Person> => {
    const person = await h.person(given);
    await h.kernel.db.query.insertInto('user_secret').values({ user_id: person.user_id, password_hash }).execute();
    return person;
  };
  /** Sends what waits; answers the code of the newest message to a number. */
  const delivered = async (to: string): Promise<string> => {
    const { rows } = await h.kernel.db.pool.query(
      'select id from sms_code where code_hash is null and created_at > $1 order by created_at, id',
      [new Date(now - 120_000)],
    );
    for (const { id } of rows) await sendCode(h.kernel, id);
    const newest = (await h.outbox()).find((one) => one.channel === 'sms' && one.to === to)!;
    return (newest as unknown as { code: string }).code;
  };
  const post = (url: string, as: Person | null, body: object = {}) => h.inject('POST', `/api${url}`, { as, body });
  const signIn = ({ email }: Person, more: object = {}) => post('/login', null, { email, password, ...more });
  const verifyPhone = async (as: Person, phone_number: string, to = phone_number) => {
    now += 11 * minute;
    const { rows } = await h.kernel.db.pool.query('update session set confirmed_at = $1 returning id', [new Date(now)]);
    t.ok(rows.length);
    t.same(said(await post('/user/update_phone_number', as, { phone_number })), [200, 'otp_code_sent']);
    const otp_code = await delivered(to);
    const answer = await post('/user/update_phone_number', as, { phone_number, otp_code });
    t.equal(answer.statusCode, 200, answer.body);
    return answer;
  };
  await t.test(
    'a number is verified with the code that was sent to it, and shown by its last two digits',
    async (t) => {
      const nora = await join();
      const answer = await verifyPhone(nora, '(201) 555-0123', phone);
      t.same(answer.json().data, { phone_number: '23' });
      const me = (await h.inject('GET', '/api/user', { as: nora })).json().data;
      t.equal(me.phone_number, '23');
      t.match(me.factors, [{ type: 'sms', label: '23' }]);
      const { rows } = await h.kernel.db.pool.query('select data from event');
      t.notMatch(JSON.stringify(rows), /5550123/);
      const codes = await h.kernel.db.pool.query('select * from sms_code where user_id = $1', [nora.user_id]);
      t.notMatch(JSON.stringify(codes.rows), /5550123/);
      await verifyPhone(nora, other);
      const kept = await h.kernel.db.pool.query(
        `select value from personal_value where user_id = $1 and field = 'phone'`,
        [nora.user_id],
      );
      t.same(kept.rows, [{ value: other }], 'the former one is forgotten');
    },
  );

  await t.test('what is no number, costs its caller more or is of another country is refused in words', async (t) => {
    const nora = await join();
    const refused = async (phone_number: unknown) => {
      const answer = await post('/user/update_phone_number', nora, { phone_number });
      t.same([answer.statusCode, answer.json().code], [422, 'Invalid'], String(phone_number));
      return answer.json().errors[0];
    };
    const path = 'phone_number';
    for (const none of ['12', 'marlow', '+1201555012345678', '+12015550123 ext 5', '+0'])
      t.same(await refused(none), { path, message: 'Enter a valid phone number, with its country code.' });
    t.match(await refused('+19005550123'), { path, message: /can't get text messages/ }, 'premium');
    t.match(await refused('+18005550199'), { path, message: /can't get text messages/ }, 'toll-free');
    t.match(await refused(''), { path, message: 'Please provide your phone number' });
    t.equal((await refused('1'.repeat(41))).path, path);
    t.equal((await refused(5550123)).path, path);
    Object.assign(h.config, { SMS_COUNTRIES: ['SE'] });
    t.match(await refused(phone), { path, message: /to this country/ });
    t.same(said(await post('/user/update_phone_number', nora, { phone_number: other })), [200, 'otp_code_sent']);
    Object.assign(h.config, { SMS_COUNTRIES: undefined });
  });

  await t.test('a code is for one person, one purpose and one number, for 120 s, and works once', async (t) => {
    const [nora, kim] = [await join(), await join()];
    const number = '+12015550111';
    now += 11 * minute;
    const update = (as: Person, more: object) =>
      post('/user/update_phone_number', as, { password, phone_number: number, ...more });
    await update(nora, {});
    const otp_code = await delivered(number);
    const wrong = [422, 'OtpCodeNotValid'];
    t.same(said(await update(nora, { otp_code, phone_number: other })), wrong, 'another number');
    t.same(said(await update(kim, { otp_code })), wrong, 'another person');
    t.same(said(await post('/user/confirm', nora, { otp_code })), wrong, 'another purpose');
    for (const bad of ['12345', '1234567', 'abcdef', '١٢٣٤٥٦'])
      t.same(said(await update(nora, { otp_code: bad })), wrong, bad);
    now += 120_000;
    const late = await update(nora, { otp_code });
    t.match(late.json(), { code: 'OtpCodeExpired', message: 'The code has expired.', errors: [{ path: 'otp_code' }] });
    await update(nora, {});
    const fresh = await delivered(number);
    if (fresh !== otp_code) t.same(said(await update(nora, { otp_code })), wrong, 'the one before');
    now += 119_000;
    t.equal((await update(nora, { otp_code: fresh })).statusCode, 200);
    t.same(said(await update(nora, { otp_code: fresh })), [422, 'OtpCodeExpired'], 'twice');
  });

  await t.test('a code that nobody could use any more is not sent', async (t) => {
    const nora = await join();
    await post('/user/update_phone_number', nora, { password, phone_number: '+12015550122' });
    const { rows } = await h.kernel.db.pool.query('select id from sms_code where user_id = $1', [nora.user_id]);
    now += 121_000;
    await t.rejects(sendCode(h.kernel, rows[0].id), /not needed any more/);
    now += minute;
  });

  await t.test(
    'only an owner with the feature and a verified number asks everybody, and never takes it back',
    async (t) => {
      const owner = await join();
      t.same(said(await post('/account/otp', owner, { status: true })), [403, 'FeatureNotAvailable']);
      const staff = await h.person({ staff: true });
      const features = { account_id: owner.account_id, manual_features: { mfa: true } };
      await h.call(staff, 'POST', '/admin/account/features', features);
      t.same(said(await post('/account/otp', owner, { status: true })), [403, 'PhoneNumberRequired']);
      await verifyPhone(owner, phone);
      const member = await join({ account_id: owner.account_id, permissions: { story_creator: [] } });
      t.same(said(await post('/account/otp', member, { status: true })), [403, 'PermissionDenied']);
      await t.test('and is told before whom it affects, five of them by name', async (t) => {
        const ask = async (as: Person) => await h.inject('GET', '/api/account/otp', { as });
        t.same(said(await ask(member)), [403, 'PermissionDenied']);
        t.equal((await ask(owner)).json().data.count, 1, 'not who has a number');
        const { account_id } = owner;
        const names = ['Ada', 'Bo', 'Cleo', 'Dan', 'Eve'];
        for (const firstname of names) await join({ account_id, permissions: {}, firstname, lastname: 'Berg' });
        const withKey = await join({ account_id, permissions: {} });
        const { secret } = await h.call(withKey, 'POST', '/user/totp', {});
        t.equal((await ask(owner)).json().data.count, 7, 'one that waits is no factor');
        await h.call(withKey, 'POST', '/user/totp/verify', {
          totp_code: await generate({ secret, epoch: now / 1000 }),
        });
        const told = (await ask(owner)).json().data;
        t.equal(told.count, 6, 'nor who has an authenticator app, nor anybody of another account');
        t.same(told.names.slice(1), ['Ada Berg', 'Bo Berg', 'Cleo Berg', 'Dan Berg']);
      });
      t.same((await post('/account/otp', owner, { status: true })).json().data.sms_otp, true);
      const off = await post('/account/otp', owner, { status: false });
      t.match(off.json(), { code: 'Invalid', errors: [{ path: 'status', message: /can't be turned off/ }] });
      t.equal(off.statusCode, 422);
      t.equal((await h.inject('GET', '/api/account', { as: owner })).json().data.sms_otp, true);
      t.equal((await post('/account/otp', owner, { status: true })).statusCode, 200, 'asking again changes nothing');
      await h.call(staff, 'POST', '/admin/account/features', { ...features, manual_features: {} });
      t.same(said(await signIn(owner)), [200, 'otp_code_sent'], 'a lapsed plan keeps what is on');
    },
  );

  await t.test('who has a number is sent a code at once; who has none is asked for one', async (t) => {
    const owner = await join();
    const staff = await h.person({ staff: true });
    const features = { account_id: owner.account_id, manual_features: { mfa: true } };
    await h.call(staff, 'POST', '/admin/account/features', features);
    await verifyPhone(owner, phone);
    await h.call(owner, 'POST', '/account/otp', { status: true });
    now += 11 * minute;

    const sent = await signIn(owner);
    t.same(sent.json(), { data: null, message: 'otp_code_sent' });
    const otp_code = await delivered(phone);
    const tries = async (code: string) =>
      (await signIn(owner, { otp_code: code })).json().errors.map((one: object) => Object.values(one).slice(1));
    const wrong = otp_code === '000000' ? '000001' : '000000';
    const incorrect = 'The code is incorrect. Please try again.';
    t.same(await tries(wrong), [[incorrect, 4]]);
    t.same(await tries('12345'), [[incorrect]], 'what can be no code is no try');
    t.same(await tries(wrong), [[incorrect, 3]]);
    const entered = await signIn(owner, { otp_code });
    t.type(entered.json().data?.token, 'string', entered.body);
    t.same(said(await signIn(owner, { otp_code })), [422, 'OtpCodeExpired'], 'twice');

    const nora = await join({ account_id: owner.account_id, permissions: {} });
    const first = '+12015550144';
    t.same(said(await signIn(nora)), [403, 'PhoneNumberRequired']);
    t.same(said(await signIn(nora, { phone_number: '12' })), [422, 'Invalid']);
    t.same(said(await signIn(nora, { phone_number: first })), [200, 'otp_code_sent']);
    const code = await delivered(first);
    t.same(
      said(await signIn(nora, { phone_number: other, otp_code: code })),
      [422, 'OtpCodeNotValid'],
      'another number',
    );
    const joined = await signIn(nora, { phone_number: first, otp_code: code });
    t.type(joined.json().data?.token, 'string', joined.body);
    const { rows } = await h.kernel.db.pool.query(
      `select effect from job_outbox where payload->>'user_id' = $1 and effect = 'factor_notice'`,
      [nora.user_id],
    );
    t.same(rows, [{ effect: 'factor_notice' }], 'a first number is told by mail');
    t.same(said(await signIn(nora, { phone_number: other })), [200, 'otp_code_sent']);
    await delivered(first);
    const to = await h.kernel.db.pool.query(
      `select count(*)::int from sms_code where user_id = $1 and purpose = 'sign_in'`,
      [nora.user_id],
    );
    t.equal(to.rows[0].count, 2);
    t.notOk(
      (await h.outbox()).some((one) => one.to === other && one.text.includes('sign')),
      'and never to a new one',
    );

    const bad = { email: nora.email, password: 'wrong horse', phone_number: other };
    t.same(said(await post('/login', null, bad)), [401, 'InvalidCredentials']);

    await t.test('who is invited shows a number to be theirs, too', async (t) => {
      const email = 'kim@marlow.test';
      await h.call(owner, 'POST', '/account/invite-user', { emails: [email], role: 'account_owner' });
      const { rows } = await h.kernel.db.pool.query(
        `select id, email_ref from member where account_id = $1 and phase = 'invited'`,
        [owner.account_id],
      );
      const { makeLink } = await import('#kernel/sessions/links.ts');
      const link = { user_id: rows[0].id, email_ref: rows[0].email_ref, purpose: 'invitation' } as const;
      const token = await makeLink(h.kernel.db, link, now);
      const phone_number = '+12015550166';
      const join = (more: object) =>
        h.inject('POST', '/api/register-invited-user', {
          as: token,
          body: { password, firstname: 'Kim', lastname: 'Berg', gdpr: true, ...more },
        });
      t.same(said(await join({})), [403, 'PhoneNumberRequired']);
      t.same((await join({ phone_number })).json(), { data: null, message: 'otp_code_sent' });
      const otp_code = await delivered(phone_number);
      t.same(said(await join({ phone_number: other, otp_code })), [422, 'OtpCodeNotValid']);
      const joined = await join({ phone_number, otp_code });
      t.equal(joined.statusCode, 201, joined.body);
      now += minute;
      t.same(said(await post('/login', null, { email, password })), [200, 'otp_code_sent']);
    });

    await t.test('with an authenticator app there is a choice, and the last factor stays', async (t) => {
      const as = { ...nora, token: joined.json().data.token };
      const { secret } = await h.call(as, 'POST', '/user/totp', {});
      const totp_code = await generate({ secret, epoch: now / 1000 });
      await h.call(as, 'POST', '/user/totp/verify', { totp_code });
      now += 11 * minute;
      t.same((await signIn(nora)).json(), { data: { methods: ['totp', 'sms'] }, message: 'second_factor' });
      t.same((await signIn(nora, { method: 'sms' })).json(), { data: null, message: 'otp_code_sent' });
      t.type((await signIn(nora, { otp_code: await delivered(first) })).json().data.token, 'string');
      t.equal((await h.inject('DELETE', '/api/user/totp', { as, body: { password } })).statusCode, 200);

      const kim = await join({ account_id: owner.account_id, permissions: {} });
      const own = await h.call(kim, 'POST', '/user/totp', { password });
      const epoch = now / 1000;
      await h.call(kim, 'POST', '/user/totp/verify', { totp_code: await generate({ secret: own.secret, epoch }) });
      t.same(
        said(await signIn(kim, { method: 'sms', phone_number: other })),
        [200, 'second_factor'],
        'no way around it',
      );
      const refused = await h.inject('DELETE', '/api/user/totp', { as: kim, body: { password } });
      t.same(said(refused), [409, 'LastFactor']);
    });
  });

  await t.test('10,000 guesses from 200 addresses have five tries a code, and three codes in 10 minutes', async (t) => {
    const { takeCode, requestCode } = await import('#kernel/sms/codes.ts');
    const { runCommand } = await import('#kernel/commands/handler.ts');
    const { contextOf } = await import('#ops/testing/people.ts');
    now += 11 * minute;
    const nora = await join();
    const of = { user_id: nora.user_id, purpose: 'sign_in', number: '+12015550155' } as const;
    const askAs = (person: Person, asked: Parameters<typeof requestCode>[1], isVerified: boolean) =>
      runCommand(h.kernel, contextOf(person, now), async (trx) => {
        await requestCode(trx, asked, person.account_id, isVerified);
        return { status: 200, data: null };
      }).then(
        () => 'sent',
        (error) => error.code,
      );
    const ask = () => askAs(nora, of, false);
    const guesses: Record<string, number> = {};
    let codes = 0;
    for (let storm = 0; storm < 5; storm += 1) {
      const asked = await Promise.all([ask(), ask()]);
      codes += asked.filter((one) => one === 'sent').length;
      await delivered(of.number);
      for (let at = 0; at < 2000; at += 50)
        await Promise.all(
          Array.from({ length: 50 }, (_, n) =>
            takeCode(h.kernel, of, String(100_000 + storm * 2000 + at + n)).then(
              () => (guesses.right = (guesses.right ?? 0) + 1),
              ({ code }) => (guesses[code] = (guesses[code] ?? 0) + 1),
            ),
          ),
        );
      now += 1000;
    }
    t.equal(codes, 3);
    t.ok((guesses.OtpCodeNotValid ?? 0) + (guesses.right ?? 0) <= 15, JSON.stringify(guesses));
    const { rows } = await h.kernel.db.pool.query('select max(tries) as most from sms_code where user_id = $1', [
      nora.user_id,
    ]);
    t.ok(rows[0].most <= 5);
    const wait = await post('/user/update_phone_number', nora, { password, phone_number: of.number });
    t.equal(wait.statusCode, 429);
    t.ok(Number(wait.headers['retry-after']) > 590);
    now += 10 * minute;
    t.same([await ask(), await ask(), await ask(), await ask()], ['sent', 'sent', 'sent', 'TooManyRequests']);
    const owner = await join();
    const theirs = { ...of, user_id: owner.user_id };
    t.equal(await askAs(owner, theirs, false), 'TooManyRequests');
    const verified = () => askAs(owner, theirs, true);
    t.same(
      [await verified(), await verified(), await verified(), await verified()],
      ['sent', 'sent', 'sent', 'TooManyRequests'],
      'of a verified number only its own person’s codes count',
    );
  });

  await t.test('an account has a number of messages a day', async (t) => {
    now += 11 * minute;
    Object.assign(h.config, { LIMIT_SMS: 2 });
    const [nora] = [await join()];
    const ask = (n: number) => post('/user/update_phone_number', nora, { password, phone_number: `+1201555016${n}` });
    const answers = [await ask(1), await ask(2), await ask(3)];
    t.same(
      answers.map((one) => one.statusCode),
      [200, 200, 429],
    );
    t.match(answers[2]!.json().message, /for today/);
    Object.assign(h.config, { LIMIT_SMS: 100 });
  });

  await t.test('where nothing sends messages, the answer says so', async (t) => {
    const nora = await join();
    const { texts } = h.kernel;
    Object.assign(h.kernel, { texts: null });
    const answer = await post('/user/update_phone_number', nora, { password, phone_number: '+12015550177' });
    t.same(said(answer), [409, 'SmsNotConfigured']);
    Object.assign(h.kernel, { texts });
    const { openSmsSender } = await import('#kernel/sms/sender.ts');
    t.equal(openSmsSender({ ...h.config, local: false }), null);
  });
});
