/** Lets `most` pieces of work run at once; the others wait in order. Work whose signal has ended by its turn is not begun. */
export const createSlots = (most: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async <T>(signal: AbortSignal | null, work: () => Promise<T>): Promise<T> => {
    if (running < most) running += 1;
    // The slot is handed over, so that nobody overtakes.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
