import { Worker } from 'node:worker_threads';
import type { Asked, Said } from './worker.ts';

/** What was to be read took more time or memory than it may, or its worker ended: it is given up. */
export class ParserLimit extends Error {}
/** What was read is not what it was said to be. */
export class ParserRefused extends Error {}

const refused = (value: unknown): Error => {
  const { message, code } = value as { message: string; code?: string };
  return Object.assign(new ParserRefused(message), code === undefined ? {} : { code });
};

/** The bounds of a worker. */
export interface HandLimits {
  /** Memory of its heap, in MB. */
  mb: number;
  /** The most that its start may take, in ms. */
  startMs: number;
}

/** A worker thread that reads one thing at a time. */
export interface Hand {
  /** Asks it and waits for the answer at most `ms`; pieces are given to `take` in order, the next one is read meanwhile. */
  ask(asked: Asked, ms: number, signal: AbortSignal | null, take?: (piece: unknown) => Promise<void>): Promise<unknown>;
  /** Whether it can be asked again. */
  alive(): boolean;
  /** Lets the process end while it waits, or no longer. */
  idle(yes: boolean): void;
  end(): void;
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => void signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

/** Starts a worker; what is wrong with it comes with the first question. It gets no environment of the process. */
export const startHand = ({ mb, startMs }: HandLimits): Hand => {
  const worker = new Worker(new URL('./worker.mjs', import.meta.url), {
    env: {},
    execArgv: [],
    stdin: false,
    resourceLimits: { maxOldGenerationSizeMb: mb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  });
  let gone: Error | null = null;
  let hear: (said: Said) => void = () => {};
  let fail: (error: Error) => void = () => {};
  let isReady = false;
  const leave = (why: Error): void => {
    gone ??= why;
    void worker.terminate();
    fail(gone);
  };
  worker.on('message', (said: Said) => hear(said));
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const memory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    leave(memory ? new ParserLimit('it takes too much memory to read') : error);
  });
  worker.on('exit', () => leave(new ParserLimit('its reader has ended')));
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => leave(new ParserLimit('its reader did not start')), startMs);
    hear = () => {
      isReady = true;
      clearTimeout(timer);
      resolve();
    };
    fail = (error) => {
      clearTimeout(timer);
      reject(error);
    };
  });
  // Whoever asks first is told.
  ready.catch(() => {});

  const answer = (asked: Asked, ms: number, take?: (piece: unknown) => Promise<void>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => leave(new ParserLimit('it takes too long to read')), ms);
      let before = Promise.resolve();
      let failure: Error | null = null;
      const settled = (then: () => void): void => {
        clearTimeout(timer);
        void before.then(() => (failure ? reject(failure) : then()));
      };
      fail = (error) => {
        clearTimeout(timer);
        reject(error);
      };
      // At most one piece is worked on here while the next one is read there.
      const work = async (piece: unknown): Promise<void> => {
        if (gone) return;
        worker.postMessage(failure ? 'stop' : 'next');
        if (failure) return;
        try {
          await take?.(piece);
        } catch (error) {
          failure = error as Error;
        }
      };
      hear = ({ kind, value }) => {
        if (kind === 'end') settled(() => resolve(value));
        else if (kind === 'failed') settled(() => reject(refused(value)));
        else before = before.then(() => work(value));
      };
      worker.postMessage(asked);
    });

  return {
    async ask(asked, ms, signal, take) {
      signal?.throwIfAborted();
      if (gone) throw gone;
      // Whoever goes away before it has begun leaves it to the next one: to start costs more than most reading.
      if (!isReady) await (signal ? Promise.race([ready, aborted(signal)]) : ready);
      const abort = (): void => leave(signal!.reason as Error);
      signal?.addEventListener('abort', abort, { once: true });
      try {
        return await answer(asked, ms, take);
      } finally {
        signal?.removeEventListener('abort', abort);
        fail = () => {};
        hear = () => {};
      }
    },
    alive: () => gone === null,
    idle: (yes) => (yes ? worker.unref() : worker.ref()),
    end: () => leave(new ParserLimit('its reader has ended')),
  };
};
