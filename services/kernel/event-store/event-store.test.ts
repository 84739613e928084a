import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import t from 'tap';
import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '#contracts/api/errors.ts';
import { startHarness } from '#ops/testing/harness.ts';
import { programArgs } from '#ops/testing/program.ts';
import { type CommandContext, systemContext } from '../commands/command-trx.ts';
import { runCommand } from '../commands/handler.ts';
import { load, save } from '../commands/streams.ts';
import { transaction } from '../db/transaction.ts';
import { append, insertEvents, StreamConflict, toRecorded } from './append.ts';
import { loadStream, logStart, readLog, readStream } from './read.ts';

const run = promisify(execFile);
const root = new URL('../../../', import.meta.url).pathname;
const racer = async (url: string, stream: string, writers: number, mode: 'once' | 'retry') => {
  const { stdout } = await run(
    process.execPath,
    [...programArgs('services/kernel/testing/racer.ts'), url, stream, String(writers), mode],
    { cwd: root },
  );
  return JSON.parse(stdout) as { begun: number; ended: number; won: number; conflicts: number; other: string[] };
};

const context = (given: Partial<CommandContext> = {}): CommandContext => ({ ...systemContext(Date.now()), ...given });
const signedIn = () => ({ type: 'UserSignedIn' as const, data: { user_id: uuidv7(), session_id: uuidv7() } });
const someStream = () => `security-${uuidv7()}-202611`;

