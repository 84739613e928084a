import type { AdminAuditRow } from '#contracts/admin/admin-log.ts';
import type { Change } from '#contracts/audit/change.ts';
import { type AuditKind, quietEvents, signInEvents } from '#contracts/audit/kinds.ts';
import type { AuditRow } from '#contracts/audit/rows.ts';
import type { Cause } from '#contracts/event.ts';
import { nouns } from '#contracts/nouns.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import type { Page } from '#kernel/http/page.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createKeyedSemaphore } from '#kernel/platform/keyed-semaphore.ts';
import { type Conditions, conditions } from '../list-query.ts';
import { createPlaceholderResolver, type PlaceholderResolver } from '../resolve-placeholders.ts';
import type { AuditRowDraft } from './draft.ts';

/** Which rows of the audit are looked for. `account_id` null: those of all accounts. */
export interface AuditFilter {
  account_id: string | null;
  id?: string | readonly string[] | undefined;
  /** Who did it, or on whose behalf it was done. */
  actor_id?: string | undefined;
  actor_type?: string | undefined;
  /** A thing, with what is part of it. */
  subject_id?: string | undefined;
  subject_type?: string | undefined;
  /** What was changed, or who signed in and out. */
  kind?: AuditKind | undefined;
  /** Event types, joined with commas. */
  action?: string | undefined;
  correlation_id?: string | undefined;
  /** Unix seconds, both included. */
  ts_start?: UnixSeconds | undefined;
  ts_end?: UnixSeconds | undefined;
}

interface Stored extends Omit<AuditRowDraft, 'parent_id' | 'changes' | 'cause'> {
  place: number;
  changes: Change[];
  cause: Cause | null;
  ip: string | null;
  user_agent: string | null;
  account_name: string | null;
}

const wanted = (filter: AuditFilter): Conditions => {
  const where = conditions();
  where.add('account_id = ?', filter.account_id ?? undefined);
  where.add('id = any(?::uuid[])', filter.id && [filter.id].flat());
  where.add('(actor_id = ? or on_behalf_of = ?)', filter.actor_id);
  where.add('actor_type = ?', filter.actor_type);
  where.add('(subject_id = ? or parent_id = ?)', filter.subject_id);
  where.add('subject_type = ?', filter.subject_type);
  where.add(
    'action = any(?::text[])',
    filter.action?.split(',').map((one) => one.trim()),
  );
  where.add('action = any(?::text[])', filter.kind === 'sign_ins' ? signInEvents : undefined);
  where.add('action <> all(?::text[])', filter.kind === 'changes' ? quietEvents : undefined);
  where.add('correlation_id = ?', filter.correlation_id);
  where.add('ts >= ?', filter.ts_start);
  where.add('ts <= ?', filter.ts_end);
  return where;
};

// Only texts that we wrote ourselves have placeholders; a title that a person typed is left as it is.
const placed = new Set(Object.values(nouns).flatMap((noun): readonly string[] => noun.audit.withPlaceholders ?? []));
const hasPlaces = (row: Stored) => row.subject_type === 'user' || placed.has(row.action);

const toRow = (row: Stored, joined: PlaceholderResolver): AuditRow => {
  const text = hasPlaces(row) ? joined.text : (given: string) => given;
  return {
    id: row.id,
    ts: row.ts,
    account_id: row.account_id,
    actor: joined.actor(row.actor_type, row.actor_id),
    ...(row.on_behalf_of ? { on_behalf_of: joined.actor('user', row.on_behalf_of) } : {}),
    action: row.action,
    sentence: text(row.sentence),
    subject: {
      type: row.subject_type,
      id: row.subject_id,
      title: row.subject_type === 'user' ? joined.person(row.subject_id) : text(row.subject_title),
    },
    changes: row.changes.map(({ field, from, to }) => ({ field, from: joined.value(from), to: joined.value(to) })),
    ...(row.cause ? { cause: row.cause } : {}),
    ip: row.ip,
    user_agent: row.user_agent,
    request_id: row.request_id,
  };
};

const toAdminRow = (row: Stored, joined: PlaceholderResolver): AdminAuditRow => ({
  ...toRow(row, joined),
  account_name: row.account_name ?? '',
  stream: row.stream,
  version: row.version,
  correlation_id: row.correlation_id,
});

const joinedRows = async (
  kernel: Pick<Kernel, 'config' | 'db'>,
  accountId: string,
  rows: readonly Stored[],
): Promise<PlaceholderResolver> =>
  createPlaceholderResolver(
    kernel,
    accountId,
    rows.map((row) => ({
      ...row,
      texts: hasPlaces(row) ? [row.sentence, row.subject_title] : [],
      people: row.subject_type === 'user' ? [row.subject_id] : [],
    })),
  );

