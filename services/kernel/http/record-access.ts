import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type AccessEvent, type Exported, typedText } from '#contracts/access/events.ts';
import { subjectTypes } from '#contracts/audit/rows.ts';
import { eventSchemas } from '#contracts/events.ts';
import type { CommandKernel, CommandTrx } from '../commands/command-trx.ts';
import { appendFacts, monthlyStream } from '../commands/fact-stream.ts';
import { runCommand } from '../commands/handler.ts';
import { commandContext, principalOf } from './request.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ownWords = new Set<string>([
  ...subjectTypes,
  ...Object.keys(eventSchemas),
  'user',
  'staff',
  'system',
  'api_token',
]);
const isOwn = (text: string): boolean => uuid.test(text) || ownWords.has(text);

/** A value of a filter as an event may hold it: ids, numbers and words of ours; what a person typed is only said to be there. */
const plainValue = (value: unknown): string => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const parts = Array.isArray(value)
    ? value.map(String)
    : String(value)
        .split(',')
        .map((one) => one.trim());
  if (!parts.every(isOwn)) return typedText;
  return parts.join(', ').length <= 200 ? parts.join(', ') : `${parts.length} values`;
};

/** A filter as an event may hold it: no text that a person typed. */
export const plainFilter = (filter: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, plainValue(value)]),
  );

const record = (
  kernel: CommandKernel,
  request: FastifyRequest,
  account_id: string,
  event: AccessEvent,
  wanted: (trx: CommandTrx, stream: string) => Promise<boolean> = async () => true,
) =>
  runCommand(kernel, { ...commandContext(request, kernel), account_id, idempotency: null }, async (trx) => {
    const stream = monthlyStream('access', account_id, trx.context.now);
    await trx.client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [stream]);
    if (await wanted(trx, stream)) await appendFacts(trx, stream, [event]);
    return { status: 200, data: null };
  });

/**
 * Records that data is exported, before the first byte of it; whoever cannot leave this fact behind gets nothing. In the
 * audit of `account_id`, or of the caller's own account. A HEAD takes nothing away.
 */
export const recordExport = async (
  kernel: CommandKernel,
  request: FastifyRequest,
  given: { what: Exported; rows: number; filter: Readonly<Record<string, unknown>>; account_id?: string | null },
): Promise<void> => {
  if (request.method === 'HEAD') return;
  const { user_id, account_id: own } = principalOf(request);
  const { what, rows, filter } = given;
  const data = { user_id, what, rows, filter: plainFilter(filter) };
  await record(kernel, request, given.account_id ?? own, { type: 'DataExported', data });
};

/** A person, or the history of an account, that staff open. */
export interface StaffRead {
  subject_type: 'user' | 'account';
  subject_id: string;
  account_id: string;
}

const hourMs = 3_600_000;
const rememberedPairs = 10_000;
const remembered = new WeakMap<CommandKernel, LRUCache<string, number>>();

/** When, in unix ms of the last hour, an opening went to the account's audit, also from another process; else null. */
const recorded = async (trx: CommandTrx, staff: string, { subject_id, account_id }: StaffRead) => {
  const since = trx.context.now - hourMs;
  const streams = [trx.context.now, since].map((ts) => monthlyStream('access', account_id, ts));
  const { rows } = await trx.client.query<{ ts: number | null }>(
    `select max(ts) as ts from event where stream = any($1::text[]) and type = 'AdminRead' and ts > $2
        and data->>'user_id' = $3 and data->>'subject_id' = $4`,
    [streams, since, staff, subject_id],
  );
  return rows[0]?.ts ?? null;
};

/**
 * Records in the audit of the account concerned that a member of staff opens something of it, before it is shown: once an
 * hour for each two of them. What belongs to their own account is theirs to see.
 */
export const recordRead = async (kernel: CommandKernel, request: FastifyRequest, opened: StaffRead): Promise<void> => {
  const { user_id, account_id: own } = principalOf(request);
  if (opened.account_id === own || request.method === 'HEAD') return;
  const known = remembered.get(kernel) ?? new LRUCache<string, number>({ max: rememberedPairs });
  remembered.set(kernel, known);
  const pair = `${user_id} ${opened.subject_id}`;
  const now = kernel.now();
  if (now - (known.get(pair) ?? 0) < hourMs) return;
  const { subject_type, subject_id } = opened;
  const data = { user_id, subject_type, subject_id };
  let at = now;
  await record(kernel, request, opened.account_id, { type: 'AdminRead', data }, async (trx) => {
    const before = await recorded(trx, user_id, opened);
    at = before ?? trx.context.now;
    return before === null;
  });
  known.set(pair, at);
};
