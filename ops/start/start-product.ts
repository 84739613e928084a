import { access, constants, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DatabaseUnfit } from '#kernel/db/migrate.ts';
import { loadSdkSecret, NotForSdk } from '#kernel/db/sdk-secret.ts';
import { type Config, ConfigError, loadConfig } from '#kernel/platform/config.ts';
import { monitorEventLoop } from '#kernel/platform/event-loop.ts';
import { createLog } from '#kernel/platform/log.ts';
import { loadSecrets } from '#kernel/platform/secrets.ts';
import { startTracing } from '#kernel/platform/tracing.ts';
import { migrateAsOwner } from './migrate-as-owner.ts';
import { openKernel } from './open-kernel.ts';
import { partNames, startParts } from './parts.ts';

/** The start is impossible for a reason outside of the product, which the message names in one line. */
class StartupError extends Error {}

const readArguments = (args: readonly string[]): { only?: string } => {
  try {
    return parseArgs({ args: [...args], options: { only: { type: 'string' } } }).values;
  } catch (error) {
    throw new StartupError((error as Error).message);
  }
};

const parsePartNames = (args: readonly string[]): Set<string> | null => {
  const values = readArguments(args);
  if (values.only === undefined) return null;
  const wanted = new Set(values.only.split(',').map((name) => name.trim()));
  const unknown = [...wanted].filter((name) => !partNames.includes(name));
  if (unknown.length > 0)
    throw new StartupError(`Unknown part: ${unknown.join(', ')}. Parts: ${partNames.join(', ')}.`);
  return wanted;
};

const ensureWritableDataDir = async (config: Config): Promise<void> => {
  try {
    await mkdir(config.DATA_DIR, { recursive: true });
    await access(config.DATA_DIR, constants.W_OK);
    const probe = join(config.DATA_DIR, `.probe-${process.pid}`);
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    throw new StartupError(`Can't write to DATA_DIR ${config.DATA_DIR}: ${(error as Error).message}`);
  }
};

/**
 * Starts the product with these settings and arguments of its program, and answers what stops it again. Throws when that
 * is impossible, and leaves nothing half-made.
 */
export const startProduct = async (env: NodeJS.ProcessEnv, args: readonly string[]) => {
  const config = loadConfig(env);
  if (config.NODE_ENV === 'production' && !config.SMTP_URL)
    throw new StartupError(
      'Production needs a mail server. Set SMTP_URL and MAIL_FROM, or unset NODE_ENV to use the local outbox.',
    );
  const only = parsePartNames(args);
  const log = createLog(config.LOG_LEVEL);
  await ensureWritableDataDir(config);
  if (only && !config.DATABASE_URL)
    throw new StartupError('--only needs DATABASE_URL, because parts in several processes share one Postgres.');
  const embedded = config.DATABASE_URL
    ? null
    : await (await import('#kernel/db/embedded.ts')).startEmbedded(config.DATA_DIR, log);
  const undo: (() => Promise<unknown>)[] = embedded ? [embedded.stop] : [];
  const stopAll = async () => {
    for (const step of undo.reverse()) await step();
  };
  try {
    const traces = config.OTEL_EXPORTER_OTLP_ENDPOINT;
    const tracing = traces ? await startTracing(traces, log) : null;
    if (tracing) undo.push(tracing.stop);
    const databaseUrl = config.DATABASE_URL ?? embedded!.url;
    if (embedded) {
      const file = join(config.DATA_DIR, 'database.url');
      await writeFile(file, databaseUrl, { mode: 0o600 });
      undo.push(() => rm(file, { force: true }));
    }
    const queue = !only || only.has('api') || only.has('jobs');
    const onlyServes = only !== null && [...only].every((name) => name === 'sdk');
    const reduced = onlyServes ? await loadSdkSecret(config.DATA_DIR) : null;
    const secrets = reduced?.secrets ?? (await loadSecrets(config.DATA_DIR));
    const url = reduced?.signedIn(databaseUrl) ?? databaseUrl;
    const at = await migrateAsOwner(config, url, { secrets, queue, embedded: embedded !== null }).catch(
      (error: unknown) => {
        if (!(error instanceof NotForSdk)) throw error;
        throw new StartupError('With only sdk.secret, DATABASE_URL must name the database role of the part sdk.');
      },
    );
    const kernel = await openKernel(config, { ...at, secrets, tracing, onlyReads: reduced !== null });
    undo.push(kernel.close);
    // Read before anybody is answered: whoever is answered may ask the process to end.
    const demoStart = only ? null : await import('../demo/start.ts');
    demoStart?.expectDemo(kernel);
    const parts = await startParts(kernel, only);
    undo.push(async () => {
      for (const part of parts) await part.stop();
    });
    // Before it nobody waits for an answer, and starting alone keeps the loop for half a second.
    const stopWatching = monitorEventLoop(kernel.metrics, log);
    undo.push(async () => stopWatching());
    const demo = demoStart ? await demoStart.startDemo(kernel) : null;
    if (demo) undo.push(demo.stop);
    return { config, log, stopAll, demo };
  } catch (error) {
    await stopAll();
    throw error;
  }
};

/** A name with several addresses fails with an error for each; the first one says it. */
const firstOf = (error: unknown): unknown => (error instanceof AggregateError ? (error.errors[0] ?? error) : error);

// What somebody who starts it can put right, by the code of the error.
const externalErrorCodes = new Set([
  'EADDRINUSE',
  'EADDRNOTAVAIL',
  'EACCES',
  'ECONNREFUSED',
  'ENOTFOUND',
  '28P01',
  '3D000',
]);

const explain = (error: unknown): string => {
  const { code, message, port, address } = firstOf(error) as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === 'EADDRINUSE') return `Port ${port} on ${address} is taken. Set PORT to a free one.`;
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${address}. Set HOST to one of its addresses.`;
  if (code === 'EACCES' && port) return `This user can't use port ${port}. Set PORT to one above 1023.`;
  if (code === 'ECONNREFUSED') return `No Postgres is responding at DATABASE_URL (${address}:${port}).`;
  if (code === 'ENOTFOUND') return `Can't find a host name from the settings: ${message}`;
  if (code === '28P01' || code === '3D000') return `Postgres refused DATABASE_URL: ${message}`;
  return message;
};
const isExpected = (error: unknown): boolean =>
  error instanceof StartupError ||
  error instanceof ConfigError ||
  error instanceof DatabaseUnfit ||
  externalErrorCodes.has((firstOf(error) as { code?: string }).code ?? '') ||
  /embedded Postgres did not start/.test((error as Error).message);

/** Why a start was impossible: in words for whoever can put it right, else with the stack. */
export const explainFailedStart = (error: unknown): string =>
  isExpected(error) ? explain(error) : String((error as Error).stack ?? error);
