import { mediaPlaceholder } from '../audit/placeholders.ts';
import { draftWords } from '../words/drafts.en.ts';
import type { PhraseValue } from '../words/phrase.ts';
import { conditionLines, type DesignChange, designChanges } from './changes.ts';
import type { StoryConditions } from './conditions.ts';
import type { DraftContent } from './draft-content.ts';
import type { Studio } from './shape.ts';

const typeWords = { 1: draftWords.image, 2: draftWords.video } as const;

const storyValues = (content: DraftContent) =>
  ({
    title: [draftWords.title, content.title],
    type: [draftWords.type, typeWords[content.type]],
    media: [draftWords.media, mediaPlaceholder(content.media)],
    thumbnail: [draftWords.thumbnail, mediaPlaceholder(content.thumbnail)],
  }) as const;

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Conditions as they are compared: stored ones have their fields in another order than sent ones. */
const waysOf = (conditions: StoryConditions | null): unknown =>
  conditions && [
    conditions.next,
    ...conditions.rules.map(({ component_id, values, to }) => [component_id, values, to]),
  ];

const rightAnswers = (studio: Studio | null): ReadonlyMap<string, string> =>
  new Map(studio?.quizData.map(({ id, correct }) => [`${id}.correct`, correct]));

/** The right answer is told with its words: where only these changed, their own change says it. */
const differingDesign = (before: Studio | null, after: Studio | null): DesignChange[] => {
  const [was, is] = [rightAnswers(before), rightAnswers(after)];
  return designChanges(before, after).filter(({ key }) => !is.has(key) || was.get(key) !== is.get(key));
};

/**
 * What differs between two contents of a story, each with the key by which POST /story/publish leaves it out: first the story's
 * own fields, then its design, then its conditions. `storyTitle` names the stories that conditions lead to.
 */
export function draftChanges(
  before: DraftContent,
  after: DraftContent,
  storyTitle: (id: string) => PhraseValue,
): DesignChange[] {
  const was = storyValues(before);
  const own = Object.entries(storyValues(after)).flatMap(([name, [field, to]]): DesignChange[] => {
    const from = was[name as keyof typeof was][1];
    return same(from, to) ? [] : [{ key: `story.${name}`, field, from, to }];
  });
  const ways = same(waysOf(before.conditions), waysOf(after.conditions))
    ? []
    : [
        {
          key: 'conditions',
          field: draftWords.conditions,
          from: conditionLines(before.conditions, before.studio, storyTitle),
          to: conditionLines(after.conditions, after.studio, storyTitle),
        },
      ];
  return [...own, ...differingDesign(before.studio, after.studio), ...ways];
}
