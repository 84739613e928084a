// A Postgres for a whole test run: prints its address, lives until standard input closes.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '#kernel/db/embedded.ts';
import { createLog } from '#kernel/platform/log.ts';
import { forTests } from './postgres.ts';

const dir = await mkdtemp(join(tmpdir(), 'storyrail-pg-'));
const embedded = await startEmbedded(dir, createLog('silent'), forTests);
// Tests open some thousand connections over loopback: a password that is sent as it is saves each 2 ms of processor.
const methods = join(dir, 'postgres/pg_hba.conf');
await writeFile(methods, (await readFile(methods, 'utf8')).replaceAll('scram-sha-256', 'password'));
process.kill(embedded.pid, 'SIGHUP');
process.stdout.write(`${embedded.url}\n`);
process.stdin.resume();
process.stdin.on('end', async () => {
  await embedded.stop();
  await rm(dir, { recursive: true, force: true });
  process.exit(0);
});
