/** A map that is bounded and forgets: entries live for their time, and the oldest give way. */
export interface FreshMap<V> {
  /** Undefined when there is none or its time is over; who asks for many reads the clock (performance.now) once. */
  get(key: string, now?: number): V | undefined;
  set(key: string, value: V, lifeMs: number): void;
  delete(key: string): void;
}

/** A FreshMap of at most `capacity` entries. */
export const createFreshMap = <V>(capacity: number): FreshMap<V> => {
  const entries = new Map<string, { value: V; until: number }>();
  return {
    get(key, now = performance.now()) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (entry.until > now) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set(key, value, lifeMs) {
      entries.delete(key);
      if (entries.size >= capacity) entries.delete(entries.keys().next().value!);
      entries.set(key, { value, until: performance.now() + lifeMs });
    },
    delete: (key) => void entries.delete(key),
  };
};
