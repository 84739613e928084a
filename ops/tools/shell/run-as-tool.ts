import { Refusal } from '#contracts/api/errors.ts';
import { DatabaseUnfit } from '#kernel/db/migrate.ts';
import { InvalidRequest } from '#kernel/http/error-answer.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type Config, ConfigError, loadConfig } from '#kernel/platform/config.ts';
import { KeyRingError } from '#kernel/platform/key-ring.ts';
import { say } from '#kernel/platform/say.ts';
import { loadSecrets } from '#kernel/platform/secrets.ts';
import { migrateAsOwner } from '../../start/migrate-as-owner.ts';
import { openKernel } from '../../start/open-kernel.ts';
import { findDatabases } from './databases.ts';
import { ToolRefused } from './tool-refused.ts';

// What somebody at a shell can put right: the message says it, and no stack is needed.
const explained = [ToolRefused, ConfigError, DatabaseUnfit, KeyRingError];

const explanationOf = (error: unknown): unknown => {
  if (error instanceof Refusal) return say(error.said);
  if (error instanceof InvalidRequest) return error.errors[0]?.message;
  return explained.some((kind) => error instanceof kind) ? (error as Error).message : error;
};

/** The settings of a tool: those of the product, which logs warnings alone unless LOG_LEVEL says otherwise. */
export const toolConfig = (): Config => loadConfig({ LOG_LEVEL: 'warn', ...process.env });

/**
 * Runs a tool with what stands behind its name on the command line, and ends the process with the code that it answers;
 * with `failed` and the reason on standard error when it throws. A signal ends it, and an embedded Postgres that it has
 * started, at once.
 */
export const runAsTool = async (
  work: (args: readonly string[]) => Promise<number>,
  { failed = 2 } = {},
): Promise<never> => {
  const code = await work(process.argv.slice(2)).catch((error: unknown) => {
    console.error(explanationOf(error));
    return failed;
  });
  process.exit(code);
};

/**
 * Opens a kernel on the databases of the installation, which runs or does not, migrates them to this release, works
 * with it and closes it.
 */
export const withToolKernel = async (work: (kernel: Kernel) => Promise<number>): Promise<number> => {
  const config = toolConfig();
  const { databaseUrl, close } = await findDatabases(config);
  try {
    const secrets = await loadSecrets(config.DATA_DIR);
    const at = await migrateAsOwner(config, databaseUrl, { secrets, embedded: !config.DATABASE_URL });
    const kernel = await openKernel(config, { ...at, secrets });
    try {
      return await work(kernel);
    } finally {
      await kernel.close();
    }
  } finally {
    await close();
  }
};
