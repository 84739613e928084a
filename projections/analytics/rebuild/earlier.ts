import type pg from 'pg';
import { DatabaseUnfit } from '#kernel/db/migrate.ts';
import { copiedTables, copyColumns, countableSince } from './kept-days.ts';

/**
 * The schema in which the figures of another release stand until the rebuild that follows has copied what cannot be
 * counted again.
 */
export const earlier = 'analytics_earlier';

/** Which release made a schema: its mark, null for none; undefined when there is no such schema. */
const madeBy = async (on: pg.ClientBase, schema: string): Promise<string | null | undefined> => {
  const { rows } = await on.query<{ release: string | null }>(
    `select obj_description(oid, 'pg_namespace') as release from pg_namespace where nspname = $1`,
    [schema],
  );
  return rows[0]?.release;
};

/** Throws DatabaseUnfit when there are figures that cannot be counted again and the release's tables cannot take them. */
const checkTables = async (on: pg.ClientBase): Promise<void> => {
  const since = await countableSince(on);
  if (since === null) return;
  try {
    await on.query(
      `select source, lane, transaction_id::text, position::text from ${earlier}.telemetry_checkpoint limit 0`,
    );
    for (const table of copiedTables) {
      const columns = await copyColumns(on, earlier, 'analytics', table);
      if (!columns) continue;
      await on.query(
        `insert into analytics.${table} (${columns.into}) select ${columns.values} from ${earlier}.${table} limit 0`,
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
 * Makes the tables of the figures for a release (its mark and its DDL), in the caller's transaction. Those of another
 * release are put aside, and taken back when that release starts again before they were replaced; tables that were made
 * in between are dropped, since nothing stands in them that is not counted again.
 */
export const makeFigures = async (on: pg.ClientBase, release: string, sql: string): Promise<void> => {
  const [present, aside] = [await madeBy(on, 'analytics'), await madeBy(on, earlier)];
  if (present === release) return;
  if (aside !== undefined) await on.query('drop schema if exists analytics cascade');
  if (aside === release) {
    await on.query(`alter schema ${earlier} rename to analytics`);
    return;
  }
  if (aside === undefined && present !== undefined) await on.query(`alter schema analytics rename to ${earlier}`);
  await on.query(
    `create schema analytics; comment on schema analytics is '${release}'; set local search_path = analytics, public`,
  );
  await on.query(sql);
  if (aside !== undefined || present !== undefined) await checkTables(on);
};
