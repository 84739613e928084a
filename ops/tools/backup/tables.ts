import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { projectionSchemas } from '../../start/migrate-databases.ts';
import { BackupUnfit, type SequenceState, type TablePart } from './manifest.ts';
import { packInto, unpack } from './pack.ts';

/** Everything that the product keeps in a database lies in these schemas, as far as they are there. */
export const schemas = ['public', 'bullmq', ...projectionSchemas, 'analytics'];

/** A table with its columns, without what is in it. */
export type TableShape = Pick<TablePart, 'schema' | 'name' | 'columns' | 'partition'>;

/** Quotes a qualified name for SQL. */
export const quoteIdentifiers = (...names: string[]): string =>
  names.map((one) => `"${one.replaceAll('"', '""')}"`).join('.');

// What belongs to an extension comes with it; what is computed from other columns is computed again.
const ofExtension = `exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`;

/** The tables of the product that hold rows, partitions one by one; those that others refer to come first. */
export const readShapes = async (on: pg.ClientBase): Promise<TableShape[]> => {
  const { rows } = await on.query<TableShape & { oid: number; needs: number[] }>(
    `select c.oid::int as oid, n.nspname as schema, c.relname as name,
            (select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
                             order by a.attname), '[]')
               from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
            (select json_build_object('of', p.relname, 'bound', pg_get_expr(c.relpartbound, c.oid))
               from pg_inherits i join pg_class p on p.oid = i.inhparent
              where i.inhrelid = c.oid and c.relispartition) as partition,
            array(select confrelid::int from pg_constraint k
                   where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any($1::text[]) and c.relkind = 'r' and not ${ofExtension}
      order by 2, 3`,
    [schemas],
  );
  const placed: typeof rows = [];
  const place = (one: (typeof rows)[number]): void => {
    if (placed.includes(one)) return;
    for (const need of one.needs) {
      const other = rows.find(({ oid }) => oid === need);
      if (other) place(other);
    }
    placed.push(one);
  };
  for (const one of rows) place(one);
  return placed.map(({ schema, name, columns, partition }) => ({ schema, name, columns, partition }));
};

/** Where the sequences of the product stand now: at least as far as any snapshot that was taken before. */
export const readSequences = async (on: pg.ClientBase): Promise<SequenceState[]> => {
  const { rows } = await on.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any($1::text[]) and c.relkind = 'S' and not ${ofExtension} order by 1, 2`,
    [schemas],
  );
  const found: SequenceState[] = [];
  for (const one of rows) {
    const { rows: state } = await on.query<Omit<SequenceState, 'schema' | 'name'>>(
      `select last_value::text, is_called from ${quoteIdentifiers(one.schema, one.name)}`,
    );
    found.push({ ...one, ...state[0]! });
  }
  return found;
};

const columnList = ({ columns }: Pick<TableShape, 'columns'>): string =>
  columns.map(({ name }) => quoteIdentifiers(name)).join(', ');

/** Copies a table into the backup, in the snapshot of the open transaction. */
export const copyOut = async (
  client: pg.ClientBase,
  folder: string,
  under: string,
  shape: TableShape,
): Promise<TablePart> => {
  const rows = client.query(
    copyTo(`copy ${quoteIdentifiers(shape.schema, shape.name)} (${columnList(shape)}) to stdout`),
  );
  const file = `${under}/${shape.schema}.${shape.name}.copy.gz`;
  return {
    ...shape,
    ...(await packInto(folder, file, rows, () => (rows as unknown as { rowCount: number }).rowCount)),
  };
};

/** Fills a table from the backup, in the open transaction; throws BackupUnfit when it is not what was written. */
export const copyIn = async (client: pg.ClientBase, folder: string, table: TablePart): Promise<void> => {
  const into = client.query(
    copyFrom(`copy ${quoteIdentifiers(table.schema, table.name)} (${columnList(table)}) from stdin`),
  );
  await unpack(folder, table, into);
  const { rowCount } = into as unknown as { rowCount: number };
  if (rowCount !== table.rows)
    throw new BackupUnfit(`${table.schema}.${table.name} got ${rowCount} of ${table.rows} rows. Nothing was restored.`);
};

/** Sets a sequence to where it stood; one that the product makes as it goes is made. */
export const setSequence = async (client: pg.ClientBase, one: SequenceState): Promise<void> => {
  const name = quoteIdentifiers(one.schema, one.name);
  await client.query(`create sequence if not exists ${name}`);
  await client.query('select setval($1::regclass, $2::bigint, $3)', [name, one.last_value, one.is_called]);
};

const columnsOf = ({ columns }: TableShape): string => JSON.stringify(columns);

/**
 * Throws BackupUnfit unless the tables of a database are those of the backup, column by column. Partitions that are
 * made as days come are made here.
 */
export const matchShapes = async (client: pg.ClientBase, tables: readonly TablePart[]): Promise<void> => {
  for (const { schema, name, partition } of tables)
    if (partition)
      await client.query(
        `create table if not exists ${quoteIdentifiers(schema, name)} partition of ${quoteIdentifiers(schema, partition.of)} ${partition.bound}`,
      );
  const there = new Map((await readShapes(client)).map((one) => [quoteIdentifiers(one.schema, one.name), one]));
  const faults: string[] = [];
  for (const table of tables) {
    const name = quoteIdentifiers(table.schema, table.name);
    const found = there.get(name);
    if (!found || columnsOf(found) !== columnsOf(table)) faults.push(name);
    there.delete(name);
  }
  faults.push(...there.keys());
  if (faults.length > 0)
    throw new BackupUnfit(
      `This release has different tables than the backup (${faults.slice(0, 5).join(', ')}). Restore it with the release that made it, then start this one.`,
    );
};
