import { hash } from 'node:crypto';
import type pg from 'pg';

/** What a link of the chain covers: the stored event, never what it looks like when it is read. */
export interface Link {
  event_id: string;
  type: string;
  /** The event's data exactly as the log holds it. */
  data: string;
  ts: number;
}

/** The start of every account's chain. */
export const chainStart = '0'.repeat(64);

/** The hash of a link, hex SHA-256 over the hash before it and the stored event; each part stands on a line of its own. */
export const chain = (previous: string, { event_id, type, data, ts }: Link): string =>
  hash('sha256', `${previous}\n${event_id}\n${type}\n${data}\n${ts}`, 'hex');

/** The stored events behind ids. */
export const readLinks = async (on: Pick<pg.Pool, 'query'>, ids: readonly string[]): Promise<Map<string, Link>> => {
  const { rows } = await on.query<Link>(
    'select event_id, type, data::text as data, ts from public.event where event_id = any($1::uuid[])',
    [ids],
  );
  return new Map(rows.map((row) => [row.event_id, row]));
};

/** Checks an account's chain against the log; answers the place of the first row that does not fit, or null. */
export const verifyChain = async (on: Pick<pg.Pool, 'query'>, accountId: string): Promise<number | null> => {
  let previous = chainStart;
  for (let from = 0; ; ) {
    const { rows } = await on.query<Link & { place: number; hash: string }>(
      `select a.place, a.hash, e.event_id, e.type, e.data::text as data, e.ts
         from audit_row a left join event e on e.event_id = a.id
        where a.account_id = $1 and a.place > $2 order by a.place limit 1000`,
      [accountId, from],
    );
    if (rows.length === 0) return null;
    for (const row of rows) {
      if (row.place !== from + 1 || row.event_id === null || chain(previous, row) !== row.hash) return row.place;
      previous = row.hash;
      from = row.place;
    }
  }
};
