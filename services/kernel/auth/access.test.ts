import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { type Harness, type Person, startHarness } from '#ops/testing/harness.ts';
import { seedScene } from '#ops/testing/scene.ts';
import { rotateKeys } from '../platform/key-ring.ts';
import { loadSecrets } from '../platform/secrets.ts';
import { tokenReader } from './token-reader.ts';

/** Sends the head of a request, and its body once `meanwhile` is done; answers the status line. */
const lateBody = async (
  h: Harness,
  { method, url, as, body }: { method: string; url: string; as: Person; body: object },
  meanwhile: () => Promise<void>,
): Promise<string> => {
  const text = JSON.stringify(body);
  const socket = connect((h.server.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  const heads = [
    `${method} ${url} HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${as.token}`,
    'content-type: application/json',
    `content-length: ${text.length}`,
  ];
  const begun = once(h.server.server, 'request');
  socket.write(`${heads.join('\r\n')}\r\n\r\n`);
  await begun;
  await meanwhile();
  socket.write(text);
  const [answer] = (await once(socket, 'data')) as [string];
  socket.destroy();
  return answer.split('\r\n')[0]!;
};

/** Ends the sessions of a person, and waits until nothing that is remembered of them counts. */
const shutOut = async (h: Harness, person: Person): Promise<void> => {
  const since = performance.now();
  await h.kernel.db.pool.query('update session set ended_at = now() where user_id = $1', [person.user_id]);
  const status = async () => (await h.inject('GET', '/api/user', { as: person })).statusCode;
  await h.until(async () => (await status()) === 401, 'the end of the session');
  await h.until(() => performance.now() - since > 1000, 'what is remembered to grow old');
};

t.test('who was shut out while a body was on its way is refused', async (t) => {
  const h = await startHarness(t, { parts: false });
  await h.server.listen({ port: 0, host: '127.0.0.1' });
  const nora = await h.person({ firstname: 'Nora' });
  const name = { method: 'PATCH', url: '/api/user', as: nora, body: { firstname: 'Mallory' } };
  t.match(await lateBody(h, name, async () => {}), / 200 /);
  t.match(await lateBody(h, name, () => shutOut(h, nora)), / 401 /);

  const kim = await h.person();
  const { group_id } = await seedScene(h, kim);
  const title = (title: string) => ({ story_group_id: group_id, title });
  const group = { method: 'PATCH', url: '/api/n/story_group', as: kim };
  t.equal((await h.inject('PATCH', group.url, { as: kim, body: title('Remembered') })).statusCode, 200);
  t.match(await lateBody(h, { ...group, body: title('Too late') }, () => shutOut(h, kim)), / 401 /);
  const { rows } = await h.kernel.db.pool.query('select title from story_group where id = $1', [group_id]);
  t.equal(rows[0].title, 'Remembered');
});

t.test('a token stands in the header bare or after its scheme, in any case', async (t) => {
  const h = await startHarness(t, { parts: false });
  const { token } = await h.person();
  const status = async (authorization: string) =>
    (await h.inject('GET', '/api/user', { headers: { authorization } })).statusCode;
  for (const good of [token, `Bearer ${token}`, `bearer ${token}`, `BEARER  ${token}`])
    t.equal(await status(good), 200, good.slice(0, 9));
  for (const bad of ['Bearer', 'bearer ', `Basic ${token}`, `bearer${token}`])
    t.equal(await status(bad), 401, bad.slice(0, 9));
});

t.test('a token that was verified once is verified again after the life of one, whatever end it names', async (t) => {
  let verified = 0;
  const verify = () => {
    verified += 1;
    return { sid: 'session', typ: 'access', exp: Math.floor(Date.now() / 1000) + 10_000 };
  };
  for (const [seconds, times] of [
    [900, 1],
    [0, 3],
  ] as const) {
    verified = 0;
    const read = tokenReader(verify, seconds);
    for (let time = 0; time < 3; time += 1) t.equal(read('token'), 'session');
    t.equal(verified, times);
  }
});

t.test('a session that ended is refused by the very next request', async (t) => {
  const h = await startHarness(t, { parts: false });
  for (let round = 0; round < 10; round += 1) {
    const nora = await h.person();
    t.equal((await h.inject('GET', '/api/user', { as: nora })).statusCode, 200);
    t.equal((await h.inject('POST', '/api/logout', { as: nora, body: {} })).statusCode, 200);
    t.equal((await h.inject('GET', '/api/user', { as: nora })).statusCode, 401);
  }
});

t.test('who is shut out in the middle of many changes does not go on', async (t) => {
  const h = await startHarness(t, { parts: false });
  const kim = await h.person();
  const scene = await seedScene(h, kim);
  const { group_id: second } = await seedScene(h, kim, { app: scene });
  const ids = [scene.group_id, second];
  const change = (status: number) =>
    h.inject('PATCH', '/api/story_group/multiple', {
      as: kim,
      body: { story_groups: ids.map((id) => ({ id, status })) },
    });
  const first = await change(2);
  t.same(first.json().data.changed, ids, first.body);

  const other = await h.kernel.db.pool.connect();
  await other.query('begin');
  await other.query('select 1 from story_group where id = $1 for update', [scene.group_id]);
  const waiting = change(1);
  const blocked = async () => {
    const { rows } = await h.kernel.db.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };
  await h.until(blocked, 'the first change');
  await shutOut(h, kim);
  await other.query('rollback');
  other.release();
  // The second did not have to wait, and may be through before the end of the session.
  const answer = (await waiting).json();
  const refused = answer.data?.refused ?? [{ id: scene.group_id, code: answer.code }];
  t.match(refused[0], { id: scene.group_id, code: 'Unauthorized' });
  const { rows } = await h.kernel.db.pool.query('select status from story_group where id = $1', [scene.group_id]);
  t.equal(rows[0].status, 2);
  t.equal((await change(1)).statusCode, 401);
});

const kidOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString('utf8')).kid;

t.test(
  'a new key signs and seals at once; tokens of the one before are good until they expire, seals for ever',
  async (t) => {
    const h = await startHarness(t, { parts: false });
    const { DATA_DIR } = h.config;
    const nora = await h.person();
    t.equal(kidOf(nora.token), 'root');
    const sealed = h.kernel.secrets.seal('of the root');
    const minutes = (count: number) => Date.now() + count * 60_000;

    const other = await loadSecrets(DATA_DIR);
    const first = await rotateKeys(DATA_DIR, minutes(0));
    await h.until(() => h.kernel.secrets.signing().kid === first.id, 'a process that runs to take the key');
    const fresh = await h.person();
    t.equal(kidOf(fresh.token), first.id);
    for (const as of [nora, fresh]) t.equal((await h.inject('GET', '/api/user', { as })).statusCode, 200);
    t.ok(other.verifying(first.id), 'another process knows it as soon as a token of it comes');
    t.equal(other.open(h.kernel.secrets.seal('of the new key')), 'of the new key');
    t.equal(h.kernel.secrets.open(sealed), 'of the root');

    await t.rejects(
      rotateKeys(DATA_DIR, minutes(1)),
      { message: /Try again in 29 min/ },
      'while tokens of the key before live',
    );
    const second = await rotateKeys(DATA_DIR, minutes(31));
    await h.until(() => h.kernel.secrets.signing().kid === second.id, 'the next one');
    t.ok(h.kernel.secrets.verifying(first.id));
    for (const kid of [undefined, 'root', '00000000', '__proto__']) t.equal(h.kernel.secrets.verifying(kid), null);
    t.equal((await h.inject('GET', '/api/user', { as: fresh })).statusCode, 200);
    const unknown = `${Buffer.from('{"alg":"HS256","typ":"JWT","kid":"00000000"}').toString('base64url')}${fresh.token.slice(fresh.token.indexOf('.'))}`;
    for (const as of [unknown, nora.token.replace(/^[^.]+/, kidOf(nora.token))])
      t.equal((await h.inject('GET', '/api/user', { as })).statusCode, 401);
    t.equal(h.kernel.secrets.open(sealed), 'of the root', 'what was sealed stays readable');
    t.equal(
      (await loadSecrets(DATA_DIR)).keyed('email', 'a'),
      h.kernel.secrets.keyed('email', 'a'),
      'what is found by hash stays',
    );
    t.equal((await stat(join(DATA_DIR, 'keys.secret'))).mode & 0o777, 0o600);
    await writeFile(join(DATA_DIR, 'keys.secret'), 'no ring');
    await t.rejects(
      loadSecrets(DATA_DIR),
      { message: /^Can.t read .*keys\.secret/ },
      'a ring that cannot be read is never taken for none',
    );
    t.equal(h.kernel.secrets.signing().kid, second.id, 'a process that runs goes on');
  },
);
