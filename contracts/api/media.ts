import { z } from 'zod';
import { faultWords } from '../words/faults.en.ts';
import { limits } from './limits.ts';
import { text } from './text.ts';

/** The address of an upload, as POST /upload gave it out. */
export const mediaUrl = text({
  min: 1,
  max: limits.url,
  required: faultWords.upload,
});

/** A file of the store as events carry it: its key and what is known of it. */
export const storedMedia = z.object({
  key: z.string(),
  mime_type: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  duration_ms: z.int().nullable(),
  bytes: z.int(),
  /** The key of a video's poster. */
  thumbnail: z.string().nullable(),
});
export type StoredMedia = z.infer<typeof storedMedia>;

/** Answer of POST /upload. `duration_ms` is null for pictures; `thumbnail` is there for videos. */
export const uploadAnswer = z.object({
  file: z.string(),
  mime_type: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  duration_ms: z.int().nullable(),
  bytes: z.int(),
  thumbnail: z.string().optional(),
  /** Viewer ids in a CSV, each counted once. */
  count: z.int().optional(),
});
export type UploadAnswer = z.infer<typeof uploadAnswer>;
