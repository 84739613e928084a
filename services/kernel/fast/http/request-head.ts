import type { FastRequest } from './fast-response.ts';

/** A request head in the strict subset of HTTP/1.1 that every parser reads alike. */
export interface RequestHead extends Omit<FastRequest, 'remoteAddress'> {
  headers: Record<string, string>;
  /** Length of the head with its empty line. */
  headBytes: number;
  /** Length of the body that follows; 0 without one. */
  bodyBytes: number;
}

const headEnd = Buffer.from('\r\n\r\n');
const maxHeadBytes = 8192;
// Control characters, bare CR and bare LF.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unclean = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)|(?<!\r)\n/;
const requestLine = /^(GET|POST) (\/[!-~]*) HTTP\/1\.1\r\n/;
const headerLine = /([!#$%&'*+\-.^_`|~\dA-Za-z]+):([^\r]*)\r\n/y;
/** Headers that need a whole HTTP implementation. */
const unsupported = new Set([
  'transfer-encoding',
  'expect',
  'upgrade',
  'te',
  'trailer',
  'proxy-connection',
  'http2-settings',
]);

// Not a regular expression: that is quadratic in a long run of blanks.
const trimmed = (text: string): string => {
  let from = 0;
  let to = text.length;
  while (from < to && (text.charCodeAt(from) === 32 || text.charCodeAt(from) === 9)) from += 1;
  while (to > from && (text.charCodeAt(to - 1) === 32 || text.charCodeAt(to - 1) === 9)) to -= 1;
  return text.slice(from, to);
};

const contentLength = (value: string | undefined): number => {
  if (value === undefined) return 0;
  return /^\d{1,9}$/.test(value) ? Number(value) : -1;
};

/**
 * Parses a request head at the start of `bytes`. Null for all that is outside the strict subset: an incomplete head, a
 * header twice, another version, a connection other than keep-alive, a body without content-length. Such bytes are for
 * node's HTTP parser; nothing is refused here.
 */
export const parseRequestHead = (bytes: Buffer): RequestHead | null => {
  const end = bytes.indexOf(headEnd);
  if (end < 0 || end > maxHeadBytes) return null;
  const text = bytes.toString('latin1', 0, end + 2);
  if (unclean.test(text)) return null;
  const line = requestLine.exec(text);
  if (!line) return null;
  const headers: Record<string, string> = Object.create(null);
  headerLine.lastIndex = line[0].length;
  while (headerLine.lastIndex < text.length) {
    const found = headerLine.exec(text);
    if (!found) return null;
    const name = found[1]!.toLowerCase();
    if (name in headers || unsupported.has(name)) return null;
    headers[name] = trimmed(found[2]!);
  }
  const { host, connection, 'content-length': length } = headers;
  if (!host || (connection !== undefined && connection.toLowerCase() !== 'keep-alive')) return null;
  const body = contentLength(length);
  const method = line[1]!;
  if (body < 0 || (method === 'GET' && body > 0)) return null;
  return { method, url: line[2]!, headers, headBytes: end + 4, bodyBytes: body };
};
