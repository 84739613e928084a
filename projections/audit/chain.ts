import { hash } from 'node:crypto';
import type pg from 'pg';
import type { CopiedRow } from '#kernel/event-store/copy.ts';

/**
 * The columns of an event that a link covers: all but the two of its place in the log, which are written anew when a dump is
 * restored into another cluster. What those say, the order of the log, is covered by the places in the chain.
 */
export const linkColumns = [
  'event_id',
  'stream',
  'version',
  'type',
  'schema_version',
  'account_id',
  'data',
  'actor_type',
  'actor_id',
  'on_behalf_of',
  'correlation_id',
  'request_id',
  'cause',
  'ts',
] as const;

/** What a link of the chain covers: the stored event, column by column as Postgres writes it, never what it looks like when it is read. */
export type Link = Record<(typeof linkColumns)[number], string | null>;

/** The columns of a link in a statement that knows the log as `event`. */
export const linkSelect = linkColumns.map((name) => `event.${name}::text as ${name}`).join(', ');

/** A link of a row that was copied out of the log. */
export const linkOf = (row: CopiedRow): Link => ({
  event_id: row.event_id,
  stream: row.stream,
  version: String(row.version),
  type: row.type,
  schema_version: String(row.schema_version),
  account_id: row.account_id,
  data: row.data_text,
  actor_type: row.actor_type,
  actor_id: row.actor_id,
  on_behalf_of: row.on_behalf_of,
  correlation_id: row.correlation_id,
  request_id: row.request_id,
  cause: row.cause_text,
  ts: String(row.ts),
});

/** Where a chain stands: how many rows it has, and the hash of the last. */
export interface Head {
  place: number;
  hash: string;
}

/** The start of every account's chain. */
export const chainStart: Head = { place: 0, hash: '0'.repeat(64) };

// Each value with its length, so that no text can pass for two, nor an empty one for none.
const marked = (value: string | null): string => (value === null ? '-' : `${value.length}:${value}`);

/** The next head of a chain: hex SHA-256 over the hash before it, the row's place in the chain and every column of the stored event. */
export const chain = (previous: Head, link: Link): Head => {
  const place = previous.place + 1;
  let text = `${previous.hash}\n${place}`;
  for (const name of linkColumns) text += `\n${marked(link[name])}`;
  return { place, hash: hash('sha256', text, 'hex') };
};

/** The head as releases made it that covered id, type, data and time alone: heads kept from then are checked with it. */
export const earlierChain = (previous: Head, { event_id, type, data, ts }: Link): Head => ({
  place: previous.place + 1,
  hash: hash('sha256', `${previous.hash}\n${event_id}\n${type}\n${data}\n${ts}`, 'hex'),
});

/** The stored events behind ids. */
export const readLinks = async (on: Pick<pg.Pool, 'query'>, ids: readonly string[]): Promise<Map<string, Link>> => {
  const { rows } = await on.query<Link>(
    `select ${linkSelect} from public.event where event.event_id = any($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.event_id!, row]));
};

/** Checks an account's chain against the log; answers the place of the first row that does not fit, or null. */
export const verifyChain = async (on: Pick<pg.Pool, 'query'>, accountId: string): Promise<number | null> => {
  let head = chainStart;
  for (;;) {
    const { rows } = await on.query<Link & Head>(
      `select a.place, a.hash, ${linkSelect}
         from audit_row a left join event on event.event_id = a.id
        where a.account_id = $1 and a.place > $2 order by a.place limit 1000`,
      [accountId, head.place],
    );
    if (rows.length === 0) return null;
    for (const row of rows) {
      const next = chain(head, row);
      if (row.event_id === null || row.place !== next.place || row.hash !== next.hash) return row.place;
      head = next;
    }
  }
};
