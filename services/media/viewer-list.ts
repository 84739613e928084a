import { writeFile } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { type Refusal, refusalAt } from '#contracts/api/errors.ts';
import { limits } from '#contracts/api/limits.ts';
import { isBounded, textLength } from '#contracts/api/text.ts';
import { mediaWords } from '#contracts/words/media.en.ts';
import { fill, type Phrase } from '#contracts/words/phrase.ts';
import type { CsvRows } from '#kernel/outbound/parsers/csv-rows.ts';
import { ParserLimit } from '#kernel/outbound/parsers/parser-worker.ts';
import { parsers } from '#kernel/outbound/parsers/pool.ts';

const wrong = (said: Phrase): Refusal => refusalAt('file', 'MediaRefused', said);
const atLine = (line: number, fault: Phrase): Refusal => wrong(fill(mediaWords.line, { line, fault }));

const faults = {
  quote: mediaWords.quoteOpen,
  long: mediaWords.lineTooLong,
  coding: mediaWords.wrongEncoding,
} as const;

// Normal form C makes three units of one at the most; of a million ids nearly all need no counting.
const mayBeLong = (id: string): boolean => id.length * 3 > limits.viewerId;
const checked = (id: string, line: number): string => {
  if (id === '') throw atLine(line, mediaWords.viewerMissing);
  if (mayBeLong(id) && (!isBounded(id, limits.viewerId) || textLength(id) > limits.viewerId))
    throw atLine(line, fill(mediaWords.viewerTooLong, { most: limits.viewerId }));
  if (id.includes('\u0000')) throw atLine(line, mediaWords.viewerUnclean);
  return id;
};

/** Picks the viewers out of rows as they come. Blank lines are passed over, but there may not be more than viewers. */
const createPicker = () => {
  const most = limits.viewersPerList;
  let used = 0;
  let blank = 0;
  return {
    pick({ lines, first, fault }: CsvRows): string[] {
      const viewers: string[] = [];
      for (const [at, cell] of first.entries()) {
        const line = lines[at]!;
        if (cell === null) {
          blank += 1;
          if (blank > most) throw atLine(line, fill(mediaWords.blankLines, { most }));
          continue;
        }
        const id = checked(cell, line);
        if (line === 1 && id.toLowerCase() === 'viewer_id') continue;
        used += 1;
        if (used > most) throw atLine(line, fill(mediaWords.viewers, { most }));
        viewers.push(id);
      }
      if (fault) throw atLine(fault.line, faults[fault.kind]);
      return viewers;
    },
    isEmpty: () => used === 0,
  };
};

/** Sorts hashes, each kept once. They are dealt by their first byte, so that no single piece of work takes long. */
const sorted = async (hashes: BigUint64Array, signal: AbortSignal): Promise<BigUint64Array> => {
  const words = new Uint32Array(hashes.buffer, hashes.byteOffset, hashes.length * 2);
  const ends = new Uint32Array(256);
  for (let at = 1; at < words.length; at += 2) ends[words[at]! >>> 24]! += 1;
  for (let pile = 1; pile < 256; pile += 1) ends[pile]! += ends[pile - 1]!;
  const dealt = new BigUint64Array(hashes.length);
  const dealtWords = new Uint32Array(dealt.buffer);
  const next = ends.slice();
  for (let at = 0; at < words.length; at += 2) {
    const high = words[at + 1]!;
    next[high >>> 24]! -= 1;
    const to = next[high >>> 24]! * 2;
    dealtWords[to] = words[at]!;
    dealtWords[to + 1] = high;
  }
  let kept = 0;
  for (const [pile, end] of ends.entries()) {
    if (pile % 8 === 0) await turn();
    signal.throwIfAborted();
    for (const hash of dealt.subarray(pile === 0 ? 0 : ends[pile - 1], end).sort())
      if (kept === 0 || hash !== dealt[kept - 1]) dealt[kept++] = hash;
  }
  return dealt.subarray(0, kept);
};

/**
 * Reads a CSV with one viewer id a line in the first column (a first line `viewer_id` is a head) and writes their hashes,
 * sorted, each once, 8 bytes each in little-endian order. Refuses with the number of the first wrong line; blank lines
 * are passed over. Answers how many viewers it holds.
 */
export const makeViewerList = async (
  from: string,
  to: string,
  hash: (viewerId: string) => bigint,
  signal: AbortSignal,
): Promise<number> => {
  let hashes = new BigUint64Array(1024);
  let used = 0;
  const picker = createPicker();
  const take = async (rows: CsvRows): Promise<void> => {
    // Some thousand hashes at a stretch, while the next rows are read; then others have their turn.
    await turn();
    signal.throwIfAborted();
    const viewers = picker.pick(rows);
    if (used + viewers.length > hashes.length) {
      const larger = new BigUint64Array((used + viewers.length) * 2);
      larger.set(hashes);
      hashes = larger;
    }
    for (const id of viewers) hashes[used++] = hash(id);
  };
  try {
    await parsers.file('csvRows', from, signal, take);
  } catch (error) {
    throw error instanceof ParserLimit ? wrong(mediaWords.listTooSlow) : error;
  }
  if (picker.isEmpty()) throw wrong(mediaWords.listEmpty);
  const list = await sorted(hashes.subarray(0, used), signal);
  await writeFile(to, Buffer.from(list.buffer, 0, list.byteLength), { flag: 'wx' });
  return list.length;
};
