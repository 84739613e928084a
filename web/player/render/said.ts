import { answersTo, optionLetters } from '#contracts/studio/answers.ts';
import type { RenderWords } from '../words.ts';
import { filled, readTogether } from './kit.ts';
import { wholeShares } from './shares.ts';
import type { ComponentState, Of } from './state.ts';

/** A component that a viewer answers. */
export type AskedComponent = Of<'reaction'> | Of<'quiz'> | Of<'poll'> | Of<'rating'>;

/** What is known of the answers to a component, each in the order of its answers. */
export interface Result {
  counts: number[];
  shares: number[];
  total: number;
}

/** What may be shown of the answers once the viewer's own is final: null before, and where nothing is known. */
export function resultOf({ kind, component }: AskedComponent, { counts, final }: ComponentState): Result | null {
  if (!final || !counts || !component.show_results) return null;
  const each = answersTo({ kind, ...component }).map((answer) => counts.get(answer) ?? 0);
  return { counts: each, shares: wholeShares(each), total: each.reduce((sum, count) => sum + count, 0) };
}

const number = (value: number, words: RenderWords, digits = 0): string =>
  new Intl.NumberFormat(words.locale, { maximumFractionDigits: digits }).format(value);

/** A share of a hundred in the words' language. */
export const percentIn = (share: number, { locale }: RenderWords): string =>
  new Intl.NumberFormat(locale, { style: 'percent' }).format(share / 100);

/** The name of a component that asks something. */
export const askedName = ({ kind, component }: AskedComponent, words: RenderWords): string =>
  component.name || ('question' in component && component.question) || words[kind];

/** What an option is called: its words, then right or wrong, whose answer it is, and its share. */
export function optionName(one: AskedComponent, at: number, state: ComponentState, words: RenderWords): string {
  const { kind, component } = one;
  const answer = answersTo({ kind, ...component })[at]!;
  const result = resultOf(one, state);
  return readTogether(
    kind === 'quiz' || kind === 'poll' ? component.options[at]!.text || answer : answer,
    verdictOf(one, at, state, words),
    state.value === answer && words.yours,
    result !== null && percentIn(result.shares[at]!, words),
  );
}

/** The word beside an option of a quiz that is over: right at the right one, wrong at the viewer's wrong one. */
export function verdictOf(
  { kind, component }: AskedComponent,
  at: number,
  state: ComponentState,
  words: RenderWords,
): string {
  if (kind !== 'quiz' || !state.final) return '';
  const letter = optionLetters[at];
  if (letter === component.correct) return words.right;
  return letter === state.value ? words.wrong : '';
}

/** What stands below the answers: an explanation, a result, or how many answered. */
export function footOf(one: AskedComponent, state: ComponentState, words: RenderWords): string {
  const { kind, component } = one;
  if (kind === 'rating' && !state.value) return words.rate;
  if (!state.final) return '';
  const result = resultOf(one, state);
  const said: (string | false)[] = [];
  if (kind === 'rating') said.push(filled(words.gave, number(Number(state.value), words)));
  if (kind === 'rating' && result?.total) {
    const stars = result.counts.reduce((sum, count, at) => sum + count * (at + 1), 0);
    said.push(filled(words.average, number(stars / result.total, words, 1)));
  }
  if (kind === 'quiz' && component.explanation) return component.explanation;
  if (kind === 'quiz' && result?.total)
    said.push(filled(words.gotRight, percentIn(result.shares[optionLetters.indexOf(component.correct)]!, words)));
  if (component.show_total && result?.total) said.push(filled(words.answers, number(result.total, words)));
  return said.filter(Boolean).join(' · ');
}

/** What is read out when an answer is final. */
export function spokenResult(one: AskedComponent, state: ComponentState, words: RenderWords): string {
  const { kind, component } = one;
  if (kind === 'rating') return footOf(one, state, words);
  const own = answersTo({ kind, ...component }).indexOf(state.value ?? '');
  if (own < 0) return '';
  const right = kind === 'quiz' ? optionLetters.indexOf(component.correct) : own;
  const foot = footOf(one, state, words);
  return [optionName(one, own, state, words), right !== own && optionName(one, right, state, words), foot]
    .filter(Boolean)
    .join('. ');
}
