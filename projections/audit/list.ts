import type { z } from 'zod';
import type { AuditRow, auditQuery, Change } from '#contracts/audit.ts';
import type { Cause } from '#contracts/event.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type Joined, joinMarks } from '../read-marks.ts';

interface Stored {
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
  changes: Change[];
  cause: Cause | null;
  request_id: string | null;
  ip: string | null;
}

const wanted = `account_id = $1
  and ($2::uuid is null or actor_id = $2 or on_behalf_of = $2)
  and ($3::uuid is null or subject_id = $3 or parent_id = $3)
  and ($4::text is null or action = $4)
  and ($5::bigint is null or ts >= $5)
  and ($6::bigint is null or ts <= $6)`;

// Only texts that we wrote ourselves have places; a title that a person typed is left as it is.
const placed = new Set(['StoryGroupMoved', 'StoryGroupPinned', 'StoryGroupUnpinned']);
const hasPlaces = (row: Stored) => row.subject_type === 'user' || placed.has(row.action);

const toRow = (row: Stored, joined: Joined): AuditRow => {
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
    request_id: row.request_id,
  };
};

/** A page of an account's audit, newest first, with names and addresses as they are now. */
export const listAudit = async (
  kernel: Kernel,
  accountId: string,
  filter: z.output<typeof auditQuery>,
): Promise<{ data: AuditRow[]; total: number }> => {
  const { actor_id, subject_id, action, ts_start, ts_end, limit = 100, offset = 0 } = filter;
  const values = [accountId, actor_id ?? null, subject_id ?? null, action ?? null, ts_start ?? null, ts_end ?? null];
  const [{ rows }, counted] = await Promise.all([
    kernel.db.pool.query<Stored>(
      `select a.*, o.ip from (select * from audit_row where ${wanted} order by place desc limit $7 offset $8) a
         left join request_origin o on o.request_id = a.request_id order by a.place desc`,
      [...values, limit, offset],
    ),
    kernel.db.pool.query<{ total: number }>(`select count(*)::int as total from audit_row where ${wanted}`, values),
  ]);
  const joined = await joinMarks(
    kernel,
    accountId,
    rows.map((row) => ({
      ...row,
      texts: hasPlaces(row) ? [row.sentence, row.subject_title] : [],
      people: row.subject_type === 'user' ? [row.subject_id] : [],
    })),
  );
  return { data: rows.map((row) => toRow(row, joined)), total: counted.rows[0]!.total };
};
