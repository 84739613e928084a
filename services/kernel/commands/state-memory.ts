import { LRUCache } from 'lru-cache';
import { createStateCache, type StateCache } from '../event-store/state-cache.ts';
import type { CommandKernel } from './command-trx.ts';

interface StateMemory {
  states: StateCache;
  /** Streams that writers contend for at the moment. */
  contended: LRUCache<string, true>;
}

const contendedMs = 1000;

// By kernel, so that tests can run two processes in one.
const memories = new WeakMap<CommandKernel, StateMemory>();
const memoryOf = (kernel: CommandKernel): StateMemory => {
  let memory = memories.get(kernel);
  if (!memory) {
    memory = { states: createStateCache(1000), contended: new LRUCache({ max: 1000, ttl: contendedMs }) };
    memories.set(kernel, memory);
  }
  return memory;
};

/** The folded states of streams that this process has loaded or appended to. */
export const stateCacheOf = (kernel: CommandKernel): StateCache => memoryOf(kernel).states;

/** For the next second, writers of the stream in this process queue at once rather than after a lost attempt. */
export const markContended = (kernel: CommandKernel, stream: string): void => {
  memoryOf(kernel).contended.set(stream, true);
};

/** Whether a writer of the stream has lost an attempt, or waited, within the last second. */
export const isContended = (kernel: CommandKernel, stream: string): boolean => memoryOf(kernel).contended.has(stream);
