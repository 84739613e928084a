import { Refusal } from '#contracts/api/errors.ts';
import { may } from '#contracts/api/roles.ts';
import { figureWords } from '#contracts/words/figures.en.ts';
import { fill } from '#contracts/words/phrase.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { transaction } from '#kernel/db/transaction.ts';
import type { EventStream } from '#kernel/http/event-stream.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type Listener, type LiveChannel, openLiveChannel } from './channel.ts';

const refreshMs = 2000;
/** How often access of listeners is checked again, besides at every change of access. */
const checkIntervalMs = 10_000;
/** The minimum time between two such checks. */
const checkCooldownMs = 300;
const streamsPerUser = 5;
const streamsPerProcess = 1000;

/** The live streams of this process by app. */
export interface LiveHub {
  /** Refuses with TooManyRequests when this user has too many open already, with Unavailable when this process has. */
  requireCapacity(userId: string): void;
  /** Sends a snapshot, then changes, until the stream closes. */
  join(principal: Principal, appId: string, stream: EventStream): void;
  /** Ends every stream. */
  stop(): void;
}

const isAllowed = async (
  kernel: Pick<Kernel, 'db' | 'facts'>,
  { session_id, account_id }: Principal,
  appId: string,
): Promise<boolean> => {
  const principal = await kernel.facts.principal(kernel.db, session_id);
  if (!principal || !may(principal.permissions, 'overview.view', appId)) return false;
  return transaction(kernel.db, async (trx) => (await kernel.facts.app(trx, account_id, appId, 'none')) !== null);
};

/** Ends streams whose session has ended or whose role is gone; checks are debounced. */
const createAccessMonitor = (kernel: Pick<Kernel, 'db' | 'facts'>, channels: ReadonlyMap<string, LiveChannel>) => {
  let checked = performance.now();
  let timer: NodeJS.Timeout | null = null;

  const checkOne = async ({ principal, stream }: Listener, appId: string): Promise<void> => {
    // Fails closed: while the database is down, streams end.
    if (!(await isAllowed(kernel, principal, appId).catch(() => false))) stream.end();
  };
  const check = async (): Promise<void> => {
    timer = null;
    checked = performance.now();
    for (const [appId, { listeners }] of [...channels])
      for (const listener of [...listeners]) await checkOne(listener, appId);
  };
  const scheduleCheck = (): void => {
    timer ??= setTimeout(() => void check(), Math.max(0, checked + checkCooldownMs - performance.now()));
  };
  return {
    ask: scheduleCheck,
    checkIfDue: (): void => {
      if (performance.now() - checked > checkIntervalMs) scheduleCheck();
    },
    stop: (): void => {
      if (timer) clearTimeout(timer);
    },
  };
};

/** Opens the hub; without listeners it does nothing. */
export const openLiveHub = (
  kernel: Pick<Kernel, 'analytics' | 'db' | 'facts' | 'log' | 'notifier' | 'now'>,
): LiveHub => {
  const channels = new Map<string, LiveChannel>();
  const accessMonitor = createAccessMonitor(kernel, channels);
  let timer: NodeJS.Timeout | null = null;

  const listeners = (): Listener[] => [...channels.values()].flatMap((channel) => [...channel.listeners]);
  const refreshAll = (): void => {
    for (const channel of channels.values()) void channel.refresh();
  };
  const tick = (): void => {
    refreshAll();
    accessMonitor.checkIfDue();
  };
  const unsubscribes = [
    kernel.notifier.on('figures', refreshAll),
    kernel.notifier.on('access', () => {
      if (channels.size > 0) accessMonitor.ask();
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
    requireCapacity(userId) {
      const open = listeners();
      if (open.length >= streamsPerProcess) throw new Refusal('Unavailable');
      if (open.filter(({ principal }) => principal.user_id === userId).length >= streamsPerUser)
        throw new Refusal('TooManyRequests', fill(figureWords.tooManyLive, { most: streamsPerUser }));
    },
    join(principal, appId, stream) {
      const channel = channels.get(appId) ?? openLiveChannel(kernel, appId);
      channels.set(appId, channel);
      const listener = { principal, stream };
      stream.onClose(() => leave(appId, channel, listener));
      timer ??= setInterval(tick, refreshMs);
      channel.join(listener);
    },
    stop() {
      for (const unsubscribe of unsubscribes) unsubscribe();
      accessMonitor.stop();
      for (const { stream } of listeners()) stream.end();
    },
  };
};
