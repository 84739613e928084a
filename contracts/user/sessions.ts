import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';
import { deviceKinds } from '../device.ts';
import { proofFields } from './proofs.ts';

/** How many sessions GET /user/session lists at most, those used last. */
export const mostSessions = 100;

/** One line of GET /user/session. */
export const sessionRow = z.object({
  id,
  /** The device in words; of a session of staff none is told. */
  device: z.string().nullable(),
  kind: z.enum(deviceKinds),
  /** The first part of the address that it was begun from, never all of it; null when that is unknown or erased. */
  address: z.string().nullable(),
  ts_created: unixSeconds,
  /** When it was last renewed. */
  ts_last_use: unixSeconds,
  /** The session that asks. */
  current: z.boolean(),
  /** Who of staff is signed in as the person in it; null in the person's own. */
  staff_name: z.string().nullable(),
});
export type SessionRow = z.infer<typeof sessionRow>;

/** DELETE /user/session: one session by its id, or all. To end all needs a proof. */
export const endSessions = z.strictObject({
  id: id.optional(),
  all: z.literal(true).optional(),
  ...proofFields,
});
export type EndSessions = z.input<typeof endSessions>;
