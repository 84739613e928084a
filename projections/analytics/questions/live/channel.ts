import { type LivePicture, liveChangeBetween } from '#contracts/stats/live.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import type { EventStream } from '#kernel/http/event-stream.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { delay } from '#kernel/platform/delay.ts';
import { readLive } from './read.ts';

/** The minimum time between two reads of an app, however often its counts change. */
const cooldownMs = 400;

/** A client of a live stream. */
export interface Listener {
  principal: Principal;
  stream: EventStream;
}

/** The listeners of this process to one app, which is read once for all of them. */
export interface LiveChannel {
  readonly listeners: ReadonlySet<Listener>;
  /** Sends a snapshot, then changes, until the listener leaves. */
  join(listener: Listener): void;
  leave(listener: Listener): void;
  /** Reads the app, now or after the cool-down, and sends what changed. Never throws. */
  refresh(): Promise<void>;
}

/** Opens the channel of an app. */
export const openLiveChannel = (
  kernel: Pick<Kernel, 'db' | 'analytics' | 'log' | 'now'>,
  appId: string,
): LiveChannel => {
  const listeners = new Set<Listener>();
  const initialised = new WeakSet<Listener>();
  let snapshot: LivePicture | null = null;
  let lastReadAt = Number.NEGATIVE_INFINITY;
  let running = false;
  let dirty = false;

  const publish = (after: LivePicture): void => {
    const change = snapshot && liveChangeBetween(snapshot, after);
    snapshot = after;
    for (const listener of listeners) {
      if (!initialised.has(listener)) listener.stream.send('picture', after);
      else if (change) listener.stream.send('change', change);
      initialised.add(listener);
    }
  };

  const refresh = async (): Promise<void> => {
    dirty = true;
    if (running) return;
    running = true;
    try {
      while (dirty && listeners.size > 0) {
        const rest = lastReadAt + cooldownMs - performance.now();
        if (rest > 0) await delay(rest);
        dirty = false;
        lastReadAt = performance.now();
        publish(await readLive(kernel, appId, kernel.now()));
      }
    } catch (error) {
      // The next refresh tries again; listeners keep the last snapshot.
      kernel.log.warn({ err: error, app_id: appId }, 'could not read the live figures of an app');
    } finally {
      running = false;
    }
  };

  return {
    listeners,
    refresh,
    join(listener) {
      listeners.add(listener);
      if (snapshot) {
        listener.stream.send('picture', snapshot);
        initialised.add(listener);
      }
      void refresh();
    },
    leave: (listener) => void listeners.delete(listener),
  };
};