type Direction = 'ASC' | 'DESC';
// Within an account rows are counted in the order of the log; across accounts only their times compare.
const orderOf = (accountId: string | null, direction: Direction): string =>
  accountId ? `place ${direction}` : `ts ${direction}, id ${direction}`;

const readRows = async (
  kernel: Pick<Kernel, 'db'>,
  where: Conditions,
  order: string,
  { offset, limit }: Page,
): Promise<Stored[]> => {
  const { values } = where;
  const { rows } = await kernel.db.pool.query<Stored>(
    `select a.*, o.ip, o.user_agent, named.name as account_name
       from (select * from audit_row where ${where.sql()} order by ${order}
              limit $${values.length + 1} offset $${values.length + 2}) a
       left join request_origin o on o.request_id = a.request_id
       left join account named on named.id = a.account_id order by ${order.replaceAll(/\b(place|ts|id)\b/g, 'a.$1')}`,
    [...values, limit, offset],
  );
  return rows;
};

const countRows = async (kernel: Pick<Kernel, 'db'>, where: Conditions): Promise<number> => {
  const { rows } = await kernel.db.pool.query<{ total: number }>(
    `select count(*)::int as total from audit_row where ${where.sql()}`,
    where.values,
  );
  return rows[0]!.total;
};

/** How many rows a filter finds. */
export const countAudit = (kernel: Pick<Kernel, 'db'>, filter: AuditFilter): Promise<number> =>
  countRows(kernel, wanted(filter));

/** A page of an account's audit, newest first, with names and addresses as they are now. */
export const listAudit = async (
  kernel: Pick<Kernel, 'config' | 'db'>,
  filter: AuditFilter & { account_id: string },
  page: Page,
): Promise<{ data: AuditRow[]; total: number }> => {
  const where = wanted(filter);
  const [rows, total] = await Promise.all([
    readRows(kernel, where, orderOf(filter.account_id, 'DESC'), page),
    countRows(kernel, where),
  ]);
  const joined = await joinedRows(kernel, filter.account_id, rows);
  return { data: rows.map((row) => toRow(row, joined)), total };
};

const joinAll = async (kernel: Pick<Kernel, 'config' | 'db'>, rows: readonly Stored[]): Promise<AdminAuditRow[]> => {
  const byAccount = new Map<string, Stored[]>();
  for (const row of rows) {
    const held = byAccount.get(row.account_id);
    if (held) held.push(row);
    else byAccount.set(row.account_id, [row]);
  }
  const joined = new Map<string, PlaceholderResolver>();
  // Titles are read for one account at a time, so that none is ever shown to another.
  for (const [account, held] of byAccount) joined.set(account, await joinedRows(kernel, account, held));
  return rows.map((row) => toAdminRow(row, joined.get(row.account_id)!));
};

/** A page of the audit of one account or of all, for staff. */
export const listAnyAudit = async (
  kernel: Pick<Kernel, 'config' | 'db'>,
  filter: AuditFilter,
  page: Page,
  direction: Direction = 'DESC',
): Promise<{ data: AdminAuditRow[]; total: number }> => {
  const where = wanted(filter);
  const [rows, total] = await Promise.all([
    readRows(kernel, where, orderOf(filter.account_id, direction), page),
    countRows(kernel, where),
  ]);
  return { data: await joinAll(kernel, rows), total };
};

const chunk = 500;
/** Pages of files that a process reads at once, and those of one account: many files at once wait for each other. */
const readingPages = createKeyedSemaphore({ max: 2, maxPerKey: 1 });

/** All rows that a filter finds, newest first, some hundred at a time; what is done meanwhile changes nothing. */
export async function* everyAuditRow(
  kernel: Pick<Kernel, 'config' | 'db'>,
  filter: AuditFilter,
): AsyncGenerator<AdminAuditRow[]> {
  for (let last: Stored | undefined; ; ) {
    const where = wanted(filter);
    if (filter.account_id) where.add('place < ?', last?.place);
    else where.add('(ts, id) < (select ts, id from audit_row where id = ?)', last?.id);
    const page = await readingPages(filter.account_id ?? 'all accounts', null, async () => {
      const rows = await readRows(kernel, where, orderOf(filter.account_id, 'DESC'), { offset: 0, limit: chunk });
      last = rows.at(-1);
      return joinAll(kernel, rows);
    });
    yield page;
    if (page.length < chunk) return;
  }
}
