import type pg from 'pg';

/** So many rows are in memory at a time. */
const fetchRows = 20_000;

/** A sort of all viewers of a large account takes longer than any request may; nobody waits for a lock meanwhile. */
const patience = `set local statement_timeout = 3600000; set local idle_in_transaction_session_timeout = 60000`;

/**
 * The rows of a question in portions, by a cursor of the open transaction of `client`, which must be one that only reads: it
 * has no number of its own, and so holds nobody back.
 */
export async function* readByCursor<T extends pg.QueryResultRow>(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[],
): AsyncGenerator<T[]> {
  await client.query(patience);
  await client.query(`declare viewers no scroll cursor for ${text}`, [...values]);
  for (;;) {
    const { rows } = await client.query<T>(`fetch ${fetchRows} from viewers`);
    if (rows.length > 0) yield rows;
    if (rows.length < fetchRows) break;
  }
  await client.query('close viewers');
}
