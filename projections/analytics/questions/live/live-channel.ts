import { type LivePicture, liveChangeBetween } from '#contracts/live.ts';
import type { EventStream } from '#kernel/http/event-stream.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Principal } from '#kernel/ports.ts';
import { readLive } from './live.ts';

/** The shortest time between two readings of an app, however often figures change. */
const restMs = 400;

/** Somebody who watches an app. */
export interface Listener {
  principal: Principal;
  stream: EventStream;
}

/** Everybody of this process who watches one app: it is read once for all of them. */
export interface LiveChannel {
  readonly listeners: ReadonlySet<Listener>;
  /** Sends the whole picture, then what changes, until the listener leaves. */
  join(listener: Listener): void;
  leave(listener: Listener): void;
  /** Reads the app, now or as soon as it may be read again, and sends what is other than before. Never throws. */
  refresh(): Promise<void>;
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Opens the channel of an app. */
export const openLiveChannel = (
  kernel: Pick<Kernel, 'db' | 'analytics' | 'log' | 'now'>,
  appId: string,
): LiveChannel => {
  const listeners = new Set<Listener>();
  const told = new WeakSet<Listener>();
  let picture: LivePicture | null = null;
  let read = Number.NEGATIVE_INFINITY;
  let reading = false;
  let again = false;

  const tell = (after: LivePicture): void => {
    const change = picture && liveChangeBetween(picture, after);
    picture = after;
    for (const listener of listeners) {
      if (!told.has(listener)) listener.stream.send('picture', after);
      else if (change) listener.stream.send('change', change);
      told.add(listener);
    }
  };

  const refresh = async (): Promise<void> => {
    again = true;
    if (reading) return;
    reading = true;
    try {
      while (again && listeners.size > 0) {
        const rest = read + restMs - performance.now();
        if (rest > 0) await pause(rest);
        again = false;
        read = performance.now();
        tell(await readLive(kernel, appId, kernel.now()));
      }
    } catch (error) {
      // The next turn tries again; who listens keeps the last picture.
      kernel.log.warn({ err: error, app_id: appId }, 'the live figures of an app could not be read');
    } finally {
      reading = false;
    }
  };

  return {
    listeners,
    refresh,
    join(listener) {
      listeners.add(listener);
      if (picture) {
        listener.stream.send('picture', picture);
        told.add(listener);
      }
      void refresh();
    },
    leave: (listener) => void listeners.delete(listener),
  };
};
