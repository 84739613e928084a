import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Heads, makeHeads } from '#kernel/http/early/answer.ts';

/** Codings that answers are kept in, the preferred one first. */
export const codings = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof codings)[number];

/** Heads of an answer, made once: with the body, and of the 304 without it. */
interface ReadyHeads {
  whole: Heads;
  same: Heads;
}
/** An answer in one coding. */
export interface Ready {
  etag: string;
  body: Buffer;
  shared: ReadyHeads;
  personal: ReadyHeads;
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

/** Packs an answer in one coding. The tag follows from content and coding alone, so it is equal in every process. */
export const makeReady = async (body: Buffer, coding: Coding): Promise<Ready> => {
  const packed = await pack[coding](body);
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const etag = coding === 'identity' ? `"${hash}"` : `"${hash}-${coding}"`;
  const heads = (kind: keyof typeof cacheControl): ReadyHeads => {
    const list = Object.entries({
      'content-type': 'application/json; charset=utf-8',
      ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
      'content-length': String(packed.length),
      'cache-control': cacheControl[kind],
      etag,
      'access-control-expose-headers': 'ETag, Retry-After',
      ...openHeads,
    }).flat();
    return { whole: makeHeads(list), same: makeHeads(withoutBody(list)) };
  };
  return { etag, body: packed, shared: heads('shared'), personal: heads('personal') };
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
