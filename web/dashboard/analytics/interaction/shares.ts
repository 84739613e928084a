const whole = 1000;

/**
 * The shares of counts in tenths of a percent, which add up to 100%: what rounding down leaves goes to the largest remainders.
 */
export const sharesOf = (counts: readonly number[]): number[] => {
  const sum = counts.reduce((all, count) => all + count, 0);
  if (sum === 0) return counts.map(() => 0);
  const exact = counts.map((count) => (count * whole) / sum);
  const shares = exact.map(Math.floor);
  const left = whole - shares.reduce((all, share) => all + share, 0);
  const byRemainder = exact
    .map((share, place) => ({ place, remainder: share - Math.floor(share) }))
    .sort((a, b) => b.remainder - a.remainder || a.place - b.place);
  for (const { place } of byRemainder.slice(0, left)) shares[place]! += 1;
  return shares;
};

/** A share in tenths of a percent as '64.3%'. */
export const shareText = (tenths: number): string => `${(tenths / 10).toFixed(1)}%`;
