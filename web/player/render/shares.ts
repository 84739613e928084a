/**
 * How many in a hundred gave each answer: whole numbers that add up to 100, the missing ones given to those that lost most
 * by rounding down. All 0 where nobody answered.
 */
export function wholeShares(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= 0) return counts.map(() => 0);
  const exact = counts.map((count) => (count * 100) / total);
  const shares = exact.map(Math.floor);
  const missing = 100 - shares.reduce((sum, share) => sum + share, 0);
  const byLoss = exact.map((share, at) => ({ at, loss: share - shares[at]! })).sort((a, b) => b.loss - a.loss);
  for (const { at } of byLoss.slice(0, missing)) shares[at]! += 1;
  return shares;
}
