/** The numbers of an app's version, such as 4.12.0, or null when it does not start with one. */
export const versionNumbers = (version: string): number[] | null =>
  /^\s*v?(\d+(?:\.\d+)*)/i.exec(version)?.[1]?.split('.').map(Number) ?? null;

/** Below 0 when one version comes before the other, above 0 when after it; number by number, missing ones count as 0. */
export const compareVersions = (one: readonly number[], other: readonly number[]): number => {
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};

/** Whether one version comes before another. */
export const comesBefore = (one: string, other: string): boolean =>
  compareVersions(versionNumbers(one) ?? [], versionNumbers(other) ?? []) < 0;
