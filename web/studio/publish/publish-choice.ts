import { draftLimits } from '#contracts/studio/draft-limits.ts';

/** A draft that can be published: how many fields differ from what is live (null: a new story), and what must be fixed. */
export interface PublishChoice {
  id: string;
  place: number;
  title: string;
  changes: number | null;
  errors: number;
  /** The live story changed after the draft was made: publishing it may take that back. */
  outdated: boolean;
}

/** Whether the drafts are listed to choose from; the one that is open needs no naming by itself. */
export const isListed = (choices: readonly PublishChoice[], openId: string): boolean =>
  choices.length > 1 || choices.some(({ id, outdated }) => outdated || id !== openId);

/** The drafts that are chosen at first: the one that is open, then the others without a fault, as many as go at once. */
export const chosenAtFirst = (choices: readonly PublishChoice[], openId: string): string[] => {
  const current = choices.filter(({ outdated }) => !outdated);
  const open = current.filter(({ id }) => id === openId);
  const others = current.filter(({ id, errors }) => id !== openId && errors === 0);
  return [...open, ...others].slice(0, draftLimits.publishedAtOnce).map(({ id }) => id);
};
