import t from 'tap';
import { type Harness, startHarness } from '#ops/testing/harness.ts';

const password = 'correct horse';
const body = { password, firstname: 'Nora', lastname: 'Lindqvist', gdpr: true, name: 'Marlow' };

const post = (h: Harness, url: string, payload: unknown, token?: string) =>
  h.inject('POST', url, { body: payload, as: token ?? null });
const tokenOf = (link: string): string => link.slice(link.lastIndexOf('/') + 1);
const open = (h: Harness, link: string) => h.inject('GET', '/api/verification', { query: { token: tokenOf(link) } });
const patch = (h: Harness, as: string, given: unknown) => h.inject('PATCH', '/api/user', { as, body: given });
const me = async (h: Harness, as: string) => h.inject('GET', '/api/user', { as });
const signIn = (h: Harness, email: string, given = password) => post(h, '/api/login', { email, password: given });

/** The link of the mail to an address with these words in its subject that is not `known`. */
const linkTo = async (h: Harness, to: string, subject: string, known = ''): Promise<string> => {
  let found: string | undefined;
  await h.until(async () => {
    found = (await h.outbox()).find(
      (mail) => mail.to === to && mail.subject?.includes(subject) && mail.links[0] !== known,
    )?.links[0];
    return found !== undefined;
  }, `a mail to ${to}`);
  return found!;
};

interface Joined {
  user_id: string;
  account_id: string;
  token: string;
  refresh_token: string;
}
/** Signs up and verifies; answers the ids and the tokens. */
const join = async (h: Harness, email: string, known = ''): Promise<Joined> => {
  const { data } = (await post(h, '/api/registration', { ...body, email })).json();
  const verified = await open(h, await linkTo(h, email, 'Verify', known));
  return { ...data, ...verified.json().data };
};
const ended = (h: Harness, token: string) =>
  h.until(async () => (await me(h, token)).statusCode === 401, 'the session to end');

