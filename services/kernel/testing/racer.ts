// Run as a process of its own: appends to one stream from many writers at once and prints what became of them.
// Arguments: database address, stream, writers, mode (`once`: all expect version 0; `retry`: each until it succeeded).
import { v7 as uuidv7 } from 'uuid';
import { initialState } from '#contracts/stream.ts';
import { systemContext } from '../commands/command-trx.ts';
import { runCommand } from '../commands/handler.ts';
import { load, save } from '../commands/streams.ts';
import { openDb } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { append, StreamConflict } from '../event-store/append.ts';
import type { Kernel } from '../kernel.ts';
import { createLog } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';

const [url, stream, count, mode] = process.argv.slice(2) as [string, string, string, 'once' | 'retry'];
const db = openDb(url, { max: 16, waitMs: 60_000 });
const metrics = createMetrics();
const log = createLog('silent');
const kernel = { db, log, metrics, inline: {}, notifier: { notify: () => {} } } as unknown as Kernel;

const context = () => systemContext(Date.now());
const event = () => ({ type: 'UserSignedIn' as const, data: { user_id: uuidv7(), session_id: uuidv7() } });

const tryOnce = () => transaction(db, (trx) => append(trx, stream, 0, [event()], context()));
const untilDone = () =>
  runCommand(kernel, context(), async (trx) => {
    const loaded = await load(trx, stream);
    await save(trx, { ...loaded, state: initialState(stream) }, [event()]);
    return { status: 200, data: null };
  });

const begun = Date.now();
const outcome = { begun, ended: begun, won: 0, conflicts: 0, other: [] as string[] };
await Promise.all(
  Array.from({ length: Number(count) }, async () => {
    try {
      await (mode === 'once' ? tryOnce() : untilDone());
      outcome.won += 1;
    } catch (error) {
      if (error instanceof StreamConflict) outcome.conflicts += 1;
      else outcome.other.push(String(error));
    }
  }),
);
outcome.ended = Date.now();
await db.pool.end();
process.stdout.write(JSON.stringify(outcome));
