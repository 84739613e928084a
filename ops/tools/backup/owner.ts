import pg from 'pg';
import { DatabaseUnfit } from '#kernel/db/migrate.ts';

/** A connection of its own for work on a database as a whole: no time limits, dates and numbers as text in one form. */
export const openOwner = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'storyrail backup',
    // Rows are copied in the order in which they lie, so that a table that did not change gives the same bytes.
    options:
      '-c search_path=public -c timezone=UTC -c datestyle=ISO,YMD -c intervalstyle=postgres -c bytea_output=hex -c extra_float_digits=1 -c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c synchronize_seqscans=off',
  });
  // A connection that is lost fails what is asked of it next; it must not end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
};

/** Throws DatabaseUnfit while a process of the product is connected to the database. */
export const refuseInUse = async (on: Pick<pg.ClientBase, 'query'>): Promise<void> => {
  // Whoever may not see what others are called sees nothing of them: they are taken for the product.
  const { rows } = await on.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and (application_name = 'storyrail' or backend_type is null)`,
  );
  if (rows[0]!.count > 0)
    throw new DatabaseUnfit(
      `Storyrail is running on this database (${rows[0]!.count} connections). Stop all of its processes first.`,
    );
};
