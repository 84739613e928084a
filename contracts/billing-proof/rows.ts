import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';
import { sdkLimits } from '../sdk/protocol.ts';
import { faultWords } from '../words/faults.en.ts';
import { worded } from '../words/worded.ts';

const count = z.int().min(0);
const dayCount = z.object({ viewers: count, marked: count });

/** What a bill of a period says of its viewers. */
export const proofSummary = z.object({
  /** Distinct viewers who are billed, and marked ones, who are not. */
  mau: count,
  marked: count,
  /** The same for each day of the period. */
  by_day: z.array(dayCount),
  /** Billed viewers of each app that had any; null when the period could not be counted by app any more. */
  by_app: z.array(z.object({ app_id: id, viewers: count })).nullable(),
  /** Billed viewers who came in several apps; null like `by_app`. */
  in_several_apps: count.nullable(),
});
export type ProofSummary = z.infer<typeof proofSummary>;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** What the installation signs, as JSON: whose bill, of which days, the SHA-256 of the file and what it adds up to. */
export const proofStatement = z.object({
  account_id: id,
  from: unixSeconds,
  to: unixSeconds,
  digest: sha256,
  summary: proofSummary,
});
export type ProofStatement = z.infer<typeof proofStatement>;

/** The first day of a period in a query, `YYYY-MM-DD`. */
const period = z.iso
  .date(worded(faultWords.date))
  // Postgres knows no year 0.
  .refine((day) => day >= '2000', worded(faultWords.date));
export const proofQuery = z.strictObject({ period });
export const proofViewerQuery = z.strictObject({ period, viewer_id: z.string().min(1).max(sdkLimits.viewerId) });
export const proofRecountBody = z.strictObject({ period });

/** GET /mau/proofs: the periods that there are proofs of, the newest first. */
export const proofListRow = z.object({
  period: z.iso.date(),
  from: unixSeconds,
  to: unixSeconds,
  mau: count,
  marked: count,
  digest: sha256,
  file_kept: z.boolean(),
});
export type ProofListRow = z.infer<typeof proofListRow>;

/** GET /mau/proof. */
export const proofAnswer = z.object({
  period: z.iso.date(),
  from: unixSeconds,
  to: unixSeconds,
  summary: proofSummary,
  digest: sha256,
  /** The text that is signed, a statement as JSON, and its Ed25519 signature in base64. */
  signed: z.string(),
  signature: z.string(),
  key_id: z.string(),
  ts_sealed: unixSeconds,
  /** Where the file is; null once it is deleted, 13 months after the period. */
  file: z.string().nullable(),
  ts_file_until: unixSeconds,
});
export type ProofAnswer = z.infer<typeof proofAnswer>;

/** GET /mau/proof/key: the public key as PEM (SubjectPublicKeyInfo); its id is the first 16 hex digits of its SHA-256. */
export const proofKey = z.object({ id: z.string(), algorithm: z.literal('Ed25519'), public_key: z.string() });
export type ProofKey = z.infer<typeof proofKey>;

/** GET /mau/proof/viewer: the hash of a viewer in hex, and the days on which they are in the file. */
export const proofViewer = z.object({
  hash: z.string().regex(/^[0-9a-f]{32}$/),
  days: z.array(z.iso.date()),
  marked: z.boolean(),
});
export type ProofViewer = z.infer<typeof proofViewer>;

/** POST /mau/proof/recount: the file beside what the log says, day by day. */
export const proofRecount = z.object({
  /** Batches that were read. */
  batches: count,
  holds: z.boolean(),
  /** The first day on which a viewer is missing from the file, or only in it; null where none is. */
  first_day: z.iso.date().nullable(),
  days: z.array(z.object({ day: z.iso.date(), file: count, log: count, only_file: count, only_log: count })),
  /** Viewers who are marked in the file and should not be, or the other way round. */
  other_marks: count,
  /** Whether the viewers by app are those that were signed; null where none were. */
  apps_hold: z.boolean().nullable(),
});
export type ProofRecount = z.infer<typeof proofRecount>;
