import { z } from 'zod';
import { id, queryInt, querySeconds, unixSeconds } from '../api/ids.ts';
import { nouns } from '../nouns.ts';
import { change } from './change.ts';
import { auditKind } from './kinds.ts';

const actorType = z.enum(['user', 'staff', 'system', 'api_token']);
/** What kinds of things the audit is about. */
export const subjectTypes = [...new Set(Object.values(nouns).flatMap((noun) => noun.audit.subjectTypes))];

/** Who did it, with the name they have now; 'erased' when it was erased, 'Storyrail' for the system. */
export const actorRow = z.object({
  id: z.string().nullable(),
  name: z.string(),
  type: actorType,
});
const causeRow = z.object({
  type: z.string(),
  id: z.string(),
  detail: z.string(),
});

/** A row of GET /audit. */
export const auditRow = z.object({
  id,
  ts: unixSeconds,
  account_id: id,
  actor: actorRow,
  on_behalf_of: actorRow.optional(),
  /** The event's type. */
  action: z.string(),
  sentence: z.string(),
  subject: z.object({ type: z.string(), id: z.string(), title: z.string() }),
  changes: z.array(change),
  cause: causeRow.optional(),
  /** Where the request came from, for as long as that is kept. */
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  request_id: z.string().nullable(),
});
export type AuditRow = z.infer<typeof auditRow>;

/** A row of GET /story_group/history, newest first. */
export const historyRow = z.object({
  version: z.int(),
  ts: unixSeconds,
  actor: actorRow,
  on_behalf_of: actorRow.optional(),
  /** The story that the change is about; absent where it is about the group. */
  story_id: id.optional(),
  action: z.string(),
  sentence: z.string(),
  changes: z.array(change),
  cause: causeRow.optional(),
});
export type HistoryRow = z.infer<typeof historyRow>;

/** Filters of GET /audit. */
export const auditQuery = z.strictObject({
  limit: queryInt(1, 1000).optional(),
  offset: queryInt(0, 10_000_000).optional(),
  /** The one row with this id. */
  id: id.optional(),
  actor_id: id.optional(),
  actor_type: actorType.optional(),
  subject_id: id.optional(),
  subject_type: z.enum(subjectTypes).optional(),
  /** What was changed, or who signed in and out. */
  kind: auditKind.optional(),
  /** Event types, joined with commas. */
  action: z.string().max(1000).optional(),
  ts_start: querySeconds.optional(),
  ts_end: querySeconds.optional(),
  format: z.enum(['json', 'csv']).optional(),
});

export const historyQuery = z.strictObject({
  story_group_id: id.optional(),
  id: id.optional(),
  /** The first and the last second of the versions. */
  ts_start: querySeconds.optional(),
  ts_end: querySeconds.optional(),
  limit: queryInt(1, 1000).optional(),
  offset: queryInt(0, 10_000_000).optional(),
});
export type HistoryQuery = z.infer<typeof historyQuery>;

/** GET /story_group/as_of: a moment, or the moment of a version. */
export const asOfQuery = z.strictObject({
  story_group_id: id.optional(),
  id: id.optional(),
  ts: querySeconds.optional(),
  version: queryInt(1, 2_147_483_647).optional(),
});
