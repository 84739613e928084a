/** The indexes of a longest rising subsequence of distinct numbers, in n log n. */
export const longestIncreasing = (values: readonly number[]): Set<number> => {
  const tails: number[] = [];
  const before: number[] = [];
  values.forEach((value, index) => {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[tails[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = index;
  });
  const run = new Set<number>();
  for (let at = tails.at(-1) ?? -1; at !== -1; at = before[at]!) run.add(at);
  return run;
};
