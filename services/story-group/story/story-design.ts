import { Refusal } from '#contracts/api/errors.ts';
import { type FeatureName, featureNames } from '#contracts/api/plans.ts';
import { livingStories, type StoryGroupState } from '#contracts/story-group/state.ts';
import type { StoryState } from '#contracts/story-group/story.ts';
import { checkDesign } from '#contracts/studio/check/check-design.ts';
import { type FlatComponent, flatten } from '#contracts/studio/flat.ts';
import { type PublishedComponent, publishedOf, wouldMix } from '#contracts/studio/published.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { fill } from '#contracts/words/phrase.ts';
import { storyGroupWords } from '#contracts/words/story-group.en.ts';
import { requireUse } from '../group/decide.ts';
import type { Author } from '../open-group.ts';

type Designed = Pick<StoryState, 'id' | 'title' | 'type' | 'media' | 'studio' | 'conditions'>;

const isFeature = (kind: string): kind is FeatureName => (featureNames as readonly string[]).includes(kind);

const usesOf = ({ kind, component }: FlatComponent, was: FlatComponent | undefined): FeatureName[] => {
  const uses: FeatureName[] = [];
  if (!was && kind === 'cta') uses.push('swipe_up');
  if (!was && isFeature(kind)) uses.push(kind);
  const opened = 'deep_link' in component ? component.deep_link : '';
  const opens = was && 'deep_link' in was.component ? was.component.deep_link : '';
  if (opened !== '' && opened !== opens) uses.push('deeplink');
  return uses;
};

/** Refuses a design that uses what the plan does not include, where the design before did not use it yet. */
export const requireDesignUse = (studio: Studio | null, before: Studio | null, author: Author): void => {
  if (!studio) return;
  const known = new Map((before ? flatten(before) : []).map((one) => [one.component.id, one]));
  for (const one of flatten(studio)) {
    const was = known.get(one.component.id);
    for (const feature of usesOf(one, was?.kind === one.kind ? was : undefined)) requireUse(author, feature);
  }
};

/** The components of a design to whose answers something else would be meant than before, by their paths. */
export const mixingPaths = (studio: Studio, published: readonly PublishedComponent[]): string[] => {
  const known = new Map(published.map((one) => [one.component_id, one]));
  const meanings = publishedOf(studio);
  return flatten(studio).flatMap(({ list, at }, place) => {
    const is = meanings[place]!;
    const was = known.get(is.component_id);
    return was && wouldMix(was, is) ? [`studio.${list}.${at}`] : [];
  });
};

/** Refuses a design in which answers to a published component would mean something else than before. */
export const requireSameMeaning = (studio: Studio, published: readonly PublishedComponent[]): void => {
  const errors = mixingPaths(studio, published).map((path) => ({ path, said: storyGroupWords.answersWouldMix }));
  if (errors.length > 0) throw new Refusal('AnswersWouldMix', undefined, errors);
};

/** Refuses a story whose design or conditions are not fit to be published, naming each fault. */
export const requireSoundDesign = (
  story: Designed,
  before: Pick<StoryState, 'studio'> | null,
  group: StoryGroupState,
  author: Author,
): void => {
  if (story.type === 2 && story.studio?.duration_ms)
    throw new Refusal('Invalid', storyGroupWords.videoLength, [
      { path: 'studio.duration_ms', said: storyGroupWords.videoLength },
    ]);
  const living = livingStories(group).map(({ id }) => id);
  const place = living.indexOf(story.id);
  const faults = checkDesign(
    { ...story, hasMedium: true },
    {
      now: author.now,
      videoMs: story.media.duration_ms,
      before: before?.studio ?? null,
      laterStories: new Set(place < 0 ? [] : living.slice(place + 1)),
    },
  ).filter(({ path }) => /^(?:studio|conditions)\./.test(path));
  if (faults.length === 0) return;
  throw new Refusal(
    'ChecklistFailed',
    fill(storyGroupWords.checklistFailed, { count: faults.length }),
    faults.map(({ path, code, phrase }) => ({ path, code, said: phrase })),
  );
};
