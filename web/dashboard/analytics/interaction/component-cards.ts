import type { ComponentResponses, ComponentStats, ResponseType } from '#contracts/stats/interactive-stats.ts';
import type { AskedAnswers } from '../../why/use-why.ts';
import { interactionWords } from '../../words/interaction.en.ts';
import { t } from '../../words/t.ts';
import { type AnswerKind, answerKinds, kindOf } from './answer-kinds.ts';
import type { LabelOf } from './answer-labels.tsx';
import { sharesOf } from './shares.ts';

/** A component of a story with what is known of its answers of one kind. */
export interface AnswerCard {
  /** Names it in the address. */
  key: string;
  story_id: string;
  component_id: string;
  kind: AnswerKind;
  impressions: number;
  /** Those that count as its answers; null where it was only seen. */
  main: ComponentResponses | null;
  responses: readonly ComponentResponses[];
}

/** The cards of components: one for each kind of answers to it, and one for a component that was only seen. */
export const cardsOf = (components: readonly ComponentStats[]): AnswerCard[] =>
  components.flatMap(({ component_id, story_id, impressions, responses }) => {
    const kinds = answerKinds.filter(({ types }) => responses.some(({ type }) => types.includes(type)));
    return (kinds.length > 0 ? kinds : [kindOf('seen')]).map((kind) => ({
      key: `${story_id}.${kind.id}.${component_id}`,
      ...{ story_id, component_id, kind, impressions },
      main: responses.find(({ type }) => type === kind.types[0]) ?? null,
      responses: responses.filter(({ type }) => kind.types.includes(type)),
    }));
  });

/** Cards that stand beside each other, by their stories. */
export const byStory = (cards: readonly AnswerCard[]): { story_id: string; cards: AnswerCard[] }[] => {
  const stories: { story_id: string; cards: AnswerCard[] }[] = [];
  for (const card of cards) {
    const last = stories.at(-1);
    if (last?.story_id === card.story_id) last.cards.push(card);
    else stories.push({ story_id: card.story_id, cards: [card] });
  }
  return stories;
};

/** A bar of a card: an answer, how often it was given, and its share in tenths of a percent. */
export interface ValueBar {
  key: string;
  answer: { type: ResponseType; value: string } | null;
  count: number;
  share: number;
}

type Counted = Omit<ValueBar, 'share'>;

const barOf = (type: ResponseType, value: string, count: number): Counted => ({
  key: `${type} ${value}`,
  answer: { type, value },
  count,
});

const starsFirst = (bars: readonly Counted[]): Counted[] => {
  const stars = ['5', '4', '3', '2', '1'];
  const given = new Map(bars.map((bar) => [bar.answer?.value, bar]));
  return [
    ...stars.map((value) => given.get(value) ?? barOf('rating_submitted', value, 0)),
    ...bars.filter((bar) => !stars.includes(bar.answer?.value ?? '')),
  ];
};

const isLetter = ({ answer }: Counted): boolean => /^[A-Z]$/.test(answer?.value ?? '');

const inOrder = (kind: AnswerKind, bars: readonly Counted[]): readonly Counted[] => {
  if (kind.id === 'ratings') return starsFirst(bars);
  if ((kind.id !== 'quizzes' && kind.id !== 'polls') || !bars.every(isLetter)) return bars;
  return bars.toSorted((a, b) => (a.answer!.value < b.answer!.value ? -1 : 1));
};

/** The bars of a card: options by letter, ratings by star, else the most frequent first; what is not listed is the last. */
export const barsOf = ({ kind, responses }: AnswerCard): ValueBar[] => {
  const reminders = kind.types.filter((type) => type !== 'component_impression');
  const listed =
    kind.id === 'reminders'
      ? reminders.map((type) => barOf(type, '', responses.find((one) => one.type === type)?.response_count ?? 0))
      : responses.flatMap(({ type, values }) => values.map(({ value, count }) => barOf(type, value, count)));
  const others = kind.id === 'reminders' ? 0 : responses.reduce((sum, one) => sum + one.others, 0);
  const bars = responses.length === 0 ? [] : [...inOrder(kind, listed)];
  if (others > 0) bars.push({ key: 'others', answer: null, count: others });
  const shares = sharesOf(bars.map(({ count }) => count));
  return bars.map((bar, place) => ({ ...bar, share: shares[place]! }));
};

/** The answers that a bar counts; null for those that are not listed. A reminder has no value. */
export const barAnswers = ({ kind, component_id }: AnswerCard, { answer }: ValueBar): AskedAnswers | null =>
  answer && {
    ...{ type: answer.type, component_id },
    ...(kind.id === 'reminders' ? {} : { answer: answer.value }),
  };

/** What a bar of a card is called. */
export const labelIn = ({ story_id, component_id }: AnswerCard, { answer }: ValueBar, labelOf: LabelOf) =>
  answer ? labelOf({ story_id, component_id, ...answer }) : { text: t(interactionWords.otherAnswers) };
