import type { Principal } from '../auth/principal.ts';
import { delay } from '../platform/delay.ts';
import type { Logger } from '../platform/log.ts';
import type { EventStream } from './event-stream.ts';

/** The minimum time between two reads of a thing, however often it changes. */
const cooldownMs = 400;

/** A client of a stream. */
export interface Listener {
  principal: Principal;
  stream: EventStream;
}

/** What is streamed of one kind of things: how it is read, and the events that lead from one reading to the next. */
export interface Streamed<Picture> {
  read(id: string): Promise<Picture>;
  /** From no picture (null) all of it. */
  messages(before: Picture | null, after: Picture): readonly (readonly [event: string, data: unknown])[];
}

/** The listeners of this process to one thing, which is read once for all of them. */
export interface StreamChannel {
  readonly listeners: ReadonlySet<Listener>;
  /** Sends everything, then changes, until the listener leaves. */
  join(listener: Listener): void;
  leave(listener: Listener): void;
  /** Reads, now or after the cool-down, and sends what changed. Never throws. */
  refresh(): Promise<void>;
}

/** Opens the channel of a thing. */
export const openStreamChannel = <Picture>(
  log: Pick<Logger, 'warn'>,
  { read, messages }: Streamed<Picture>,
  id: string,
): StreamChannel => {
  const listeners = new Set<Listener>();
  const initialised = new WeakSet<Listener>();
  let picture: Picture | null = null;
  let lastReadAt = Number.NEGATIVE_INFINITY;
  let running = false;
  let dirty = false;

  const send = ({ stream }: Listener, before: Picture | null, after: Picture): void => {
    for (const [event, data] of messages(before, after)) stream.send(event, data);
  };
  const publish = (after: Picture): void => {
    const before = picture;
    picture = after;
    for (const listener of listeners) {
      send(listener, initialised.has(listener) ? before : null, after);
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
        publish(await read(id));
      }
    } catch (error) {
      // The next refresh tries again; listeners keep what they have.
      log.warn({ err: error, id }, 'could not read what is streamed');
    } finally {
      running = false;
    }
  };

  return {
    listeners,
    refresh,
    join(listener) {
      listeners.add(listener);
      if (picture) {
        send(listener, null, picture);
        initialised.add(listener);
      }
      void refresh();
    },
    leave: (listener) => void listeners.delete(listener),
  };
};
