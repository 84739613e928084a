/** Whether one version of an app comes before another; missing numbers count as 0. */
export const comesBefore = (one: string, other: string): boolean => {
  const [left, right] = [one.split('.').map(Number), other.split('.').map(Number)];
  for (let place = 0; place < Math.max(left.length, right.length); place += 1) {
    const [a, b] = [left[place] ?? 0, right[place] ?? 0];
    if (a !== b) return a < b;
  }
  return false;
};
