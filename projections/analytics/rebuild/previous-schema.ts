import type pg from 'pg';
import { DatabaseUnfit } from '#kernel/db/migrate.ts';
import { carriedTables, copyColumns, recountableSince } from './carried-over-days.ts';

/**
 * The schema with the tables of the previous release, until the rebuild that follows has carried over what cannot be
 * recounted.
 */
export const previousSchema = 'analytics_earlier';

/** Which release made a schema: its mark, null for none; undefined when there is no such schema. */
const releaseOf = async (on: pg.ClientBase, schema: string): Promise<string | null | undefined> => {
  const { rows } = await on.query<{ release: string | null }>(
    `select obj_description(oid, 'pg_namespace') as release from pg_namespace where nspname = $1`,
    [schema],
  );
  return rows[0]?.release;
};

/** Throws DatabaseUnfit when there are days that cannot be recounted and the release's tables cannot hold them. */
const checkCarriedTables = async (on: pg.ClientBase): Promise<void> => {
  const since = await recountableSince(on);
  if (since === null) return;
  try {
    await on.query(
      `select source, lane, transaction_id::text, position::text from ${previousSchema}.telemetry_checkpoint limit 0`,
    );
    for (const table of carriedTables) {
      const columns = await copyColumns(on, previousSchema, 'analytics', table);
      if (!columns) continue;
      await on.query(
        `insert into analytics.${table} (${columns.into}) select ${columns.values} from ${previousSchema}.${table} limit 0`,
      );
    }
  } catch (error) {
    const day = new Date(since).toISOString().slice(0, 10);
    throw new DatabaseUnfit(
      `The figures before ${day} cannot be counted again, and this release's tables cannot take them: ${(error as Error).message}. Start the release before, or give its tables what is missing (README, "A figure").`,
    );
  }
};

/**
 * Creates the analytics tables of a release (its mark and its DDL) in the caller's transaction. Those of another
 * release become the previous schema, which is renamed back when that release starts again before they were replaced;
 * tables created in between are dropped, since everything in them is counted again.
 */
export const createAnalyticsTables = async (on: pg.ClientBase, release: string, sql: string): Promise<void> => {
  const [current, previous] = [await releaseOf(on, 'analytics'), await releaseOf(on, previousSchema)];
  if (current === release) return;
  if (previous !== undefined) await on.query('drop schema if exists analytics cascade');
  if (previous === release) {
    await on.query(`alter schema ${previousSchema} rename to analytics`);
    return;
  }
  if (previous === undefined && current !== undefined)
    await on.query(`alter schema analytics rename to ${previousSchema}`);
  await on.query(
    `create schema analytics; comment on schema analytics is '${release}'; set local search_path = analytics, public`,
  );
  await on.query(sql);
  if (previous !== undefined || current !== undefined) await checkCarriedTables(on);
};
