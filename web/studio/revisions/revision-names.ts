import type { Revision } from '#contracts/studio/draft-content.ts';
import { reviewWords } from '../../dashboard/words/review.en.ts';
import { t } from '../../dashboard/words/t.ts';

/**
 * What earlier forms of a story are called, newest first as they are listed: published ones by how many came before, the first
 * as such; as long as older ones were not asked for, nobody knows how many did.
 */
export function revisionNames(revisions: readonly Revision[], isWhole: boolean): Map<Revision, string> {
  const published = revisions.filter(({ kind }) => kind === 'published');
  return new Map(
    revisions.map((one) => {
      if (one.kind === 'draft') return [one, t(reviewWords.revisionDraft, { version: one.version })];
      const version = published.length - published.indexOf(one);
      if (!isWhole) return [one, t(reviewWords.published)];
      return [one, version === 1 ? t(reviewWords.firstPublished) : t(reviewWords.version, { version })];
    }),
  );
}
