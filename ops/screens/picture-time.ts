import type { EpochMs } from '#contracts/time.ts';

/** The moment at which every picture is taken: a Friday afternoon. */
export const pictureTime: EpochMs = Date.parse('2026-11-20T13:20:00Z');
