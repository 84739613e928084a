import type { EpochMs } from '#contracts/time.ts';
import { ApiError } from './error.ts';
import type { StreamEvent } from './event-stream.ts';

/** How a stream of events stands, and how fresh what it told is. */
export interface FollowedState {
  /** `lost`: it is opened again by itself. `refused`: it is not. */
  phase: 'opening' | 'open' | 'lost' | 'refused';
  /** When the server was last heard; null before. */
  heardAt: EpochMs | null;
  /** Why the stream was lost or refused, where the server said it. */
  failure: ApiError | null;
}

/** What the stream is followed in: a page, or a test's stand-in. */
export interface Surroundings {
  open: (signal: AbortSignal, heard: () => void) => AsyncIterable<StreamEvent>;
  now: () => EpochMs;
  /** Calls back after so many ms; answers the function that prevents it. */
  later: (ms: number, work: () => void) => () => void;
  isHidden: () => boolean;
  /** Tells when the network comes or goes and when the page is hidden or shown; answers the function that ends it. */
  watch: (tell: (what: 'online' | 'offline' | 'hidden' | 'shown') => void) => () => void;
}

/** A stream that is followed; `retry` opens it now. */
export interface FollowedStream {
  retry: () => void;
  stop: () => void;
}

const longestWaitMs = 30_000;
/** A hidden page needs no stream for longer. */
const hiddenMs = 60_000;
/** The server is heard every 15 s: after two that are missing the connection is dead. */
const silenceMs = 40_000;
/** A stream that lasted so long was a good one: the next waits begin again. */
const settledMs = 10_000;

/** How long to wait before the attempt after so many failures in a row (from 1), ms: 1, 2, 4, 8, 16, 30, 30 … seconds. */
export const reconnectWait = (failures: number): number => Math.min(longestWaitMs, 1000 * 2 ** (failures - 1));

/** What is not asked for again by itself: what the server says no to. */
const saysNo = ({ status }: ApiError): boolean => status >= 400 && status < 500;

/**
 * Keeps a stream of events open and tells each event, and each new state of the stream (with null): opens it again after growing
 * waits, at once when the network or the page is back, and leaves it closed while the page is hidden for more than a minute.
 */
export const followEvents = (
  place: Surroundings,
  tell: (state: FollowedState, event: StreamEvent | null) => void,
  isRefusal: (error: ApiError) => boolean = saysNo,
): FollowedStream => {
  let state: FollowedState = { phase: 'opening', heardAt: null, failure: null };
  let hasTold = false;
  let attempt: AbortController | null = null;
  let failures = 0;
  let heardAt: EpochMs | null = null;
  const timers: Partial<Record<'wait' | 'silence' | 'hidden', () => void>> = {};

  const cancel = (...names: (keyof typeof timers)[]): void => {
    for (const name of names) timers[name]?.();
  };
  const startTimer = (name: keyof typeof timers, ms: number, work: () => void): void => {
    cancel(name);
    timers[name] = place.later(ms, work);
  };
  const become = (patch: Partial<FollowedState>, event: StreamEvent | null = null): void => {
    state = { ...state, ...patch };
    hasTold ||= event !== null;
    tell(state, event);
  };

  /** Leaves the stream or the wait for the next one. */
  const close = (): void => {
    cancel('wait', 'silence');
    const last = attempt;
    attempt = null;
    last?.abort();
  };
  const lose = (error: unknown): void => {
    close();
    const failure = error instanceof ApiError ? error : null;
    if (failure && isRefusal(failure)) {
      become({ phase: 'refused', heardAt, failure });
      return;
    }
    failures += 1;
    startTimer('wait', reconnectWait(failures), connect);
    become({ phase: 'lost', heardAt, failure });
  };

  const read = async (own: AbortController): Promise<void> => {
    const isCurrent = () => attempt === own;
    const begun = place.now();
    const listen = () => startTimer('silence', silenceMs, () => isCurrent() && lose(null));
    listen();
    const heard = () => {
      if (!isCurrent()) return;
      heardAt = place.now();
      if (heardAt - begun >= settledMs) failures = 0;
      listen();
    };
    let error: unknown = null;
    try {
      for await (const event of place.open(own.signal, heard)) {
        if (!isCurrent()) return;
        become({ phase: 'open', heardAt, failure: null }, event);
      }
    } catch (thrown) {
      error = thrown;
    }
    if (isCurrent()) lose(error);
  };
  const connect = (): void => {
    close();
    attempt = new AbortController();
    void read(attempt);
  };

  const pause = (): void => {
    close();
    if (state.phase !== 'refused') become({ phase: 'lost', heardAt });
  };
  const onHidden = (): void => startTimer('hidden', hiddenMs, pause);
  const endWatch = place.watch((what) => {
    if (what === 'hidden') onHidden();
    else if (what === 'offline') {
      if (attempt) lose(null);
    } else {
      if (what === 'shown') cancel('hidden');
      // A page that was put aside stays so until it is looked at.
      if (state.phase !== 'lost' || place.isHidden()) return;
      failures = 0;
      connect();
    }
  });

  connect();
  if (place.isHidden()) onHidden();
  return {
    retry: () => {
      failures = 0;
      become({ phase: hasTold ? 'lost' : 'opening', failure: null });
      connect();
    },
    stop: () => {
      endWatch();
      cancel('hidden');
      close();
    },
  };
};