t.test('changing the e-mail', async (t) => {
  let shift = 0;
  const h = await startHarness(t, { now: () => Date.now() + shift });
  /** Takes somebody's e-mail away: asks in their session, which knows the password, and opens the link. */
  const move = async (token: string, to: string) => {
    const asked = await patch(h, token, { email: to, password });
    if (asked.statusCode !== 200) throw new Error(asked.body);
    return open(h, await linkTo(h, to, 'Confirm'));
  };

  await t.test('a token alone changes no e-mail once the sign-in is 10 minutes old', async (t) => {
    const { token, user_id } = await join(h, 'stolen@marlow.test');
    shift += 601_000;
    const refused = await patch(h, token, { email: 'mallory@evil.test' });
    t.equal(refused.statusCode, 422, refused.body);
    t.match(refused.json(), { code: 'PasswordRequired', errors: [{ path: 'password' }] });
    const wrong = await patch(h, token, { email: 'mallory@evil.test', password: 'wrong horse' });
    t.match(wrong.json(), { code: 'PasswordWrong', errors: [{ path: 'password' }] });
    t.equal(wrong.statusCode, 422);
    t.equal((await me(h, token)).json().data.pending_email, null);
    t.equal((await patch(h, token, { firstname: 'Eleonora' })).statusCode, 200, 'a name needs no proof');
    const { rows } = await h.kernel.db.pool.query(`select type from event where stream = $1`, [`user-${user_id}`]);
    t.notOk(rows.some((row) => row.type === 'UserEmailChangeRequested'));
    const right = await patch(h, token, { email: 'own@marlow.test', password });
    t.equal(right.statusCode, 200, right.body);
    shift += 601_000;
    await post(h, '/api/refresh', { refresh_token: 'x' });
    t.equal((await patch(h, token, { email: 'other@marlow.test' })).json().code, 'PasswordRequired');
  });

  await t.test('a proof counts for 10 minutes, in its session alone', async (t) => {
    await join(h, 'proof@marlow.test');
    const [here, there] = await Promise.all([signIn(h, 'proof@marlow.test'), signIn(h, 'proof@marlow.test')]);
    const tokens = [here, there].map((one) => one.json().data.token as string);
    shift += 601_000;
    const wrong = await post(h, '/api/user/confirm', { password: 'wrong horse' }, tokens[0]);
    t.same([wrong.statusCode, wrong.json().code], [422, 'PasswordWrong']);
    t.equal((await post(h, '/api/user/confirm', {}, tokens[0])).json().code, 'Invalid');
    const right = await post(h, '/api/user/confirm', { password }, tokens[0]);
    t.equal(right.statusCode, 200, right.body);
    t.equal(right.json().data.ts_end, Math.floor(h.kernel.now() / 1000) + 600);
    t.equal((await patch(h, tokens[1]!, { email: 'p1@marlow.test' })).json().code, 'PasswordRequired');
    t.equal((await patch(h, tokens[0]!, { email: 'p1@marlow.test' })).statusCode, 200);
    shift += 601_000;
    t.equal((await patch(h, tokens[0]!, { email: 'p2@marlow.test' })).json().code, 'PasswordRequired');
  });

  await t.test('nothing keeps the password of a proof, and staff in somebody’s stead can give none', async (t) => {
    const { token, user_id, account_id } = await join(h, 'kept@marlow.test');
    const repeat = () =>
      h.inject('PATCH', '/api/user', {
        as: token,
        body: { email: 'k2@marlow.test', password },
        headers: { 'idempotency-key': 'k1' },
      });
    const first = await repeat();
    t.same((await repeat()).json(), first.json());
    const { rows } = await h.kernel.db.pool.query('select body_hash from idempotency where user_id = $1', [user_id]);
    const { createHash } = await import('node:crypto');
    const bare = createHash('sha256')
      .update(JSON.stringify({ email: 'k2@marlow.test' }))
      .digest('hex');
    t.equal(rows[0].body_hash, bare);
    const staff = await h.person({ staff: true });
    const acting = await h.inject('POST', '/api/admin/user/login_as', { as: staff, body: { user_id } });
    t.equal(acting.statusCode, 200, acting.body);
    const as = acting.json().data.token as string;
    t.equal((await post(h, '/api/user/confirm', { password }, as)).statusCode, 403);
    t.equal((await patch(h, as, { email: 'x@marlow.test', password })).statusCode, 403);
    t.ok(account_id);
  });

  await t.test('a confirmed change signs nobody in and leaves only the session that asked', async (t) => {
    const asking = await join(h, 'first@marlow.test');
    const other = (await signIn(h, 'first@marlow.test')).json().data;
    await patch(h, asking.token, { email: 'second@marlow.test' });
    const answer = await open(h, await linkTo(h, 'second@marlow.test', 'Confirm'));
    t.equal(answer.statusCode, 200, answer.body);
    t.same(answer.json().data, { purpose: 'confirm_email_change' });
    t.equal(answer.headers['set-cookie'], undefined);
    await ended(h, other.token);
    t.equal((await post(h, '/api/refresh', { refresh_token: other.refresh_token })).statusCode, 401);
    t.match((await me(h, asking.token)).json().data, { email: 'second@marlow.test', pending_email: null });
    const { rows } = await h.kernel.db.pool.query(
      `select data from event where type = 'SessionEnded' and account_id = $1`,
      [asking.account_id],
    );
    t.same(
      rows.map((row) => row.data.reason),
      ['email_changed'],
    );
  });

  await t.test(
    'the former address undoes the change, past a second one, and nothing of the thief is left',
    async (t) => {
      const { token, user_id, account_id } = await join(h, 'owner@marlow.test');
      const verification = await linkTo(h, 'owner@marlow.test', 'Verify');
      const browsers = async () =>
        (await h.kernel.db.pool.query('select 1 from known_browser where user_id = $1', [user_id])).rowCount;
      await move(token, 'thief@evil.test');
      const undo = await linkTo(h, 'owner@marlow.test', 'was changed');
      t.match(
        (await h.outbox()).find((mail) => mail.links[0] === undo),
        { text: /thief@evil\.test/ },
      );
      // The thief sets a password of their own and moves on, so that an undo link comes to them, too.
      await post(h, '/api/forgot_password', { email: 'thief@evil.test' });
      const reset = tokenOf(await linkTo(h, 'thief@evil.test', 'password'));
      const theirs = { password: 'thieving horse', confirm: 'thieving horse' };
      t.equal((await post(h, '/api/user/update_password', { token: reset, ...theirs })).statusCode, 200);
      const thief = (await signIn(h, 'thief@evil.test', 'thieving horse')).json().data;
      await patch(h, thief.token, { email: 'thief2@evil.test' });
      t.equal((await open(h, await linkTo(h, 'thief2@evil.test', 'Confirm'))).statusCode, 200);
      const counter = await linkTo(h, 'thief@evil.test', 'was changed');
      await patch(h, thief.token, { email: 'thief3@evil.test' });
      const pending = await linkTo(h, 'thief3@evil.test', 'Confirm');
      // And squats the address that was given up.
      const squatted = await post(h, '/api/registration', { ...body, email: 'owner@marlow.test' });
      t.equal(squatted.statusCode, 201);
      const squat = await linkTo(h, 'owner@marlow.test', 'Verify', verification);
      t.ok((await browsers())! > 0);

      shift += 6.9 * 86_400_000;
      const undone = await open(h, undo);
      t.equal(undone.statusCode, 200, undone.body);
      t.match(undone.json(), { data: { purpose: 'undo_email_change' }, message: /Your email is back/ });
      await ended(h, thief.token);
      for (const [link, what] of [
        [undo, 'it works once'],
        [counter, "the thief's own undo"],
        [pending, 'the pending change'],
        [squat, 'the verification of who squatted'],
      ] as const)
        t.equal((await open(h, link)).statusCode, 410, what);
      for (const email of ['thief@evil.test', 'thief2@evil.test', 'owner@marlow.test'])
        t.equal((await signIn(h, email, 'thieving horse')).statusCode, 401, email);
      t.equal(await browsers(), 0);
      const squatter = await h.asOwner('select phase from catalog.member where id = $1', [
        squatted.json().data.user_id,
      ]);
      t.equal(squatter.rows[0].phase, 'ended', 'the sign-up that had it is over');
      const set = tokenOf(await linkTo(h, 'owner@marlow.test', 'new Storyrail password'));
      const again = { token: set, password: 'battery staple', confirm: 'battery staple' };
      t.equal((await post(h, '/api/user/update_password', again)).statusCode, 200);
      const back = await signIn(h, 'owner@marlow.test', 'battery staple');
      t.match((await me(h, back.json().data.token)).json().data, {
        id: user_id,
        email: 'owner@marlow.test',
        pending_email: null,
        verified: 1,
      });
      const { rows } = await h.kernel.db.pool.query('select data from event where account_id = $1', [account_id]);
      t.notMatch(JSON.stringify(rows), /marlow\.test|evil\.test/, 'no address is in an event');
      t.equal(
        (await post(h, '/api/registration', { ...body, email: 'thief2@evil.test' })).statusCode,
        201,
        'free again',
      );
      shift -= 6.9 * 86_400_000;
    },
  );

  await t.test('whatever shuts out who asked for another address ends that change with it', async (t) => {
    const staff = await h.person({ staff: true });
    const acts = ['reset_factors', 'end_sessions', 'disable', 'everywhere'];
    for (const act of acts) {
      const email = `shut-${act.replace('_', '-')}@marlow.test`;
      const { token, user_id } = await join(h, email);
      t.equal((await patch(h, token, { email: `thief-${email}`, password })).statusCode, 200);
      const link = await linkTo(h, `thief-${email}`, 'Confirm');
      const answer =
        act === 'everywhere'
          ? await h.inject('DELETE', '/api/user/session', { as: token, body: { all: true } })
          : await h.inject('POST', `/api/admin/user/${act}`, { as: staff, body: { user_id, reason: 'A thief' } });
      t.equal(answer.statusCode, 200, answer.body);
      t.equal((await open(h, link)).statusCode, 410, act);
      const { rows } = await h.asOwner('select email_ref, pending_email_ref from catalog.member where id = $1', [
        user_id,
      ]);
      t.equal(rows[0].pending_email_ref, null, act);
      const { rows: told } = await h.kernel.db.pool.query(
        `select type from event where stream = $1 and type like 'UserEmail%' order by version`,
        [`user-${user_id}`],
      );
      t.same(
        told.map(({ type }) => type),
        ['UserEmailVerified', 'UserEmailChangeRequested', 'UserEmailChangeCancelled'],
      );
    }
  });

  await t.test('a session that ended a moment ago changes nothing any more', async (t) => {
    const { token, user_id } = await join(h, 'moment@marlow.test');
    t.equal((await me(h, token)).statusCode, 200);
    await h.kernel.db.pool.query('update session set ended_at = now() where user_id = $1', [user_id]);
    t.equal((await patch(h, token, { firstname: 'Mallory' })).statusCode, 401);
    t.equal((await patch(h, token, { email: 'mallory@evil.test' })).statusCode, 401);
  });

  await t.test('an undo link ends after 7 days, and takes no address from who has verified it', async (t) => {
    const late = await join(h, 'late@marlow.test');
    const verification = await linkTo(h, 'late@marlow.test', 'Verify');
    await move(late.token, 'later@marlow.test');
    const link = await linkTo(h, 'late@marlow.test', 'was changed');
    shift += 7 * 86_400_000 + 1000;
    t.equal((await open(h, link)).statusCode, 410);
    shift -= 7 * 86_400_000 + 1000;
    const successor = await join(h, 'late@marlow.test', verification);
    const refused = await open(h, link);
    t.same([refused.statusCode, refused.json().code], [400, 'UserExists']);
    t.equal((await me(h, successor.token)).statusCode, 200);
    t.equal((await me(h, late.token)).json().data.email, 'later@marlow.test');
  });

  await t.test('an invitation yields to who had the address before, and stays open for them', async (t) => {
    const { token } = await join(h, 'asked@marlow.test');
    await move(token, 'moved@marlow.test');
    const owner = await h.person();
    const invited = await h.inject('POST', '/api/account/invite-user', {
      as: owner,
      body: { emails: ['asked@marlow.test'], role: 'account_owner' },
    });
    t.equal(invited.statusCode, 200, invited.body);
    t.equal((await open(h, await linkTo(h, 'asked@marlow.test', 'was changed'))).statusCode, 200);
    t.equal((await h.inject('GET', '/api/account/users', { as: owner })).json().data.length, 2);
    t.equal((await patch(h, token, { firstname: 'Ida' })).statusCode, 401, 'undoing ends every session');
  });
});
