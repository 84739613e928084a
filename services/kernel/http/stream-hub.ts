import { Refusal } from '#contracts/api/errors.ts';
import type { Phrase } from '#contracts/words/phrase.ts';
import type { Principal } from '../auth/principal.ts';
import type { NotifyTopic } from '../db/notifier.ts';
import type { Kernel } from '../kernel.ts';
import type { EventStream } from './event-stream.ts';
import { type Listener, openStreamChannel, type StreamChannel, type Streamed } from './stream-channel.ts';

const refreshMs = 2000;
/** How often access of listeners is checked again, besides at every change of access. */
const checkIntervalMs = 10_000;
/** The minimum time between two such checks. */
const checkCooldownMs = 300;
const streamsPerProcess = 1000;
/** So that no account takes the streams of all others. */
const streamsPerAccount = 250;

/** The streams of this process about one kind of things. */
export interface StreamHub {
  /**
   * Refuses with TooManyRequests when this person or their account has too many open already, with Unavailable when this
   * process has.
   */
  requireCapacity(principal: Pick<Principal, 'user_id' | 'account_id'>): void;
  /** Sends everything, then changes, until the stream closes. */
  join(principal: Principal, id: string, stream: EventStream): void;
  /** Ends every stream. */
  stop(): void;
}

/** What a hub streams, and to whom. */
export interface HubOptions<Picture> extends Streamed<Picture> {
  /** What notifies of changes; its detail is the id of what changed, or `*`. Everything is read again every 2 s anyway. */
  topic: NotifyTopic;
  /** Whether someone, as they are now, may still listen. */
  isAllowed(principal: Principal, id: string): Promise<boolean>;
  streamsPerUser: number;
  /** What refuses somebody's next stream. */
  tooMany: Phrase;
}

type ChannelMap = ReadonlyMap<string, StreamChannel>;

/** Ends streams whose session has ended or whose role is gone; checks are debounced. */
const createAccessMonitor = (
  kernel: Pick<Kernel, 'db' | 'facts'>,
  channels: ChannelMap,
  isAllowed: HubOptions<unknown>['isAllowed'],
) => {
  let checked = performance.now();
  let timer: NodeJS.Timeout | null = null;
  let running = false;
  let askedAgain = false;

  const isStillAllowed = async ({ session_id }: Principal, id: string): Promise<boolean> => {
    const principal = await kernel.facts.principal(kernel.db, session_id);
    return principal !== null && isAllowed(principal, id);
  };
  const checkOne = async ({ principal, stream }: Listener, id: string): Promise<void> => {
    // Fails closed: while the database is down, streams end.
    if (!(await isStillAllowed(principal, id).catch(() => false))) stream.end();
  };
  const checkAll = async (): Promise<void> => {
    for (const [id, { listeners }] of [...channels])
      for (const listener of [...listeners]) await checkOne(listener, id);
  };
  // One round at a time: notices may come faster than a round of many listeners ends.
  const check = async (): Promise<void> => {
    timer = null;
    checked = performance.now();
    running = true;
    await checkAll().finally(() => {
      running = false;
    });
    if (askedAgain && channels.size > 0) scheduleCheck();
    askedAgain = false;
  };
  const scheduleCheck = (): void => {
    if (running) askedAgain = true;
    else timer ??= setTimeout(() => void check(), Math.max(0, checked + checkCooldownMs - performance.now()));
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
export const openStreamHub = <Picture>(
  kernel: Pick<Kernel, 'db' | 'facts' | 'log' | 'notifier'>,
  options: HubOptions<Picture>,
): StreamHub => {
  const { topic, isAllowed, streamsPerUser, tooMany } = options;
  const channels = new Map<string, StreamChannel>();
  const accessMonitor = createAccessMonitor(kernel, channels, isAllowed);
  let timer: NodeJS.Timeout | null = null;

  const listeners = (): Listener[] => [...channels.values()].flatMap((channel) => [...channel.listeners]);
  const refresh = (changed: string): void => {
    if (changed !== '*') return void channels.get(changed)?.refresh();
    for (const channel of channels.values()) void channel.refresh();
  };
  const tick = (): void => {
    refresh('*');
    accessMonitor.checkIfDue();
  };
  const unsubscribes = [
    kernel.notifier.on(topic, refresh),
    kernel.notifier.on('access', () => {
      if (channels.size > 0) accessMonitor.ask();
    }),
  ];
  const leave = (id: string, channel: StreamChannel, listener: Listener): void => {
    channel.leave(listener);
    if (channel.listeners.size === 0 && channels.get(id) === channel) channels.delete(id);
    if (channels.size > 0 || !timer) return;
    clearInterval(timer);
    timer = null;
  };

  return {
    requireCapacity({ user_id, account_id }) {
      const open = listeners().map(({ principal }) => principal);
      if (open.length >= streamsPerProcess) throw new Refusal('Unavailable');
      if (open.filter((one) => one.user_id === user_id).length >= streamsPerUser)
        throw new Refusal('TooManyRequests', tooMany);
      if (open.filter((one) => one.account_id === account_id).length >= streamsPerAccount)
        throw new Refusal('TooManyRequests');
    },
    join(principal, id, stream) {
      const channel = channels.get(id) ?? openStreamChannel(kernel.log, options, id);
      channels.set(id, channel);
      const listener = { principal, stream };
      stream.onClose(() => leave(id, channel, listener));
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
