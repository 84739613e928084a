import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';
import type { EventsOf } from '../event.ts';
import { sdkPlatforms } from '../sdk/protocol.ts';

/** What staff can ask of the queue of jobs, of one or of all in a state. */
const jobOperations = ['retry', 'remove', 'promote', 'change', 'add', 'pause', 'resume', 'limit', 'schedule'] as const;
export type JobOperation = (typeof jobOperations)[number];

const operation = z.enum(jobOperations);
const name = z.string().max(200);

/** Who asked: a member of staff, or, from a shell, a name that stands beside the log (`by_ref`). */
const asker = { user_id: id.nullable(), shell: z.boolean().optional(), by_ref: z.uuid().nullable().optional() };
export type Asker = z.output<z.ZodObject<typeof asker>>;

/**
 * What staff (`user_id`) asked of the machinery, recorded before it is done. They decide nothing and stand in monthly
 * streams of their own.
 */
export const operationEvents = {
  /** Without a job: of all jobs, or of those in the state `from`. */
  JobOperationRequested: z.object({
    user_id: id,
    operation,
    job: z.object({ id: name, name }).nullable(),
    from: name.nullable(),
  }),
  ReadModelRedriveRequested: z.object({ ...asker, projection: name, stream: name }),
  /** Every account with an app that used an older one is told. */
  SdkReleaseAnnounced: z.object({
    user_id: id,
    release_id: id,
    platform: z.enum(sdkPlatforms),
    version: z.string(),
    url: z.string(),
  }),
  PromoCodeEnded: z.object({ user_id: id, promo_id: id, code: z.string() }),
  PromoCodeMade: z.object({
    user_id: id,
    promo_id: id,
    code: z.string(),
    amount_off: z.int().nullable(),
    percent_off: z.int().nullable(),
    months: z.int().nullable(),
    max_redemptions: z.int().nullable(),
    ts_ends: unixSeconds.nullable(),
  }),
  /** The codes themselves are told once and kept nowhere. */
  DealCodesMade: z.object({ user_id: id, batch_id: id, count: z.int() }),
  ReadModelRebuildRequested: z.object({ ...asker, projection: name }),
};
export type OperationEvent = EventsOf<typeof operationEvents>;
