import type { Wake, WakeTopic } from './wake.ts';

/** A sleep that a wake-up of one topic cuts short; a wake-up that comes while awake is not lost. */
export interface Sleeper {
  /** Sleeps at most `ms`. True when it was woken rather than the time ran out. */
  sleep(ms: number): Promise<boolean>;
  /** Wakes it. */
  rouse(): void;
  /** Stops listening for wake-ups. */
  forget(): void;
}

/** A sleeper for whoever follows the log or works off jobs; the end of `signal` wakes it, too. */
export const createSleeper = (wake: Pick<Wake, 'on'>, signal: AbortSignal, topic: WakeTopic = 'events'): Sleeper => {
  let due = false;
  let rouseSleeper: (() => void) | null = null;
  const rouse = () => {
    due = true;
    rouseSleeper?.();
  };
  const forget = wake.on(topic, rouse);
  signal.addEventListener('abort', rouse, { once: true });
  return {
    rouse,
    forget,
    async sleep(ms) {
      if (!due && !signal.aborted)
        await new Promise<void>((done) => {
          const timer = setTimeout(done, ms);
          rouseSleeper = () => {
            clearTimeout(timer);
            done();
          };
        });
      rouseSleeper = null;
      const woken = due;
      due = false;
      return woken;
    },
  };
};
