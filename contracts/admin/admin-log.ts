import { z } from 'zod';
import { id, queryInt, unixSeconds } from '../api/ids.ts';
import { auditQuery, auditRow } from '../audit/rows.ts';
import { faultWords } from '../words/faults.en.ts';
import { worded } from '../words/worded.ts';
import { count, ids, jsonQuery, range } from './admin.ts';

/** GET /admin/audit: the filters of GET /audit over any account, or over all of them. */
export const adminAuditQuery = auditQuery.extend({
  account_id: id.optional(),
  correlation_id: z.uuid().optional(),
  filter: jsonQuery(
    auditQuery.pick({ actor_id: true, subject_id: true, subject_type: true, action: true, actor_type: true }).extend({
      id: ids.optional(),
      account_id: id.optional(),
      correlation_id: z.uuid().optional(),
      staff: z.boolean().optional(),
      ts_start: unixSeconds.optional(),
      ts_end: unixSeconds.optional(),
    }),
  ).optional(),
  sort: jsonQuery(z.tuple([z.literal('ts'), z.enum(['ASC', 'DESC'])])).optional(),
  range: jsonQuery(range).optional(),
});
/** A row of GET /admin/audit: the account's own row, and where it comes from. */
export const adminAuditRow = auditRow.extend({
  account_name: z.string(),
  stream: z.string(),
  version: z.int(),
  correlation_id: z.string(),
});
export type AdminAuditRow = z.output<typeof adminAuditRow>;

const streamName = z
  .string()
  .max(100)
  .regex(/^[a-zA-Z]+-[0-9a-f-]{36}(-\d{6})?$/, worded(faultWords.stream));
/** GET /admin/event: the raw events of a stream, of a thing's streams, of one request or command; oldest first. */
export const adminEventQuery = z.strictObject({
  stream: streamName.optional(),
  /** A thing's id: its own stream and that of its order. */
  subject_id: id.optional(),
  event_id: id.optional(),
  correlation_id: z.uuid().optional(),
  limit: queryInt(1, 1000).optional(),
  offset: queryInt(0, 10_000_000).optional(),
});
/** An event exactly as it stands in the log. */
export const adminEventRow = z.object({
  id,
  stream: z.string(),
  version: z.int(),
  type: z.string(),
  schema_version: z.int(),
  account_id: z.string().nullable(),
  data: z.unknown(),
  actor: z.object({ type: z.string(), id: z.string().nullable() }),
  on_behalf_of: z.string().nullable(),
  correlation_id: z.string(),
  request_id: z.string().nullable(),
  cause: z.object({ type: z.string(), id: z.string(), detail: z.string() }).nullable(),
  ts: unixSeconds,
  ts_ms: z.int(),
  transaction_id: z.string(),
  position: z.string(),
});
export type AdminEventRow = z.output<typeof adminEventRow>;
/** GET /admin/event/state: a stream folded up to `version`, by default up to its last. */
export const adminStateQuery = z.strictObject({ stream: streamName, version: queryInt(0, 2_147_483_647).optional() });
/** `state` is null for a stream that folds to nothing; `error` says why folding stopped before `version`. */
export const adminState = z.object({
  stream: z.string(),
  version: z.int(),
  head: z.int(),
  ts: unixSeconds.nullable(),
  state: z.unknown(),
  error: z.string().nullable(),
});

/**
 * A row of GET /admin/projection. Lag is that of the oldest event that it has not taken in, in seconds, and `behind` how
 * many there are: null while the log that it reads cannot be reached.
 */
export const projectionRow = z.object({
  id: z.string(),
  name: z.string(),
  lag: z.number().nullable(),
  behind: count.nullable(),
  parked_events: count,
  parked_streams: count,
  ts_moved: unixSeconds.nullable(),
  redrivable: z.boolean(),
  rebuild: z
    .object({
      state: z.enum(['running', 'done', 'failed']),
      ts_start: unixSeconds,
      ts_end: unixSeconds.nullable(),
      rows: z.int().nullable(),
      /** While it runs: about what share of the rows is there, 0 to 1; null while nobody can tell. */
      share: z.number().nullable(),
      equal: z.boolean().nullable(),
      error: z.string().nullable(),
      started_by: z.string().nullable(),
    })
    .nullable(),
});
export type ProjectionRow = z.output<typeof projectionRow>;
const projectionName = z.string().regex(/^[a-z_]{1,40}$/, worded(faultWords.readModel));
/** GET /admin/projection/parked. */
export const parkedQuery = z.strictObject({
  projection: projectionName.optional(),
  limit: queryInt(1, 1000).optional(),
  offset: queryInt(0, 10_000_000).optional(),
});
/** An event that failed, or that waits for an earlier one of its stream. */
export const parkedRow = z.object({
  id: z.string(),
  projection: z.string(),
  stream: z.string(),
  version: z.int(),
  type: z.string(),
  error: z.string(),
  ts: unixSeconds,
});
/** POST /admin/projection/redrive: applies what was parked of a stream, in order, until one fails again; builds audit anew. */
export const redriveBody = z.strictObject({ projection: projectionName, stream: streamName });
export const redriveAnswer = z.object({ applied: count, left: count, error: z.string().nullable() });
/** POST /admin/projection/rebuild: starts it; GET /admin/projection says how it went. */
export const rebuildBody = z.strictObject({ projection: projectionName });
