/** Waits `ms`, or until the signal ends; not at all when it has ended already. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
