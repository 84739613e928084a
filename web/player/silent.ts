import { createAnswers } from './answers.ts';
import { createApi } from './api.ts';
import { browserClock, randomId } from './clock.ts';
import type { Queue } from './queue.ts';
import { createSeen } from './seen.ts';
import { createStore } from './store.ts';
import { createTracker } from './tracker.ts';

const nothing = () => {};
/** A queue that takes every event and sends, keeps and remembers none. */
export const silentQueue: Queue = {
  add: nothing,
  flush: nothing,
  leave: nothing,
  wake: nothing,
  strip: nothing,
  size: () => 0,
};

/** A store that keeps nothing. */
export const silentStore = createStore(() => false);

/** What groups are played with that belong to no token: nothing is sent, counted or kept. */
export function silentLine(script: string) {
  const answers = createAnswers(silentStore, '');
  return {
    token: '',
    viewerId: null,
    preview: true,
    api: createApi(script, ''),
    queue: silentQueue,
    tracker: createTracker(browserClock, randomId, nothing),
    answers,
    seen: createSeen(silentStore, '', answers),
    bar: true,
    covers: new Set<string>(),
  };
}
