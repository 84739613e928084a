import { isDeepStrictEqual } from 'node:util';
import type { Recorded } from '#contracts/event.ts';
import type { StoryrailEvent } from '#contracts/events.ts';
import type { Db } from '#kernel/db/pool.ts';
import { type Checkpoint, logStart } from '#kernel/event-store/read.ts';
import { type EventRow, toEvent } from '#kernel/event-store/row.ts';
import { createStreamStates } from '../runner/stream-states.ts';
import { schemaHash } from '../schema-hash.ts';
import { chain, chainStart, earlierChain, type Head, type Link, linkSelect } from './chain.ts';
import { type AuditRowDraft, draftOf } from './draft.ts';
import type { KeptHead } from './heads.ts';

/** The first row of the audit that does not fit the log, or the first event that the audit lacks; null where there is none. */
export interface BadRow {
  account_id: string | null;
  place: number | null;
  event_id: string | null;
  why: string;
}

/** Where a walk stands: at the end of what the audit has taken in, still under way, or waiting for tables of this release. */
export type Standing = 'level' | 'under way' | 'not yet';

/** A walk along the log beside the audit, a page at a time; it holds the head of each chain and some folded states. */
export interface Walk {
  /** Takes the next page; throws BadAudit at the first row that does not fit. */
  step(): Promise<Standing>;
  /** How many rows were found to fit, and of how many accounts. */
  rows(): number;
  accounts(): number;
}

/** The audit does not fit the log. */
export class BadAudit extends Error {
  readonly row: BadRow;

  constructor(row: BadRow) {
    super(
      row.place === null
        ? `event ${row.event_id ?? 'unknown'}: ${row.why}`
        : `place ${row.place} of account ${row.account_id}, event ${row.event_id ?? 'unknown'}: ${row.why}`,
    );
    this.row = row;
  }
}

/** The tables were made anew meanwhile: the walk starts again. */
class MadeAnew extends Error {}

type Stored = AuditRowDraft & Head;
type Row = Link & Checkpoint & { audit: Stored | null };
type At = Checkpoint & { tables_hash: string; tables: string };

const pageRows = 200;
const heldStates = 5000;
const auditTables = { name: 'audit', tables: new URL('./tables.sql', import.meta.url) };

const readAt = async ({ pool }: Db): Promise<At | null> => {
  const { rows } = await pool.query<At>(
    `select transaction_id::text, position::text, tables_hash, to_regclass('audit.audit_row')::oid::text as tables
       from projection_checkpoint where name = 'audit'`,
  );
  return rows[0] ?? null;
};

const readPage = async ({ pool }: Db, after: Checkpoint, until: Checkpoint): Promise<Row[]> => {
  const { rows } = await pool.query<Row>(
    `select ${linkSelect}, event.transaction_id::text as transaction_id, event.position::text as position, to_jsonb(a) as audit
       from public.event left join audit.audit_row a on a.id = event.event_id
      where (event.transaction_id, event.position) > ($1::xid8, $2::bigint)
        and (event.transaction_id, event.position) <= ($3::xid8, $4::bigint)
      order by event.transaction_id, event.position limit $5`,
    [after.transaction_id, after.position, until.transaction_id, until.position, pageRows],
  );
  return rows;
};

const toRow = (link: Link): EventRow =>
  ({
    ...link,
    version: Number(link.version),
    schema_version: Number(link.schema_version),
    data: JSON.parse(link.data!),
    cause: link.cause === null ? null : JSON.parse(link.cause),
    ts: Number(link.ts),
  }) as EventRow;

const same = (a: Checkpoint, b: Checkpoint): boolean =>
  a.transaction_id === b.transaction_id && a.position === b.position;

/** Heads that were kept, by account, the next one of each last. */
const byAccount = (kept: readonly KeptHead[]): Map<string, KeptHead[]> => {
  const found = new Map<string, KeptHead[]>();
  for (const head of [...kept].sort((a, b) => b.place - a.place)) {
    const held = found.get(head.account_id);
    if (held) held.push(head);
    else found.set(head.account_id, [head]);
  }
  return found;
};

/**
 * Begins a walk from the start of the log: every event below the audit's checkpoint must have its row, in the order of the
 * log, chained over all its columns, and every column of a row must say what the event gives. `kept` are heads from outside.
 */
