import { draftChanges } from '#contracts/studio/draft-changes.ts';
import type { DraftContent } from '#contracts/studio/draft-content.ts';
import { flatten } from '#contracts/studio/flat.ts';
import { publishedPart } from '#contracts/studio/partial-publish.ts';

const keysOf = (before: DraftContent, after: DraftContent): Set<string> =>
  new Set(draftChanges(before, after, (id) => id).map(({ key }) => key));

const media: ReadonlySet<string> = new Set(['story.type', 'story.media', 'story.thumbnail']);

const isOfQuestion = (field: string): boolean => field === 'correct' || field.startsWith('options.');

/** How many options each question of a content has, by component. */
const optionCounts = ({ studio }: DraftContent): Map<string, number> =>
  new Map(
    (studio ? flatten(studio) : []).flatMap(({ component }) =>
      'options' in component ? [[component.id, component.options.length] as const] : [],
    ),
  );

/**
 * What a key changes together with: keys of the same name are either all the draft's or all the live story's. Image or video
 * and poster are one, a component is there for each of its fields, and so are options of another number with the right answer.
 */
const togetherOf = (live: DraftContent, draft: DraftContent): ((key: string) => string) => {
  const [lives, drafts] = [optionCounts(live), optionCounts(draft)];
  return (key) => {
    if (media.has(key)) return 'medium';
    const [id, ...rest] = key.split('.');
    const field = rest.join('.');
    return isOfQuestion(field) && lives.get(id!) !== drafts.get(id!) ? `${id}.question` : key;
  };
};

/**
 * A draft that began from `base`, on top of what is live now: what was changed in the draft stays, all else is as it is live.
 * Where both changed a field, the draft's value stays; a component that one changed and the other removed stays as the draft
 * has it.
 */
export function mergedDraft(base: DraftContent, live: DraftContent, draft: DraftContent): DraftContent {
  const together = togetherOf(live, draft);
  const own = new Set([...keysOf(base, draft)].flatMap((key) => [together(key), key.split('.')[0]!]));
  const ofLive = [...keysOf(live, draft)].filter((key) => !own.has(together(key)));
  return publishedPart(live, draft, new Set(ofLive));
}
