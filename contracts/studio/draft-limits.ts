/** Bounds of drafts: counts, lengths in code points, times in ms. */
export const draftLimits = {
  /** New stories that are drafts, a group. */
  newOnes: 100,
  publishedAtOnce: 30,
  ignored: 100,
  ignoredKey: 120,
  /** Keys of changes that one draft leaves out. */
  leftOut: 1000,
  changeKey: 80,
  /** How long a save keeps others from saving. */
  heldMs: 120_000,
  snapshotEveryMs: 600_000,
  snapshots: 50,
  /** Revisions of a story in one answer, and the most bytes of their contents; more are asked for with where it ended. */
  revisions: 50,
  revisionBytes: 480 * 1024,
  /** Drafts of deleted stories and groups that an account keeps for when they are restored: those that were saved last. */
  hidden: 1000,
  /** How long pictures are kept that an edit named. */
  mediaMs: 30 * 86_400_000,
} as const;
