import { Refusal } from '#contracts/errors.ts';
import { type LivePicture, liveChangeBetween } from '#contracts/live.ts';
import { may } from '#contracts/roles.ts';
import { transaction } from '#kernel/db/pool.ts';
import type { EventStream } from '#kernel/http/event-stream.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Principal } from '#kernel/ports.ts';
import { readLive } from './live.ts';

const everyMs = 2000;
/** The shortest time between two readings of an app, however often figures change. */
const restMs = 400;
/** How often it is asked whether listeners may still listen, beside every time that access changes somewhere. */
const checkMs = 10_000;
const streamsPerUser = 5;
const streamsPerProcess = 1000;

interface Listener {
  principal: Principal;
  stream: EventStream;
  /** Has the whole picture. */
  told: boolean;
}
interface Channel {
  app_id: string;
  account_id: string;
  listeners: Set<Listener>;
  picture: LivePicture | null;
  read: number;
  reading: boolean;
  again: boolean;
}

/** Who watches which app in this process; each app is read once for all of its listeners. */
export interface LiveHub {
  /** Refuses with TooManyRequests when this user, or this process, has too many open already. */
  requireRoom(userId: string): void;
  /** Sends the whole picture, then what changes, until the stream closes. */
  join(principal: Principal, appId: string, stream: EventStream): void;
  /** Ends every stream. */
  stop(): void;
}

/** Opens the hub; while nobody listens it does nothing. */
export const openLiveHub = (kernel: Kernel): LiveHub => {
  const channels = new Map<string, Channel>();
  let timer: NodeJS.Timeout | null = null;
  let checked = 0;

  const listeners = (): Listener[] => [...channels.values()].flatMap((channel) => [...channel.listeners]);

  const tell = (channel: Channel, after: LivePicture): void => {
    const { picture } = channel;
    channel.picture = after;
    const change = picture ? liveChangeBetween(picture, after) : null;
    for (const listener of channel.listeners) {
      if (!listener.told) listener.stream.send('picture', after);
      else if (change) listener.stream.send('change', change);
      listener.told = true;
    }
  };

  const refresh = async (channel: Channel): Promise<void> => {
    channel.again = true;
    if (channel.reading) return;
    channel.reading = true;
    try {
      while (channel.again && channel.listeners.size > 0) {
        const rest = channel.read + restMs - performance.now();
        if (rest > 0) await new Promise((done) => setTimeout(done, rest));
        channel.again = false;
        channel.read = performance.now();
        tell(channel, await readLive(kernel, channel.app_id, kernel.now()));
      }
    } catch (error) {
      // The next turn tries again; who listens keeps the last picture.
      kernel.log.warn({ err: error, app_id: channel.app_id }, 'the live figures of an app could not be read');
    } finally {
      channel.reading = false;
    }
  };

  const mayListen = async ({ session_id, account_id }: Principal, appId: string): Promise<boolean> => {
    const principal = await kernel.facts.principal(kernel.db, session_id);
    if (!principal || !may(principal.permissions, 'overview.view', appId)) return false;
    return transaction(kernel.db, async (trx) => (await kernel.facts.app(trx, account_id, appId, 'none')) !== null);
  };

  const check = async (): Promise<void> => {
    checked = performance.now();
    for (const channel of [...channels.values()])
      for (const { principal, stream } of [...channel.listeners])
        try {
          if (!(await mayListen(principal, channel.app_id))) stream.end();
        } catch {
          // The database cannot say: nobody goes on listening on trust.
          stream.end();
        }
  };

  const turn = (): void => {
    for (const channel of channels.values()) void refresh(channel);
    if (performance.now() - checked > checkMs) void check();
  };
  const deaf = [
    kernel.wake.on('figures', () => {
      for (const channel of channels.values()) void refresh(channel);
    }),
    kernel.wake.on('access', () => void check()),
  ];

  const leave = (channel: Channel, listener: Listener): void => {
    channel.listeners.delete(listener);
    if (channel.listeners.size === 0 && channels.get(channel.app_id) === channel) channels.delete(channel.app_id);
    if (channels.size > 0 || !timer) return;
    clearInterval(timer);
    timer = null;
  };

  return {
    requireRoom(userId) {
      const open = listeners();
      if (open.length >= streamsPerProcess) throw new Refusal('Unavailable');
      if (open.filter(({ principal }) => principal.user_id === userId).length >= streamsPerUser)
        throw new Refusal('TooManyRequests', `Close one of your ${streamsPerUser} live views first.`);
    },
    join(principal, appId, stream) {
      const channel = channels.get(appId) ?? {
        app_id: appId,
        account_id: principal.account_id,
        listeners: new Set(),
        picture: null,
        read: Number.NEGATIVE_INFINITY,
        reading: false,
        again: false,
      };
      channels.set(appId, channel);
      const listener = { principal, stream, told: channel.picture !== null };
      channel.listeners.add(listener);
      stream.onClose(() => leave(channel, listener));
      if (channel.picture) stream.send('picture', channel.picture);
      timer ??= setInterval(turn, everyMs);
      void refresh(channel);
    },
    stop() {
      for (const silence of deaf) silence();
      for (const { stream } of listeners()) stream.end();
    },
  };
};