t.test('the event store', async (t) => {
  const h = await startHarness(t, { parts: false });
  const { kernel, databaseUrl } = h;
  const { db } = kernel;

  t.test('events come back as they were appended, in order, with author and moment', async (t) => {
    const stream = someStream();
    const by = context({ actor: { type: 'user', id: uuidv7() }, request_id: 'r-1', now: 1_795_000_000_123 });
    const events = [signedIn(), signedIn()];
    await transaction(db, (trx) => append(trx, stream, 0, events, by));
    const read = await readStream(db.pool, stream);
    t.same(
      read.map(({ type, data }) => ({ type, data })),
      events,
    );
    t.same(
      read.map((event) => event.meta.version),
      [1, 2],
    );
    t.match(read[0]!.meta, { actor: by.actor, request_id: 'r-1', ts: by.now, correlation_id: by.correlation_id });
  });

  t.test('an append that expects a later version than there is conflicts and leaves no gap', async (t) => {
    const stream = someStream();
    await t.rejects(
      transaction(db, (trx) => append(trx, stream, 3, [signedIn()], context())),
      StreamConflict,
    );
    t.equal((await loadStream(db.pool, stream)).version, 0);
  });

  t.test('an append on its own writes all of its events or none', async (t) => {
    const stream = someStream();
    const writeAlone = async (expected: number, count: number) => {
      const by = context();
      const recorded = toRecorded(stream, expected, Array.from({ length: count }, signedIn), by);
      await insertEvents(db.pool, stream, expected, recorded, by);
      return count;
    };
    await writeAlone(0, 2);
    await t.rejects(writeAlone(1, 1), StreamConflict);
    const rivals = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => writeAlone(2, 1 + (index % 3))));
    const won = rivals.filter((one) => one.status === 'fulfilled');
    t.equal(won.length, 1);
    for (const one of rivals)
      if (one.status === 'rejected') t.ok(one.reason instanceof StreamConflict, String(one.reason));
    t.equal((await loadStream(db.pool, stream)).version, 2 + won[0]!.value, 'nothing of the losers is there');
  });

  t.test('data that does not fit its schema is never written', async (t) => {
    const stream = someStream();
    const wrong = { type: 'UserSignedIn', data: { user_id: 'nobody' } } as never;
    await t.rejects(transaction(db, (trx) => append(trx, stream, 0, [wrong], context())));
    t.equal((await loadStream(db.pool, stream)).version, 0);
  });

  t.test(
    'of 1,000 appends from two processes that expect one version one wins and 999 get a typed conflict',
    async (t) => {
      const stream = someStream();
      const both = await Promise.all([
        racer(databaseUrl, stream, 500, 'once'),
        racer(databaseUrl, stream, 500, 'once'),
      ]);
      t.same(
        both.flatMap((one) => one.other),
        [],
      );
      t.equal(both[0].won + both[1].won, 1);
      t.equal(both[0].conflicts + both[1].conflicts, 999);
      t.equal((await loadStream(db.pool, stream)).version, 1);
    },
  );

  t.test('1,000 writers in two processes that retry on one stream all finish within 10 s', async (t) => {
    const stream = someStream();
    const both = await Promise.all([
      racer(databaseUrl, stream, 500, 'retry'),
      racer(databaseUrl, stream, 500, 'retry'),
    ]);
    t.same(
      both.flatMap((one) => one.other),
      [],
    );
    t.equal(both[0].won + both[1].won, 1000);
    const { rows } = await db.pool.query(
      'select count(*)::int as n, max(version) as last from event where stream = $1',
      [stream],
    );
    t.match(rows[0], { n: 1000, last: 1000 });
    const took = Math.max(both[0].ended, both[1].ended) - Math.min(both[0].begun, both[1].begun);
    t.ok(took < 10_000, `they took ${took} ms`);
  });

  t.test('a slow transaction that commits after later ones is read, after all, exactly once', async (t) => {
    const [slow, quick] = [someStream(), someStream()];
    let place = logStart;
    const seen: string[] = [];
    const follow = async () => {
      for (const row of await readLog(db.pool, place, 10_000)) {
        place = { transaction_id: row.transaction_id, position: row.position };
        seen.push(row.stream);
      }
    };
    await follow();
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    let begun = () => {};
    const started = new Promise<void>((done) => {
      begun = done;
    });
    const late = transaction(db, async (trx) => {
      await append(trx, slow, 0, [signedIn()], context());
      begun();
      await held;
    });
    await started;
    await transaction(db, (trx) => append(trx, quick, 0, [signedIn()], context()));
    await follow();
    t.notOk(seen.includes(quick), 'what committed behind a running transaction waits');
    release();
    await late;
    await h.until(async () => {
      await follow();
      return seen.includes(quick);
    }, 'the later one');
    t.equal(seen.filter((stream) => stream === slow).length, 1);
    t.equal(seen.filter((stream) => stream === quick).length, 1);
  });

  t.test(
    'the versions of a stream come in the order in which the log is read: an older transaction conflicts',
    async (t) => {
      const stream = someStream();
      await t.rejects(
        transaction(db, async (early) => {
          await early.client.query('select pg_current_xact_id()');
          await transaction(db, (trx) => append(trx, stream, 0, [signedIn()], context()));
          await append(early, stream, 1, [signedIn()], context());
        }),
        StreamConflict,
      );
      t.equal((await loadStream(db.pool, stream)).version, 1);
    },
  );

  t.test('a command that is refused leaves nothing behind', async (t) => {
    const stream = someStream();
    await t.rejects(
      runCommand(kernel, context(), async (trx) => {
        await save(trx, await load(trx, stream), [signedIn()]);
        throw new Refusal('PermissionDenied');
      }),
      { code: 'PermissionDenied' },
    );
    t.equal((await loadStream(db.pool, stream)).version, 0);
  });

  t.test('the same idempotency key gives the stored answer once, and refuses another body', async (t) => {
    const user = uuidv7();
    const stream = someStream();
    const claim = { user_id: user, key: 'k', route: 'POST /x', body: { a: 1 } };
    const once = (body: unknown) =>
      runCommand(kernel, context({ idempotency: { ...claim, body } }), async (trx) => {
        const loaded = await load(trx, stream);
        await save(trx, loaded, [signedIn()]);
        return { status: 201, data: { version: loaded.version + 1 } };
      });
    const answers = await Promise.all(Array.from({ length: 8 }, () => once({ a: 1 })));
    for (const answer of answers) t.same(answer, { status: 201, data: { version: 1 } });
    t.equal((await loadStream(db.pool, stream)).version, 1);
    await t.rejects(once({ a: 2 }), { code: 'IdempotencyKeyReused' });
  });
});
