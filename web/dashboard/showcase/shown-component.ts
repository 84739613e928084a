import type { SdkEvent, SdkStories, SdkStory } from '#contracts/sdk/protocol.ts';
import { type OptionLetter, optionLetters } from '#contracts/studio/answers.ts';
import { type FlatComponent, flatten } from '#contracts/studio/flat.ts';
import { type AnswerableKind, isAnswerable } from '#contracts/studio/kinds.ts';
import { showcaseWords } from '../words/showcase.en.ts';
import { t } from '../words/t.ts';
import type { PlayerLogRow } from './use-player.ts';

type Groups = SdkStories['data']['groups'];

/** The story that an event is about. */
export const toldStory = (groups: Groups, event: SdkEvent): SdkStory | undefined =>
  groups.find((one) => one.id === event.group_id)?.stories.find((one) => one.id === event.story_id);

/** The component that an event of a story is about. */
export const componentOf = (story: SdkStory | undefined, event: SdkEvent): FlatComponent | undefined =>
  story?.studio && event.component_id !== undefined
    ? flatten(story.studio).find(({ component }) => component.id === event.component_id)
    : undefined;

/** The story that is on the screen: of the group that plays, the one that was shown last. */
export function storyOnScreen(groups: Groups, log: readonly PlayerLogRow[], playing: string | null): SdkStory | null {
  if (!playing) return null;
  const shown = log.findLast(({ event }) => event.type === 'story_impression' && event.group_id === playing);
  return (shown && toldStory(groups, shown.event)) ?? null;
}

/** A component that viewers answer. */
export type AnswerableComponent = Extract<FlatComponent, { kind: AnswerableKind }>;
export const isAnswerableComponent = (one: FlatComponent): one is AnswerableComponent => isAnswerable(one.kind);

/** An answer as people read it: the words of an option, the stars by number, an emoji as it is. */
export function answerWords({ kind, component }: AnswerableComponent, value: string): string {
  const option = 'options' in component && component.options[optionLetters.indexOf(value as OptionLetter)];
  if (option) return option.text;
  return kind === 'rating' ? t(showcaseWords.stars, { count: Number(value) }) : value;
}