export const beginWalk = (db: Db, kept: readonly KeptHead[]): Walk => {
  let at: Checkpoint = logStart;
  let tables: string | null = null;
  let rows = 0;
  let whole = false;
  const heads = new Map<string, Head>();
  const earlier = new Map<string, Head>();
  const awaited = byAccount(kept);
  const earlierWanted = new Set(kept.filter((head) => head.earlier).map((head) => head.account_id));
  const folds = createStreamStates(heldStates);
  const parked = new Set<string>();
  let moved = new Set<string>();

  const bad = (account_id: string | null, place: number | null, event_id: string | null, why: string): BadAudit =>
    new BadAudit({ account_id, place, event_id, why });

  const compareKept = (account: string, head: Head, link: Link): void => {
    if (earlierWanted.has(account)) earlier.set(account, earlierChain(earlier.get(account) ?? chainStart, link));
    const waiting = awaited.get(account);
    while (waiting?.at(-1)?.place === head.place) {
      const one = waiting.pop()!;
      const made = one.earlier ? earlier.get(account)! : head;
      if (made.hash !== one.hash)
        throw bad(account, head.place, link.event_id, `it leads to another head than that kept in ${one.kept}`);
    }
  };

  const compareRow = (event: Recorded<StoryrailEvent>, draft: AuditRowDraft | null, stored: Stored): void => {
    const { account_id, place, id } = stored;
    if (!draft) throw bad(account_id, place, id, 'its event belongs to no account');
    const given = JSON.parse(JSON.stringify(draft)) as AuditRowDraft;
    for (const name of Object.keys(given) as (keyof AuditRowDraft)[])
      if (!isDeepStrictEqual(given[name], stored[name]))
        throw bad(account_id, place, id, `${name} is not what ${event.type} gives`);
  };

  /** An event without a row: set aside, of no account, or gone from the audit. */
  const withoutRow = async (link: Link): Promise<void> => {
    const stream = link.stream!;
    if (parked.has(stream)) return;
    const { rowCount } = await db.pool.query(
      `select from parked_event where projection = 'audit' and stream = $1 and version <= $2::int`,
      [stream, link.version],
    );
    if (rowCount) {
      parked.add(stream);
      return;
    }
    let event: Recorded<StoryrailEvent>;
    try {
      event = toEvent(toRow(link));
    } catch {
      throw bad(link.account_id, null, link.event_id, 'it cannot be read, and the audit has no row of it');
    }
    if (draftOf(event, await folds.at(db.pool, event)))
      throw bad(link.account_id, null, link.event_id, 'the audit has no row of it');
  };

  const take = async ({ audit: stored, transaction_id: _, position: __, ...link }: Row): Promise<void> => {
    if (!stored) return withoutRow(link);
    const { account_id } = stored;
    const head = chain(heads.get(account_id) ?? chainStart, link);
    if (stored.place !== head.place)
      throw bad(
        account_id,
        stored.place,
        link.event_id,
        `it should be at place ${head.place}: rows are missing, too many, or in another order than the log`,
      );
    if (stored.hash !== head.hash)
      throw bad(account_id, stored.place, link.event_id, 'its event is not what was chained');
    const event = toEvent(toRow(link));
    compareRow(event, draftOf(event, folds.known(event) ?? (await folds.at(db.pool, event))), stored);
    heads.set(account_id, head);
    compareKept(account_id, head, link);
    moved.add(account_id);
    rows += 1;
  };

  /** The ends of the chains, read at one moment with the checkpoint: when the audit went on since, a chain may be longer. */
  const compareEnds = async (): Promise<void> => {
    const { rows: found } = await db.pool.query<Checkpoint & { heads: (Head & { account_id: string })[] | null }>(
      `select transaction_id::text, position::text,
              (select json_agg(h) from audit.audit_head h where $1::uuid[] is null or h.account_id = any($1::uuid[])) as heads
         from projection_checkpoint where name = 'audit'`,
      [whole ? [...moved] : null],
    );
    const quiet = found[0] !== undefined && same(found[0], at);
    const ends = new Map((found[0]?.heads ?? []).map((head) => [head.account_id, head]));
    for (const account of whole ? moved : new Set([...heads.keys(), ...ends.keys()])) {
      const [made, end] = [heads.get(account) ?? chainStart, ends.get(account) ?? chainStart];
      const longer = !quiet && end.place > made.place;
      if (!longer && (made.place !== end.place || made.hash !== end.hash))
        throw bad(
          account,
          Math.min(made.place, end.place) + 1,
          null,
          `the chain ends at place ${end.place}, that of the log at ${made.place}`,
        );
    }
    moved = new Set();
  };

  /** What only a walk from the start can see: rows of no event, and kept heads that nothing leads to any more. */
  const compareWhole = async (): Promise<void> => {
    const { rows: found } = await db.pool.query<Stored>(
      `select a.account_id, a.place, a.id from audit.audit_row a left join audit.audit_head h on h.account_id = a.account_id
        where h.account_id is null or a.place > h.place or a.place < 1 limit 1`,
    );
    if (found[0]) throw bad(found[0].account_id, found[0].place, found[0].id, 'the log has no such event');
    for (const [account, waiting] of awaited) {
      const one = waiting.at(-1);
      if (one) throw bad(account, one.place, null, `the rows up to the head kept in ${one.kept} are gone`);
    }
    whole = true;
  };

  const page = async (): Promise<Standing> => {
    const now = await readAt(db);
    if (now?.tables_hash !== (await schemaHash(auditTables))) return 'not yet';
    tables ??= now.tables;
    if (tables !== now.tables) throw new MadeAnew();
    const taken = await readPage(db, at, now);
    try {
      for (const row of taken) await take(row);
    } catch (error) {
      // What was set aside is applied by making the tables anew, with other places: not a fault of the rows.
      if ((await readAt(db))?.tables !== tables) throw new MadeAnew();
      throw error;
    }
    const last = taken.at(-1);
    if (last) at = { transaction_id: last.transaction_id, position: last.position };
    if (taken.length === pageRows) return 'under way';
    at = { transaction_id: now.transaction_id, position: now.position };
    await compareEnds();
    if (!whole) await compareWhole();
    return 'level';
  };

  return { step: page, rows: () => rows, accounts: () => heads.size };
};

/** Whether a walk ended since the audit's tables were made anew: nothing is wrong, and it begins again. */
export const isMadeAnew = (error: unknown): boolean => error instanceof MadeAnew;
