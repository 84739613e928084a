import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';

/** A command that was answered, or one whose sender gave up: then nobody knows whether it happened. */
export interface CommandLine {
  key: string;
  /** The event that the command leads to. */
  kind: string;
  stream: string | null;
  /** Where the event stands in its stream, as the answer said; null when there was none. */
  version: number | null;
  /** Words that only this command's event carries, where its kind has any. */
  mark: string | null;
  answered: boolean;
}

/** What a batch adds: counts by `scope subject counter`. */
export interface BatchLine {
  batch_id: string;
  instance_id: string;
  counts: Record<string, number>;
  answered: boolean;
}

/** A file of lines that are on the disk before `write` resolves. */
export interface Ledger<T> {
  write(line: T): Promise<void>;
  close(): Promise<void>;
}

/** Opens a ledger for appending. */
export const openLedger = async <T>(path: string): Promise<Ledger<T>> => {
  const file = await open(path, 'a');
  return {
    async write(line) {
      await file.appendFile(`${JSON.stringify(line)}\n`);
      await file.datasync();
    },
    close: () => file.close(),
  };
};

/** All lines of a ledger, read back from the disk. */
export const readLedger = async <T>(path: string): Promise<T[]> => {
  const lines: T[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) lines.push(JSON.parse(line) as T);
  return lines;
};
