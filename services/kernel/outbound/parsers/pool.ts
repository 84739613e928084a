import { stat } from 'node:fs/promises';
import { createSlots } from '../../platform/slots.ts';
import { type Hand, startHand } from './hand.ts';
import type { ReaderInput, ReaderName, ReaderOutput, StreamName, StreamPiece } from './tasks.ts';
import type { Asked } from './worker.ts';

/** How much the reading of foreign bytes may take. */
export interface PoolLimits {
  /** Workers at most; one of them is always left for whole things while files are read, and the other way round. */
  most: number;
  /** The most that one thing may take, and each started `fileStep` bytes of a file, in ms. */
  ms: number;
  /** Memory of a worker's heap, in MB. */
  mb: number;
  /** How many may wait for a worker, of whole things and of files. */
  waiting: number;
  /** After how long without work a worker ends, in ms. */
  idleMs: number;
}

/** Reads what others made, off the event loop. */
export interface Parsers {
  /**
   * Reads something whole. Throws ParserRefused for what is not what it should be, ParserLimit for what takes more time
   * or memory than it may, Unavailable when too many wait, and the signal's reason.
   */
  read<N extends ReaderName>(reader: N, input: ReaderInput<N>, signal?: AbortSignal): Promise<ReaderOutput<N>>;
  /** Reads a file piece by piece, in order; fails as `read` does, and as `take` does. */
  file<N extends StreamName>(
    stream: N,
    path: string,
    signal: AbortSignal,
    take: (piece: StreamPiece<N>) => Promise<void>,
  ): Promise<void>;
  /** Starts a worker when there is none, for what will have to be read in a moment. */
  warm(): void;
  /** How many workers there are. */
  workers(): number;
}

const fileStep = 4 * 1024 * 1024;
const startMs = 15_000;

/** A pool of workers, which are started when they are needed and replaced when they reach a limit. */
export const createPool = ({ most, ms, mb, waiting, idleMs }: PoolLimits): Parsers => {
  const slots = createSlots({ most, each: Math.max(1, most - 1), waiting });
  const hands = new Set<Hand>();
  const idle: { hand: Hand; timer: NodeJS.Timeout }[] = [];

  const take = (): Hand => {
    for (let one = idle.pop(); one; one = idle.pop()) {
      clearTimeout(one.timer);
      one.hand.idle(false);
      if (one.hand.alive()) return one.hand;
      hands.delete(one.hand);
    }
    const hand = startHand({ mb, startMs });
    hands.add(hand);
    return hand;
  };
  const giveBack = (hand: Hand): void => {
    if (!hand.alive()) return void hands.delete(hand);
    hand.idle(true);
    const leave = (): void => {
      const at = idle.findIndex((one) => one.hand === hand);
      if (at >= 0) idle.splice(at, 1);
      hands.delete(hand);
      hand.end();
    };
    idle.push({ hand, timer: setTimeout(leave, idleMs).unref() });
  };

  const run = (
    owner: string,
    asked: Asked,
    limitMs: number,
    signal: AbortSignal | null,
    piece?: (value: never) => Promise<void>,
  ): Promise<unknown> =>
    slots(owner, signal, async () => {
      const hand = take();
      try {
        return await hand.ask(asked, limitMs, signal, piece as ((value: unknown) => Promise<void>) | undefined);
      } finally {
        giveBack(hand);
      }
    });

  return {
    read: (reader, input, signal) => run('whole', { reader, input }, ms, signal ?? null) as never,
    async file(stream, path, signal, taking) {
      const { size } = await stat(path);
      await run('file', { stream, path }, ms * Math.max(1, Math.ceil(size / fileStep)), signal, taking);
    },
    warm: () => void (hands.size === 0 && giveBack(take())),
    workers: () => hands.size,
  };
};

/** What this process reads foreign bytes with. */
export const parsers: Parsers = createPool({ most: 3, ms: 5000, mb: 128, waiting: 100, idleMs: 60_000 });
