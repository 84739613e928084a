import { draftChanges } from '#contracts/studio/draft-changes.ts';
import type { DraftContent } from '#contracts/studio/draft-content.ts';
import { publishedPart } from '#contracts/studio/partial-publish.ts';

const keysOf = (before: DraftContent, after: DraftContent): Set<string> =>
  new Set(draftChanges(before, after, (id) => id).map(({ key }) => key));

/**
 * A draft that began from `base`, on top of what is live now: what was changed in the draft stays, all else is as it is live.
 * Where both changed a field, the draft's value stays.
 */
export function mergedDraft(base: DraftContent, live: DraftContent, draft: DraftContent): DraftContent {
  const own = keysOf(base, draft);
  const ofLive = [...keysOf(live, draft)].filter((key) => !own.has(key));
  return publishedPart(live, draft, new Set(ofLive));
}
