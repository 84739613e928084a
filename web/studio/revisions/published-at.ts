import type { Revision } from '#contracts/studio/draft-content.ts';

/**
 * The form of a story that was published when its group stood at a version, or is now, of forms that are listed the newest
 * first; undefined where it is not among them. A version counts all events of the group, so that most are no form's own.
 */
export const publishedAt = (
  revisions: readonly Revision[],
  groupVersion = Number.POSITIVE_INFINITY,
): Revision | undefined => revisions.find(({ kind, version }) => kind === 'published' && version <= groupVersion);
