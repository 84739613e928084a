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
