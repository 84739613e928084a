import type { Trx } from '#kernel/db/transaction.ts';
import { type BulkLoader, type CopyLines, type Projection, perTransaction } from '../projection.ts';
import { copyField } from '../runner/copy-field.ts';
import { chain, chainStart, type Head, type Link, linkOf, readLinks } from './chain.ts';
import { type AuditRowDraft, draftOf } from './draft.ts';
import { keepHeads } from './heads.ts';

/** The columns of audit_row, in the order of what a draft and its place in the chain hold. */
const columns = [
  'id',
  'account_id',
  'ts',
  'actor_type',
  'actor_id',
  'on_behalf_of',
  'action',
  'sentence',
  'subject_type',
  'subject_id',
  'subject_title',
  'parent_id',
  'changes',
  'cause',
  'request_id',
  'stream',
  'version',
  'correlation_id',
  'place',
  'hash',
] as const satisfies readonly (keyof AuditRowDraft | keyof Head)[];

/** Columns that may hold anything; in the others nothing needs a mark. */
const free = new Set<string>(['sentence', 'subject_title', 'changes', 'cause', 'request_id', 'stream']);

/** Adds a row to the chain of its account. */
const chained = (heads: Map<string, Head>, row: AuditRowDraft, link: Link): AuditRowDraft & Head => {
  const head = chain(heads.get(row.account_id) ?? chainStart, link);
  heads.set(row.account_id, head);
  return { ...row, ...head };
};

/** All rows, with every chain held in memory. */
const bulk = (): BulkLoader => {
  const heads = new Map<string, Head>();
  let lines: string[] = [];
  const rows = (): CopyLines => ({ table: 'audit_row', columns, lines });
  return {
    add(event, fold, copied) {
      const row = draftOf(event, fold);
      if (!row) return;
      const full = chained(heads, row, linkOf(copied));
      lines.push(columns.map((name) => (free.has(name) ? copyField(full[name]) : (full[name] ?? '\\N'))).join('\t'));
    },
    drain() {
      const drained = rows();
      lines = [];
      return [drained];
    },
    end: () => [
      {
        table: 'audit_head',
        columns: ['account_id', 'place', 'hash'],
        lines: [...heads].map(([account_id, { place, hash }]) => `${account_id}\t${place}\t${hash}`),
      },
    ],
  };
};

const drafts = perTransaction<AuditRowDraft[]>(() => []);

const readHeads = async (trx: Trx, accounts: string[]): Promise<Map<string, Head>> => {
  const { rows } = await trx.client.query<Head & { account_id: string }>(
    'select account_id, place, hash from audit_head where account_id = any($1::uuid[])',
    [accounts],
  );
  return new Map(rows.map(({ account_id, place, hash }) => [account_id, { place, hash }]));
};

const write = async (trx: Trx, rows: readonly unknown[], heads: Map<string, Head>): Promise<void> => {
  await trx.client.query('insert into audit_row select * from jsonb_populate_recordset(null::audit_row, $1)', [
    JSON.stringify(rows),
  ]);
  await trx.client.query(
    `insert into audit_head select * from jsonb_populate_recordset(null::audit_head, $1)
     on conflict (account_id) do update set place = excluded.place, hash = excluded.hash`,
    [JSON.stringify([...heads].map(([account_id, head]) => ({ account_id, ...head })))],
  );
};

/** Who did what, when, and what it changed: one row per event, chained per account in log order. */
export const auditProjection: Projection = {
  name: 'audit',
  tables: new URL('./tables.sql', import.meta.url),
  async apply(trx, event, fold) {
    const row = draftOf(event, fold);
    if (row) drafts(trx).push(row);
  },
  async flush(trx) {
    const rows = drafts(trx);
    if (rows.length === 0) return;
    const heads = await readHeads(trx, [...new Set(rows.map((row) => row.account_id))]);
    const links = await readLinks(
      trx.client as never,
      rows.map((row) => row.id),
    );
    const full = rows.map((row) => chained(heads, row, links.get(row.id)!));
    await write(trx, full, heads);
  },
  bulk,
  chained: true,
  hourly: keepHeads,
};
