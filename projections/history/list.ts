import type { Change } from '#contracts/audit/change.ts';
import type { HistoryQuery, HistoryRow } from '#contracts/audit/rows.ts';
import type { Cause } from '#contracts/event.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createPlaceholderResolver } from '../resolve-placeholders.ts';

interface Stored {
  version: number;
  ts: number;
  actor_type: string;
  actor_id: string | null;
  on_behalf_of: string | null;
  story_id: string | null;
  action: string;
  sentence: string;
  changes: Change[];
  cause: Cause | null;
}

/** A page of a group's versions, newest first, with names and addresses as they are now. */
export const listHistory = async (
  kernel: Pick<Kernel, 'config' | 'db'>,
  accountId: string,
  groupId: string,
  { limit = 100, offset = 0, ts_start, ts_end }: HistoryQuery,
): Promise<{ data: HistoryRow[]; total: number }> => {
  const where = `where story_group_id = $1 and account_id = $2 and ts >= coalesce($3, ts) and ts <= coalesce($4, ts)`;
  const values = [groupId, accountId, ts_start ?? null, ts_end ?? null];
  const [{ rows }, counted] = await Promise.all([
    kernel.db.pool.query<Stored>(
      `select version, ts, actor_type, actor_id, on_behalf_of, story_id, action, sentence, changes, cause
         from history_row ${where} order by version desc limit $5 offset $6`,
      [...values, limit, offset],
    ),
    kernel.db.pool.query<{ total: number }>(`select count(*)::int as total from history_row ${where}`, values),
  ]);
  const joined = await createPlaceholderResolver(
    kernel,
    accountId,
    rows.map((row) => ({ ...row, texts: [] })),
  );
  const data = rows.map(
    (row): HistoryRow => ({
      version: row.version,
      ts: row.ts,
      actor: joined.actor(row.actor_type, row.actor_id),
      ...(row.on_behalf_of ? { on_behalf_of: joined.actor('user', row.on_behalf_of) } : {}),
      ...(row.story_id ? { story_id: row.story_id } : {}),
      action: row.action,
      sentence: row.sentence,
      changes: row.changes.map(({ field, from, to }) => ({ field, from: joined.value(from), to: joined.value(to) })),
      ...(row.cause ? { cause: row.cause } : {}),
    }),
  );
  return { data, total: counted.rows[0]!.total };
};
