import type { RestingRule } from '#contracts/story-group/resting-rules.ts';
import { ordinal } from '../../kit/text/ordinal.ts';
import { storyOrderWords } from '../../words/story-order.en.ts';
import { t } from '../../words/t.ts';

const mostNames = 3;
/** The first of some titles, and how many more there are. */
export const namesOf = (titles: readonly string[]): string => {
  const rest = titles.length - mostNames;
  return `${titles.slice(0, mostNames).join(', ')}${rest > 0 ? ` +${rest}` : ''}`;
};

/** What is said of a story that was moved to a place, counted from 0, and of the rules that rest from then on. */
export const movedSaid = (title: string, place: number, resting: readonly RestingRule[]): string => {
  const moved = { title, at: ordinal(place + 1) };
  if (resting.length === 0) return t(storyOrderWords.moved, moved);
  const names = namesOf([...new Set(resting.map((one) => one.title))]);
  return t(storyOrderWords.movedResting, { ...moved, count: resting.length, names });
};
