import type { Notifier, NotifyTopic } from './notifier.ts';

/** An auto-reset event: notifications of one topic set it, and one that arrives while nobody waits is not lost. */
export interface WakeEvent {
  /** Waits until it is set, at most `ms`, and resets it. True when it was set, false when the time ran out. */
  wait(ms: number): Promise<boolean>;
  set(): void;
  /** Stops listening, for notifications and for the signal. */
  dispose(): void;
}

/** An event for loops that poll and want to be woken earlier; the abort of `signal` sets it, too. */
export const createWakeEvent = (
  notifier: Pick<Notifier, 'on'>,
  signal: AbortSignal,
  topic: NotifyTopic = 'events',
): WakeEvent => {
  let isSet = false;
  let wakeWaiter: (() => void) | null = null;
  const set = () => {
    isSet = true;
    wakeWaiter?.();
  };
  const deaf = notifier.on(topic, set);
  signal.addEventListener('abort', set, { once: true });
  return {
    set,
    dispose() {
      deaf();
      signal.removeEventListener('abort', set);
    },
    async wait(ms) {
      if (!isSet && !signal.aborted)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wakeWaiter = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      wakeWaiter = null;
      const woken = isSet;
      isSet = false;
      return woken;
    },
  };
};
