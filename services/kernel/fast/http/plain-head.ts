import type { EarlyRequest } from './answer.ts';

/** The head of a request that can be read in one way only. */
export interface PlainHead extends Omit<EarlyRequest, 'address'> {
  headers: Record<string, string>;
  /** Bytes of the head with its empty line. */
  length: number;
  /** Bytes of the body that follows; 0 without one. */
  body: number;
}

const headEnd = Buffer.from('\r\n\r\n');
const maxHead = 8192;
// Control characters, and line ends that are not whole.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unclean = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)|(?<!\r)\n/;
const requestLine = /^(GET|POST) (\/[!-~]*) HTTP\/1\.1\r\n/;
const headLine = /([!#$%&'*+\-.^_`|~\dA-Za-z]+):([^\r]*)\r\n/y;
/** Whoever sends one of these wants more than plain reading. */
const special = new Set([
  'transfer-encoding',
  'expect',
  'upgrade',
  'te',
  'trailer',
  'proxy-connection',
  'http2-settings',
]);

// By hand: an expression for it looks at a long run of blanks again from each of them.
const trimmed = (text: string): string => {
  let from = 0;
  let to = text.length;
  while (from < to && (text.charCodeAt(from) === 32 || text.charCodeAt(from) === 9)) from += 1;
  while (to > from && (text.charCodeAt(to - 1) === 32 || text.charCodeAt(to - 1) === 9)) to -= 1;
  return text.slice(from, to);
};

const lengthOf = (value: string | undefined): number => {
  if (value === undefined) return 0;
  return /^\d{1,9}$/.test(value) ? Number(value) : -1;
};

/**
 * Reads the head of a request from the first bytes of a connection or of its next request. Null for whatever is not
 * wholly plain: a head that is not there whole, a head twice, another version, another connection than a kept one, a
 * body without a told length. Such bytes are for a whole HTTP parser; nothing is refused here.
 */
export const readPlainHead = (bytes: Buffer): PlainHead | null => {
  const end = bytes.indexOf(headEnd);
  if (end < 0 || end > maxHead) return null;
  const text = bytes.toString('latin1', 0, end + 2);
  if (unclean.test(text)) return null;
  const line = requestLine.exec(text);
  if (!line) return null;
  const headers: Record<string, string> = Object.create(null);
  headLine.lastIndex = line[0].length;
  while (headLine.lastIndex < text.length) {
    const found = headLine.exec(text);
    if (!found) return null;
    const name = found[1]!.toLowerCase();
    if (name in headers || special.has(name)) return null;
    headers[name] = trimmed(found[2]!);
  }
  const { host, connection, 'content-length': told } = headers;
  if (!host || (connection !== undefined && connection.toLowerCase() !== 'keep-alive')) return null;
  const body = lengthOf(told);
  const method = line[1]!;
  if (body < 0 || (method === 'GET' && body > 0)) return null;
  return { method, url: line[2]!, headers, length: end + 4, body };
};
