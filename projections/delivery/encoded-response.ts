import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { type FastResponse, type StaticHeaders, staticHeaders } from '#kernel/fast/http/fast-response.ts';

/** The content codings of answers, the preferred one first. */
export const codings = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof codings)[number];

/** An answer in one coding. */
export interface EncodedResponse {
  etag: string;
  body: Buffer;
  /** Its headers: for shared caches or for one client, with the body or (a 304) without it. */
  headers(personal: boolean, whole: boolean): StaticHeaders;
}

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
  identity: async (body: Buffer) => body,
} satisfies Record<Coding, (body: Buffer) => Promise<Buffer>>;

/** Headers of every answer to an SDK: any origin may read it, without credentials. */
export const publicHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  vary: 'Accept-Encoding',
} as const;

const cacheControl = {
  shared: 'public, max-age=0, s-maxage=10, stale-while-revalidate=30',
  personal: 'private, no-cache',
} as const;

const bodyHeader = /^content-(?:type|encoding|length)$/;
// The headers of a 304 do not describe a body.
const withoutBody = (headers: readonly string[]): string[] =>
  headers.filter((_, index) => !bodyHeader.test(headers[index - (index % 2)]!));

/** A copy in a buffer of exactly its size: what zlib returns is a slice of 16 KB, which live as long as it does. */
export const copyExact = (bytes: Buffer): Buffer => {
  const exact = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(exact);
  return exact;
};

/**
 * Headers as one flat string, from which the list is derived on demand: they are kept for each of many answers.
 */
class FlatHeaders implements StaticHeaders {
  readonly text: string;

  constructor(list: readonly string[]) {
    // Concatenated strings stay ropes, ten times as large, until they are flattened.
    this.text = Buffer.from(staticHeaders(list).text, 'latin1').toString('latin1');
  }
  get pairs(): string[] {
    return this.text
      .split('\r\n')
      .slice(0, -1)
      .flatMap((line) => {
        const colon = line.indexOf(': ');
        return [line.slice(0, colon), line.slice(colon + 2)];
      });
  }
}

class CompressedBody implements EncodedResponse {
  readonly etag: string;
  readonly body: Buffer;
  readonly #coding: Coding;
  /**
   * By kind and with or without the body, each created on first use: most answers need only one.
   */
  readonly #made: StaticHeaders[] = [];

  constructor(etag: string, body: Buffer, coding: Coding) {
    this.etag = etag;
    this.body = body;
    this.#coding = coding;
  }
  headers(personal: boolean, whole: boolean): StaticHeaders {
    const index = (personal ? 2 : 0) + (whole ? 1 : 0);
    let headers = this.#made[index];
    if (!headers) {
      headers = this.#make(personal ? 'personal' : 'shared', whole);
      this.#made[index] = headers;
    }
    return headers;
  }

  #make(kind: keyof typeof cacheControl, whole: boolean): StaticHeaders {
    const list = Object.entries({
      'content-type': 'application/json; charset=utf-8',
      ...(this.#coding === 'identity' ? {} : { 'content-encoding': this.#coding }),
      'content-length': String(this.body.length),
      'cache-control': cacheControl[kind],
      etag: this.etag,
      'access-control-expose-headers': 'ETag, Retry-After',
      ...publicHeaders,
    }).flat();
    return new FlatHeaders(whole ? list : withoutBody(list));
  }
}

/** Encodes an answer in one coding. The ETag depends on content and coding alone, so it is equal in every process. */
export const encodeResponse = async (body: Buffer, coding: Coding): Promise<EncodedResponse> => {
  const compressed = copyExact(await compressors[coding](body));
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return new CompressedBody(coding === 'identity' ? `"${hash}"` : `"${hash}-${coding}"`, compressed, coding);
};

const negotiated = new LRUCache<string, Coding>({ max: 1000 });

const negotiate = (header: string): Coding => {
  const weights = new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.trim().toLowerCase().split(';');
      const q = parameters.map((one) => /^\s*q=([\d.]+)/.exec(one)?.[1]).find(Boolean);
      return [name.trim(), q === undefined ? 1 : Number(q)] as const;
    }),
  );
  const weight = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? 0.001 : 0);
  const best = codings.reduce((held, one) => (weight(one) > weight(held) ? one : held));
  return weight(best) > 0 ? best : 'identity';
};

/** Negotiates the coding by Accept-Encoding: the highest weight, the smaller coding when equal. */
export const negotiateCoding = (header: string | undefined): Coding => {
  if (!header) return 'identity';
  const known = negotiated.get(header);
  if (known) return known;
  const chosen = negotiate(header.slice(0, 500));
  negotiated.set(header, chosen);
  return chosen;
};

/** Whether an If-None-Match header matches an ETag. */
export const matchesEtag = (header: string | undefined, etag: string): boolean => {
  if (!header) return false;
  if (header === etag || header === '*') return true;
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
};

/** The answer to a conditional request: 200 with the body, or 304. */
export const conditionalAnswer = (
  response: EncodedResponse,
  personal: boolean,
  ifNoneMatch: string | undefined,
): FastResponse => {
  if (matchesEtag(ifNoneMatch, response.etag))
    return { status: 304, headers: response.headers(personal, false), extraHeaders: null, body: null };
  return { status: 200, headers: response.headers(personal, true), extraHeaders: null, body: response.body };
};
