import { accountOf, changesOf, subjectOf } from '#contracts/changes.ts';
import { sentenceOf } from '#contracts/sentences.ts';
import type { Trx } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type Projection, perTransaction } from '../projection.ts';
import { chain, chainStart, readLinks } from './chain.ts';

interface AuditRowDraft {
  id: string;
  account_id: string;
  ts: number;
  actor_type: string;
  actor_id: string | null;
  on_behalf_of: string | null;
  action: string;
  sentence: string;
  subject_type: string;
  subject_id: string;
  subject_title: string;
  parent_id: string | null;
  changes: unknown;
  cause: unknown;
  request_id: string | null;
  stream: string;
  version: number;
  correlation_id: string;
}
type Head = { place: number; hash: string };

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

/** Writes the heads of all chains to the file store, so that whoever can write rows cannot rewrite history unseen. */
const keepHeads = async (kernel: Kernel): Promise<void> => {
  if (!kernel.files) return;
  const { rows } = await kernel.db.pool.query('select account_id, place, hash from audit_head order by account_id');
  const hour = new Date(Date.now()).toISOString().slice(0, 13).toLowerCase();
  await kernel.files.write(`audit-heads/${hour}.json`, JSON.stringify(rows));
};

/** Who did what, when, and what it changed: one row per event, chained per account in log order. */
export const auditProjection: Projection = {
  name: 'audit',
  tables: new URL('./tables.sql', import.meta.url),
  async apply(trx, event, fold) {
    const [before, after] = [fold.before(), fold.after()];
    const account_id = accountOf(event, after);
    if (!account_id) return;
    const { meta } = event;
    const subject = subjectOf(event, before, after);
    drafts(trx).push({
      id: meta.event_id,
      account_id,
      ts: Math.floor(meta.ts / 1000),
      actor_type: meta.actor.type,
      actor_id: meta.actor.id,
      on_behalf_of: meta.on_behalf_of,
      action: event.type,
      sentence: sentenceOf(event, before, after),
      subject_type: subject.type,
      subject_id: subject.id,
      subject_title: subject.title,
      parent_id: subject.parent_id,
      changes: changesOf(event, before, after),
      cause: meta.cause,
      request_id: meta.request_id,
      stream: meta.stream,
      version: meta.version,
      correlation_id: meta.correlation_id,
    });
  },
  async flush(trx) {
    const rows = drafts(trx);
    if (rows.length === 0) return;
    const heads = await readHeads(trx, [...new Set(rows.map((row) => row.account_id))]);
    const links = await readLinks(
      trx.client as never,
      rows.map((row) => row.id),
    );
    const chained = rows.map((row) => {
      const { place, hash } = heads.get(row.account_id) ?? { place: 0, hash: chainStart };
      const head = { place: place + 1, hash: chain(hash, links.get(row.id)!) };
      heads.set(row.account_id, head);
      return { ...row, ...head };
    });
    await write(trx, chained, heads);
  },
  hourly: keepHeads,
};
