/** The cards of the local provider: from which charge on they are declined (null: never). They cost nobody anything. */
export const testCards = [
  { number: '4242424242424242', name: 'works', declines_from: null },
  { number: '4000000000000002', name: 'declined', declines_from: 0 },
  { number: '4000000000000341', name: 'failsLater', declines_from: 1 },
] as const;
export type TestCard = (typeof testCards)[number];

/** The test card of a number as somebody typed it, spaces and dashes apart; null for anything else. */
export const testCardOf = (typed: string): TestCard | null => {
  // Nothing longer is looked at, and nothing of it is kept.
  const digits = typed.length > 40 ? '' : typed.replaceAll(/[\s-]/g, '');
  return testCards.find(({ number }) => number === digits) ?? null;
};
