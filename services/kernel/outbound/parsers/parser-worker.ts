import { Worker } from 'node:worker_threads';
import type { ParserMessage, ParserTask } from './worker.ts';

/** Parsing took more time or memory than allowed, or its worker ended. */
export class ParserLimit extends Error {}
/** The input is malformed. */
export class ParserRefused extends Error {}

const refused = (value: unknown): Error => {
  const { message, code } = value as { message: string; code?: string };
  return Object.assign(new ParserRefused(message), code === undefined ? {} : { code });
};

/** Limits of a worker. */
export interface WorkerLimits {
  heapMb: number;
  /** Timeout of its start. */
  startMs: number;
}

/** A worker thread that parses one input at a time. */
export interface ParserWorker {
  /** Runs a task for at most `ms`; pieces go to `take` in order, while the worker parses the next one. */
  run(
    task: ParserTask,
    ms: number,
    signal: AbortSignal | null,
    take?: (piece: unknown) => Promise<void>,
  ): Promise<unknown>;
  /** Whether it can run another task. */
  isAlive(): boolean;
  /** Unrefs the thread while it is idle, so that the process can exit. */
  setIdle(yes: boolean): void;
  end(): void;
}

/** Waits for `ready`, unless the signal is aborted before: then it rejects with its reason. */
const readyUnlessAborted = async (ready: Promise<void>, signal: AbortSignal | null): Promise<void> => {
  if (!signal) return ready;
  let abort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
  });
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([ready, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
};

/** Starts a worker; a failed start rejects the first task. The worker gets no environment variables. */
export const startParserWorker = ({ heapMb, startMs }: WorkerLimits): ParserWorker => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    env: {},
    execArgv: [],
    stdin: false,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  });
  let failure: Error | null = null;
  let onMessage: (message: ParserMessage) => void = () => {};
  let onFailure: (error: Error) => void = () => {};
  let isReady = false;
  const terminate = (why: Error): void => {
    failure ??= why;
    void worker.terminate();
    onFailure(failure);
  };
  worker.on('message', (message: ParserMessage) => onMessage(message));
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const memory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    terminate(memory ? new ParserLimit('it takes too much memory to read') : error);
  });
  worker.on('exit', () => terminate(new ParserLimit('its reader has ended')));
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => terminate(new ParserLimit('its reader did not start')), startMs);
    onMessage = () => {
      isReady = true;
      clearTimeout(timer);
      resolve();
    };
    onFailure = (error) => {
      clearTimeout(timer);
      reject(error);
    };
  });
  // The first task rejects with it.
  ready.catch(() => {});

  const answer = (task: ParserTask, ms: number, take?: (piece: unknown) => Promise<void>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => terminate(new ParserLimit('it takes too long to read')), ms);
      let before = Promise.resolve();
      let takeError: Error | null = null;
      const settled = (then: () => void): void => {
        clearTimeout(timer);
        void before.then(() => (takeError ? reject(takeError) : then()));
      };
      onFailure = (error) => {
        clearTimeout(timer);
        reject(error);
      };
      // At most one piece is processed here while the worker parses the next one.
      const work = async (piece: unknown): Promise<void> => {
        if (failure) return;
        worker.postMessage(takeError ? 'stop' : 'next');
        if (takeError) return;
        try {
          await take?.(piece);
        } catch (error) {
          takeError = error as Error;
        }
      };
      onMessage = ({ kind, value }) => {
        if (kind === 'end') settled(() => resolve(value));
        else if (kind === 'failed') settled(() => reject(refused(value)));
        else before = before.then(() => work(value));
      };
      worker.postMessage(task);
    });

  return {
    async run(task, ms, signal, take) {
      signal?.throwIfAborted();
      if (failure) throw failure;
      // An abort before the worker is ready leaves it to the next task: starting costs more than most parsing.
      if (!isReady) await readyUnlessAborted(ready, signal);
      const abort = (): void => terminate(signal!.reason as Error);
      signal?.addEventListener('abort', abort, { once: true });
      try {
        return await answer(task, ms, take);
      } finally {
        signal?.removeEventListener('abort', abort);
        onFailure = () => {};
        onMessage = () => {};
      }
    },
    isAlive: () => failure === null,
    setIdle: (yes) => (yes ? worker.unref() : worker.ref()),
    end: () => terminate(new ParserLimit('its reader has ended')),
  };
};
