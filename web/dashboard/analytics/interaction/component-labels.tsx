import { Check } from 'lucide-react';
import type { NamedComponentStats, PublishedSummary } from '#contracts/stats/interactive-stats.ts';
import { componentWords } from '#contracts/words/design.en.ts';
import { interactionWords } from '../../words/interaction.en.ts';
import { t } from '../../words/t.ts';
import { type AnswerLabel, type AnswerValue, type LabelOf, plainLabel } from './answer-labels.tsx';

/** The kind of a component; null for one that was never published. */
export const componentKind = (published: PublishedSummary | null): string | null =>
  published && t(componentWords[published.kind]);

/** What a component is called: its kind with its words, as they were last published; null for one that never was. */
export const componentTitle = (published: PublishedSummary | null): string | null => {
  const kind = componentKind(published);
  if (!published || !kind) return null;
  return published.title === '' ? kind : t(interactionWords.titled, { kind, words: published.title });
};

/** An answer to a component by the words of its option beside the letter; the right one of a quiz is said to be that. */
export function namedLabel(
  published: PublishedSummary | null,
  answer: Pick<AnswerValue, 'type' | 'value'>,
): AnswerLabel {
  const plain = plainLabel(answer);
  if (!published) return plain;
  const { kind, title, answers, words, correct } = published;
  if (kind === 'product_tag' && answer.type === 'product_tag_clicked' && title !== '') return { text: title };
  if (kind !== 'quiz' && kind !== 'poll') return plain;
  const option = words[answers.indexOf(answer.value)];
  const text = option ? t(interactionWords.lettered, { letter: answer.value, words: option }) : plain.text;
  if (kind !== 'quiz' || answer.value !== correct) return { text };
  return { text: t(interactionWords.rightAnswer, { answer: text }), picture: <Check size={14} aria-hidden /> };
}

const keyOf = ({ story_id, component_id }: Pick<NamedComponentStats, 'story_id' | 'component_id'>) =>
  `${story_id} ${component_id}`;

/** What components are, by their ids. */
export type PublishedOf = (
  component: Pick<NamedComponentStats, 'story_id' | 'component_id'>,
) => PublishedSummary | null;

/** Finds what components are among those of a group. */
export const publishedIn = (components: readonly NamedComponentStats[]): PublishedOf => {
  const known = new Map(components.map((one) => [keyOf(one), one.published]));
  return (component) => known.get(keyOf(component)) ?? null;
};

/** Names answers by the words of the components of a group. */
export const labelsOf =
  (publishedOf: PublishedOf): LabelOf =>
  (answer) =>
    namedLabel(publishedOf(answer), answer);
