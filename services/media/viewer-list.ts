import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Refusal } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { textLength } from '#contracts/text.ts';

const maxLineBytes = 64 * 1024;

const wrong = (message: string): Refusal => new Refusal('MediaRefused', message, [{ path: 'file', message }]);
const atLine = (line: number, message: string): Refusal => wrong(`Line ${line}: ${message}`);

/** The lines of a UTF-8 file, without their ends, numbered from 1. */
async function* linesOf(path: string): AsyncGenerator<[number, string]> {
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
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const lines = (rest + decode(chunk as Buffer)).split('\n');
    rest = lines.pop()!;
    for (const line of lines) yield [++number, line.endsWith('\r') ? line.slice(0, -1) : line];
    if (rest.length > maxLineBytes) throw atLine(number + 1, 'the line is too long.');
  }
  rest += decode();
  if (rest !== '') yield [++number, rest.endsWith('\r') ? rest.slice(0, -1) : rest];
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
  for await (const [number, line] of linesOf(from)) {
    const text = number === 1 ? line.replace(/^\uFEFF/, '') : line;
    if (text.trim() === '') continue;
    const id = checked(firstColumn(text, number), number);
    if (number === 1 && id.toLowerCase() === 'viewer_id') continue;
    if (used === limits.viewersPerList)
      throw atLine(number, `a list can hold at most ${limits.viewersPerList.toLocaleString('en')} viewer ids.`);
    if (used === hashes.length) {
      const larger = new BigUint64Array(used * 2);
      larger.set(hashes);
      hashes = larger;
    }
    hashes[used++] = hash(id);
    if (used % 10_000 === 0) signal.throwIfAborted();
  }
  if (used === 0) throw wrong('There is no viewer id in this file.');
  const sorted = hashes.subarray(0, used).sort();
  let kept = 1;
  for (let at = 1; at < used; at += 1) if (sorted[at] !== sorted[kept - 1]) sorted[kept++] = sorted[at]!;
  await writeFile(to, Buffer.from(sorted.buffer, 0, kept * 8), { flag: 'wx' });
  return kept;
};
