import { Refusal } from '#contracts/errors.ts';
import { may } from '#contracts/roles.ts';
import { transaction } from '#kernel/db/pool.ts';
import type { EventStream } from '#kernel/http/event-stream.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Principal } from '#kernel/ports.ts';
import { type Listener, type LiveChannel, openLiveChannel } from './live-channel.ts';

const everyMs = 2000;
/** How often it is asked whether listeners may still listen, beside every time that access changes somewhere. */
const checkMs = 10_000;
/** The shortest time between two such questions. */
const checkRestMs = 300;
const streamsPerUser = 5;
const streamsPerProcess = 1000;

/** Who watches which app in this process. */
export interface LiveHub {
  /** Refuses with TooManyRequests when this user has too many open already, with Unavailable when this process has. */
  requireRoom(userId: string): void;
  /** Sends the whole picture, then what changes, until the stream closes. */
  join(principal: Principal, appId: string, stream: EventStream): void;
  /** Ends every stream. */
  stop(): void;
}

const mayListen = async (kernel: Kernel, { session_id, account_id }: Principal, appId: string): Promise<boolean> => {
  const principal = await kernel.facts.principal(kernel.db, session_id);
  if (!principal || !may(principal.permissions, 'overview.view', appId)) return false;
  return transaction(kernel.db, async (trx) => (await kernel.facts.app(trx, account_id, appId, 'none')) !== null);
};

/** Ends the streams of those whose session has ended or whose role is gone, when asked; answers of one turn are shared. */
const createGuard = (kernel: Kernel, channels: ReadonlyMap<string, LiveChannel>) => {
  let checked = performance.now();
  let due: NodeJS.Timeout | null = null;

  const checkOne = async ({ principal, stream }: Listener, appId: string): Promise<void> => {
    // While the database cannot say, nobody goes on listening on trust.
    if (!(await mayListen(kernel, principal, appId).catch(() => false))) stream.end();
  };
  const check = async (): Promise<void> => {
    due = null;
    checked = performance.now();
    for (const [appId, { listeners }] of [...channels])
      for (const listener of [...listeners]) await checkOne(listener, appId);
  };
  const ask = (): void => {
    due ??= setTimeout(() => void check(), Math.max(0, checked + checkRestMs - performance.now()));
  };
  return {
    ask,
    askInTime: (): void => {
      if (performance.now() - checked > checkMs) ask();
    },
    stop: (): void => {
      if (due) clearTimeout(due);
    },
  };
};

/** Opens the hub; while nobody listens it does nothing. */
export const openLiveHub = (kernel: Kernel): LiveHub => {
  const channels = new Map<string, LiveChannel>();
  const guard = createGuard(kernel, channels);
  let timer: NodeJS.Timeout | null = null;

  const listeners = (): Listener[] => [...channels.values()].flatMap((channel) => [...channel.listeners]);
  const refreshAll = (): void => {
    for (const channel of channels.values()) void channel.refresh();
  };
  const turn = (): void => {
    refreshAll();
    guard.askInTime();
  };
  const deaf = [
    kernel.wake.on('figures', refreshAll),
    kernel.wake.on('access', () => {
      if (channels.size > 0) guard.ask();
    }),
  ];
  const leave = (appId: string, channel: LiveChannel, listener: Listener): void => {
    channel.leave(listener);
    if (channel.listeners.size === 0 && channels.get(appId) === channel) channels.delete(appId);
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
      const channel = channels.get(appId) ?? openLiveChannel(kernel, appId);
      channels.set(appId, channel);
      const listener = { principal, stream };
      stream.onClose(() => leave(appId, channel, listener));
      timer ??= setInterval(turn, everyMs);
      channel.join(listener);
    },
    stop() {
      for (const silence of deaf) silence();
      guard.stop();
      for (const { stream } of listeners()) stream.end();
    },
  };
};
