/**
 * Counts calls per key and second in this process; `take` is false once a key has had `limit` in this second (0: no
 * limit).
 */
export const createRateLimiter = (limit: number) => {
  let second = 0;
  let counts = new Map<string, number>();
  return {
    take(key: string): boolean {
      if (limit === 0) return true;
      const now = Math.floor(performance.now() / 1000);
      if (now !== second) {
        second = now;
        counts = new Map();
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count <= limit;
    },
  };
};
