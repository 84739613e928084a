import { stat } from 'node:fs/promises';
import { createKeyedSemaphore } from '../../platform/keyed-semaphore.ts';
import { type ParserWorker, startParserWorker } from './parser-worker.ts';
import type { ReaderInput, ReaderName, ReaderOutput, StreamName, StreamPiece } from './tasks.ts';
import type { ParserTask } from './worker.ts';

/** Limits of parsing untrusted input. */
export interface ParserLimits {
  /** Workers at most; files never take the last one from whole inputs, nor the other way round. */
  maxWorkers: number;
  /** Timeout of one input, and of each started `fileStep` bytes of a file. */
  timeoutMs: number;
  /** Heap limit of a worker. */
  heapMb: number;
  /** How many may queue for a worker, of whole inputs and of files. */
  maxQueued: number;
  /** Idle time after which a worker ends. */
  idleMs: number;
}

/** Parses untrusted input in worker threads, off the event loop. */
export interface Parsers {
  /**
   * Parses a whole input. Throws ParserRefused for malformed input, ParserLimit beyond the time or memory limit,
   * Unavailable when too many are queued, and the signal's reason.
   */
  read<N extends ReaderName>(reader: N, input: ReaderInput<N>, signal?: AbortSignal): Promise<ReaderOutput<N>>;
  /** Parses a file piece by piece, in order; throws as `read` does, and what `take` throws. */
  file<N extends StreamName>(
    stream: N,
    path: string,
    signal: AbortSignal,
    take: (piece: StreamPiece<N>) => Promise<void>,
  ): Promise<void>;
  /** Starts a worker when there is none, ahead of a `read`. */
  warm(): void;
  /** How many workers there are. */
  workers(): number;
}

const fileStep = 4 * 1024 * 1024;
const startMs = 15_000;

/** A pool of worker threads, started on demand and replaced when they exceed a limit. */
export const createParserPool = ({ maxWorkers, timeoutMs, heapMb, maxQueued, idleMs }: ParserLimits): Parsers => {
  const semaphore = createKeyedSemaphore({
    max: maxWorkers,
    maxPerKey: Math.max(1, maxWorkers - 1),
    maxQueuedPerKey: maxQueued,
  });
  const all = new Set<ParserWorker>();
  const idle: { worker: ParserWorker; timer: NodeJS.Timeout }[] = [];

  const take = (): ParserWorker => {
    for (let one = idle.pop(); one; one = idle.pop()) {
      clearTimeout(one.timer);
      one.worker.setIdle(false);
      if (one.worker.isAlive()) return one.worker;
      all.delete(one.worker);
    }
    const worker = startParserWorker({ heapMb, startMs });
    all.add(worker);
    return worker;
  };
  const giveBack = (worker: ParserWorker): void => {
    if (!worker.isAlive()) return void all.delete(worker);
    worker.setIdle(true);
    const leave = (): void => {
      const at = idle.findIndex((one) => one.worker === worker);
      if (at >= 0) idle.splice(at, 1);
      all.delete(worker);
      worker.end();
    };
    idle.push({ worker, timer: setTimeout(leave, idleMs).unref() });
  };

  const run = (
    owner: string,
    task: ParserTask,
    limitMs: number,
    signal: AbortSignal | null,
    piece?: (value: never) => Promise<void>,
  ): Promise<unknown> =>
    semaphore(owner, signal, async () => {
      const worker = take();
      try {
        return await worker.run(task, limitMs, signal, piece as ((value: unknown) => Promise<void>) | undefined);
      } finally {
        giveBack(worker);
      }
    });

  return {
    read: (reader, input, signal) => run('whole', { reader, input }, timeoutMs, signal ?? null) as never,
    async file(stream, path, signal, taking) {
      const { size } = await stat(path);
      await run('file', { stream, path }, timeoutMs * Math.max(1, Math.ceil(size / fileStep)), signal, taking);
    },
    warm: () => void (all.size === 0 && giveBack(take())),
    workers: () => all.size,
  };
};

/** The parser pool of this process. */
export const parsers: Parsers = createParserPool({
  maxWorkers: 3,
  timeoutMs: 5000,
  heapMb: 128,
  maxQueued: 100,
  idleMs: 60_000,
});
