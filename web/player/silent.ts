import { createApi } from './api.ts';
import { browserClock, newId } from './clock.ts';
import type { Queue } from './queue.ts';
import { createSeen } from './seen.ts';
import { createStore } from './store.ts';
import { createTracker } from './tracker.ts';

const nothing = () => {};
const queue: Queue = { add: nothing, flush: nothing, leave: nothing, wake: nothing, strip: nothing, size: () => 0 };

/** What groups are played with that belong to no token: nothing is sent, counted or kept. */
export const silentLine = (script: string) => ({
  token: '',
  api: createApi(script, ''),
  queue,
  tracker: createTracker(browserClock, newId, nothing),
  seen: createSeen(
    createStore(() => false),
    '',
  ),
  bar: true,
});
