import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { Refusal } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { textLength } from '#contracts/text.ts';

const maxLineBytes = 64 * 1024;
/** What is worked on before the process may turn to something else. */
const chunkBytes = 16 * 1024;

const wrong = (message: string): Refusal => new Refusal('MediaRefused', message, [{ path: 'file', message }]);
const atLine = (line: number, message: string): Refusal => wrong(`Line ${line}: ${message}`);

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

/**
 * The lines of a UTF-8 file, without their ends, some at a time with the number of the first of them, from 1. Between
 * them the process gets on with other work, and ends when the signal does.
 */
async function* linesOf(path: string, signal: AbortSignal): AsyncGenerator<[number, string[]]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let number = 0;
  const decode = (chunk?: Buffer): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw atLine(number + 1, 'the file is not UTF-8 text from here on.');
    }
  };
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    await turn();
    signal.throwIfAborted();
    const lines = (rest + decode(chunk as Buffer)).split('\n');
    rest = lines.pop()!;
    yield [number + 1, lines.map(withoutReturn)];
    number += lines.length;
    if (rest.length > maxLineBytes) throw atLine(number + 1, 'the line is too long.');
  }
  rest += decode();
  if (rest !== '') yield [number + 1, [withoutReturn(rest)]];
}

/** The first column of a line of CSV (comma, semicolon or tab), without its quotes. */
const firstColumn = (line: string, number: number): string => {
  if (!line.startsWith('"')) return /^[^,;\t]*/.exec(line)![0].trim();
  const quoted = /^"((?:[^"]|"")*)"(?:[,;\t]|\s*$)/.exec(line);
  if (!quoted) throw atLine(number, 'a quote is not closed.');
  return quoted[1]!.replaceAll('""', '"').trim();
};

const checked = (id: string, line: number): string => {
  if (id === '') throw atLine(line, 'there is no viewer id in the first column.');
  if (id.includes('\u0000')) throw atLine(line, 'the viewer id holds a character that cannot be stored.');
  if (textLength(id) > limits.viewerId) throw atLine(line, `a viewer id can be maximum ${limits.viewerId} characters.`);
  return id;
};

/** The viewers of a file, as they stand there. Blank lines are passed over, but there may not be more than viewers. */
async function* viewersOf(path: string, signal: AbortSignal): AsyncGenerator<string[]> {
  const most = limits.viewersPerList;
  let used = 0;
  let blank = 0;
  for await (const [first, lines] of linesOf(path, signal)) {
    const viewers: string[] = [];
    for (const [at, line] of lines.entries()) {
      const number = first + at;
      const text = number === 1 ? line.replace(/^\uFEFF/, '') : line;
      if (text.trim() === '') {
        blank += 1;
        if (blank > most) throw atLine(number, `a list can hold at most ${most.toLocaleString('en')} blank lines.`);
        continue;
      }
      const id = checked(firstColumn(text, number), number);
      if (number === 1 && id.toLowerCase() === 'viewer_id') continue;
      used += 1;
      if (used > most) throw atLine(number, `a list can hold at most ${most.toLocaleString('en')} viewer ids.`);
      viewers.push(id);
    }
    yield viewers;
  }
  if (used === 0) throw wrong('There is no viewer id in this file.');
}

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
  for await (const viewers of viewersOf(from, signal)) {
    if (used + viewers.length > hashes.length) {
      const larger = new BigUint64Array((used + viewers.length) * 2);
      larger.set(hashes);
      hashes = larger;
    }
    for (const id of viewers) hashes[used++] = hash(id);
  }
  const list = await sorted(hashes.subarray(0, used), signal);
  await writeFile(to, Buffer.from(list.buffer, 0, list.byteLength), { flag: 'wx' });
  return list.length;
};
