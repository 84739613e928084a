import { DatabaseUnfit } from '#kernel/db/migrate.ts';
import type { Config } from '#kernel/platform/config.ts';
import { createLog } from '#kernel/platform/log.ts';
import type { Secrets } from '#kernel/platform/secrets.ts';
import { migrateDatabases } from './migrate-databases.ts';

interface Given {
  secrets: Pick<Secrets, 'keyed'>;
  queue?: boolean;
  /** The address is that of the embedded Postgres, whose owner may do everything. */
  embedded: boolean;
}

/**
 * Migrates the databases of a configuration to this release, as the user of `url`, and answers the addresses to work
 * at: as a role that can read the log of events and add to it. Where a given user may not make one, says so in one line
 * of the log and goes on as that user; throws DatabaseUnfit where the embedded Postgres cannot be given one.
 */
export const migrateAsOwner = (
  config: Partial<Pick<Config, 'ANALYTICS_DATABASE_URL'>> & Pick<Config, 'LOG_LEVEL'>,
  url: string,
  { secrets, queue = true, embedded }: Given,
): Promise<{ databaseUrl: string; analyticsUrl: string }> =>
  migrateDatabases(url, config.ANALYTICS_DATABASE_URL ?? url, {
    queue,
    password: (role) => secrets.keyed('database-password', role),
    onNoRoles(words) {
      if (embedded) throw new DatabaseUnfit(`The embedded Postgres can't be used: ${words}`);
      createLog(config.LOG_LEVEL).warn(words);
    },
  });
