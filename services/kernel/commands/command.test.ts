import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '#contracts/api/errors.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { seedScene } from '#ops/testing/scene.ts';
import { loadStream } from '../event-store/read.ts';
import { type CommandContext, systemContext } from './command-trx.ts';
import { runCommand } from './handler.ts';
import { load, loadCached, save } from './streams.ts';

const context = (given: Partial<CommandContext> = {}): CommandContext => ({ ...systemContext(Date.now()), ...given });

t.test('commands that work on what their process remembers', async (t) => {
  const h = await startHarness(t, { parts: false });
  const nora = await h.person();
  const scene = await seedScene(h, nora);
  const stream = `storyGroup-${scene.group_id}`;
  // Another process over the same database: it shares nothing but Postgres.
  const other = { ...h.kernel };
  const version = async () => (await loadStream(h.kernel.db.pool, stream)).version;
  const detail = async () =>
    (await h.inject('GET', '/api/story_group/detail', { query: { story_group_id: scene.group_id }, as: nora })).json()
      .data;
  const patch = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
    h.inject('PATCH', '/api/n/story_group', { as: nora, body: { id: scene.group_id, ...body }, headers });
  const elsewhere = (title: string) =>
    runCommand(other, context({ account_id: nora.account_id }), async (trx) => {
      const loaded = await load(trx, stream);
      await save(trx, loaded, [{ type: 'StoryGroupDetailsChanged', data: { title } }]);
      return { status: 200, data: null };
    });

  await t.test('an event has the time at which it is appended, not that of a request that waited', async (t) => {
    const at = Date.now();
    const late = { ...h.kernel, now: () => at + 60_000 };
    const rename = async (given: Partial<CommandContext>) => {
      const { data } = await runCommand(
        late,
        context({ account_id: nora.account_id, now: at, ...given }),
        async (trx) => {
          const title = `At ${await version()}`;
          const { recorded } = await save(trx, await load(trx, stream), [
            { type: 'StoryGroupDetailsChanged', data: { title } },
          ]);
          return { status: 200, data: recorded[0]!.meta.ts };
        },
      );
      return data;
    };
    t.equal(await rename({}), at, 'the system has the time that it was given');
    t.equal(await rename({ request_id: uuidv7() }), at + 60_000);
  });

  await t.test('a change is decided on memory, and appended after what it remembers', async (t) => {
    t.equal((await patch({ title: 'First' })).statusCode, 200);
    const before = await version();
    const statements: string[] = [];
    const { pool } = h.kernel.db;
    const watch = (client: unknown) => {
      const held = client as { connection: { bind: (given: { statement: string }) => void } };
      const bind = held.connection.bind.bind(held.connection);
      held.connection.bind = (given) => {
        statements.push(given.statement);
        bind(given);
      };
    };
    pool.on('acquire', watch);
    const answer = await patch({ title: 'Second' });
    pool.off('acquire', watch);
    t.equal(answer.json().data.version, before + 1);
    t.notOk(statements.includes('read-stream'), 'the stream was not read');
    t.ok(statements.includes('append-next-origin'));
    t.equal(await version(), before + 1);
  });

  await t.test('what another process wrote meanwhile is met at the append, and the change decided again', async (t) => {
    const before = await version();
    await elsewhere('Theirs');
    const answer = await patch({ title: 'Ours' });
    t.equal(answer.statusCode, 200, answer.body);
    t.equal(answer.json().data.version, before + 2);
    t.equal((await detail()).title, 'Ours');
  });

  await t.test('nothing to change by memory is asked for again before it is answered', async (t) => {
    await elsewhere('Theirs again');
    const before = await version();
    t.equal((await patch({ title: 'Ours' })).json().data.version, before + 1, 'by memory the title was this already');
    t.equal((await detail()).title, 'Ours');
  });

  await t.test('a refusal by memory is decided again, too', async (t) => {
    let attempts = 0;
    const decide = () =>
      runCommand(h.kernel, context({ account_id: nora.account_id }), async (trx) => {
        attempts += 1;
        const known = loadCached<{ title: string }>(trx, stream) ?? (await load<{ title: string }>(trx, stream));
        if (known.state.title === 'Ours') throw new Refusal('Conflict');
        return { status: 200, data: known.state.title };
      });
    await elsewhere('Not ours');
    t.equal((await decide()).data, 'Not ours');
    t.equal(attempts, 2);
  });

  await t.test('a group whose instance was deleted is gone, whatever is remembered', async (t) => {
    t.equal((await patch({ title: 'Remembered' })).statusCode, 200);
    const before = await version();
    await h.kernel.db.pool.query('update instance set deleted = true where id = $1', [scene.instance_id]);
    t.equal((await patch({ title: 'Too late' })).statusCode, 404);
    t.equal(await version(), before);
    await h.kernel.db.pool.query('update instance set deleted = false where id = $1', [scene.instance_id]);
  });

  await t.test('a repeated key answers as before, though the first attempt does not look for it', async (t) => {
    const key = { 'idempotency-key': uuidv7() };
    const first = await patch({ title: 'Keyed' }, key);
    const before = await version();
    await patch({ title: 'Between' });
    const again = await patch({ title: 'Keyed' }, key);
    t.same(again.json(), first.json());
    t.equal(await version(), before + 1);
    t.equal((await detail()).title, 'Between');
    t.equal((await patch({ title: 'Other body' }, key)).json().code, 'IdempotencyKeyReused');
    const refused = { 'idempotency-key': uuidv7() };
    t.equal((await patch({ status: 7 }, refused)).statusCode, 422);
    t.equal((await patch({ title: 'After a refusal' }, refused)).statusCode, 200);
    // Bytes that do not pack: an index row holds less than 3 KB.
    const query = { x: Array.from({ length: 250 }, () => uuidv7()).join('') };
    const rename = (firstname: string) =>
      h.inject('PATCH', '/api/user', { as: nora, body: { firstname }, query, headers: { 'idempotency-key': 'long' } });
    const [named, named_again] = [await rename('Nora'), await rename('Nora')];
    t.equal(named.statusCode, 200, named.body);
    t.same(named_again.json(), named.json());
  });
});
