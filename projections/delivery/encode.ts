import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type StaticHeaders, staticHeaders } from '#kernel/fast/http/fast-response.ts';

/** Codings that answers are kept in, the preferred one first. */
export const codings = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof codings)[number];

/** An answer in one coding. */
export interface Ready {
  etag: string;
  body: Buffer;
  /** Its heads: for caches that many share or for one caller, with the body or (a 304) without it. */
  heads(personal: boolean, whole: boolean): StaticHeaders;
}

const pack = {
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

/** Heads of every answer to an SDK: any page may read it, nobody's credentials matter. */
export const openHeads = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  vary: 'Accept-Encoding',
} as const;

const cacheControl = {
  shared: 'public, max-age=0, s-maxage=10, stale-while-revalidate=30',
  personal: 'private, no-cache',
} as const;

const ofBody = /^content-(?:type|encoding|length)$/;
// The heads of a 304 do not describe a body.
const withoutBody = (heads: readonly string[]): string[] =>
  heads.filter((_, index) => !ofBody.test(heads[index - (index % 2)]!));

/** A buffer of just these bytes: what zlib gives is a part of 16 KB, which stay as long as it does. */
export const exactly = (bytes: Buffer): Buffer => {
  const exact = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(exact);
  return exact;
};

/**
 * Heads as one flat text, of which the list is made again where somebody wants it: it is held for each of many answers.
 */
class FlatHeads implements StaticHeaders {
  readonly text: string;

  constructor(list: readonly string[]) {
    // Joined texts stay trees of their parts until somebody reads them, ten times as large.
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

class Packed implements Ready {
  readonly etag: string;
  readonly body: Buffer;
  readonly #coding: Coding;
  /**
   * By kind and with or without the body; each is made when it is first asked for: of most answers only one ever is.
   */
  readonly #made: StaticHeaders[] = [];

  constructor(etag: string, body: Buffer, coding: Coding) {
    this.etag = etag;
    this.body = body;
    this.#coding = coding;
  }
  heads(personal: boolean, whole: boolean): StaticHeaders {
    const place = (personal ? 2 : 0) + (whole ? 1 : 0);
    let heads = this.#made[place];
    if (!heads) {
      heads = this.#make(personal ? 'personal' : 'shared', whole);
      this.#made[place] = heads;
    }
    return heads;
  }

  #make(kind: keyof typeof cacheControl, whole: boolean): StaticHeaders {
    const list = Object.entries({
      'content-type': 'application/json; charset=utf-8',
      ...(this.#coding === 'identity' ? {} : { 'content-encoding': this.#coding }),
      'content-length': String(this.body.length),
      'cache-control': cacheControl[kind],
      etag: this.etag,
      'access-control-expose-headers': 'ETag, Retry-After',
      ...openHeads,
    }).flat();
    return new FlatHeads(whole ? list : withoutBody(list));
  }
}

/** Packs an answer in one coding. The tag follows from content and coding alone, so it is equal in every process. */
export const makeReady = async (body: Buffer, coding: Coding): Promise<Ready> => {
  const packed = exactly(await pack[coding](body));
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return new Packed(coding === 'identity' ? `"${hash}"` : `"${hash}-${coding}"`, packed, coding);
};

const choices = new Map<string, Coding>();

const choose = (header: string): Coding => {
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

/** The coding for an Accept-Encoding head: what is weighted highest, the smaller one when equal. */
export const codingFor = (header: string | undefined): Coding => {
  if (!header) return 'identity';
  const known = choices.get(header);
  if (known) return known;
  if (choices.size > 1000) choices.clear();
  const chosen = choose(header.slice(0, 500));
  choices.set(header, chosen);
  return chosen;
};

/** Whether an If-None-Match head names a tag. */
export const namesTag = (header: string | undefined, etag: string): boolean => {
  if (!header) return false;
  if (header === etag || header === '*') return true;
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
};
