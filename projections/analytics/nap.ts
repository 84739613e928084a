/** Sleeps until woken, at most `ms`; `ring` wakes it, also ahead of the next sleep. */
export const createNap = (signal: AbortSignal) => {
  let wakeUp = () => {};
  let woken = false;
  const ring = () => {
    woken = true;
    wakeUp();
  };
  signal.addEventListener('abort', ring, { once: true });
  return {
    ring,
    sleep: (ms: number) =>
      new Promise<void>((done) => {
        const end = () => {
          clearTimeout(timer);
          wakeUp = () => {};
          woken = false;
          done();
        };
        const timer = setTimeout(end, ms);
        wakeUp = end;
        if (woken || signal.aborted) end();
      }),
  };
};

/** Waits `ms`, or until the signal. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
