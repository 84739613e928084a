/** The most of a rail that an empty stretch takes, where there are many. */
const longest = 0.12;
/** So many stretches are never cut, however unlike they are. */
const fewest = 3;
/** What the stretch behind the last change takes at most. */
const lastMost = 0.05;
/** A stretch that is hardly too long keeps its length. */
const spared = 1.5;

/**
 * The length beyond which a stretch is shortened: the largest of which none of the stretches, cut at it, takes more than
 * its share of the rail. With few stretches the share is larger, so that equal ones are never cut.
 */
function cutOf(gaps: readonly number[]): number {
  const share = Math.max(longest, fewest / gaps.length);
  const sorted = [...gaps].sort((a, b) => a - b);
  let below = 0;
  for (const [at, gap] of sorted.entries()) {
    // With those from here on cut: cut = share * (below + left * cut).
    const left = sorted.length - at;
    const cut = share * left >= 1 ? Number.POSITIVE_INFINITY : (share * below) / (1 - share * left);
    if (cut <= gap) return cut;
    below += gap;
  }
  return Number.POSITIVE_INFINITY;
}

/** How long the stretches up to each change are drawn, and behind them the `rest` from the last change to now. */
export function railLengths(gaps: readonly number[], rest: number): number[] {
  const cut = cutOf(gaps);
  const lengths = gaps.map((gap) => (gap > cut * spared ? cut : gap));
  const before = lengths.reduce((sum, length) => sum + length, 0);
  const room = (before * lastMost) / (1 - lastMost);
  return [...lengths, before === 0 || rest <= room ? rest : room];
}
