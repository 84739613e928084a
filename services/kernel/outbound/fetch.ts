import http from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { isLiteral, mayVisit, OutboundRefused, placeOf } from '../platform/address.ts';

/** How one page is fetched. */
export interface OutboundRequest {
  /** Sent to the first host; secrets among them are dropped when a redirect leads to another one. */
  headers?: Record<string, string>;
  /** The most bytes of the decoded body; default and ceiling 5 MB. */
  maxBytes?: number;
  /** A longer body is cut there instead of refused. */
  cut?: boolean;
  signal?: AbortSignal;
}

/** What a host answered; the body is decoded. `url` is where redirects ended. */
export interface OutboundAnswer {
  status: number;
  url: string;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** The only way out for addresses that a person gave. */
export interface Outbound {
  /** Fetches an address; throws OutboundRefused for one that may not be visited, and for answers that are too much. */
  get(url: string, request?: OutboundRequest): Promise<OutboundAnswer>;
}

const totalMs = 10_000;
const maxBody = 5_000_000;
const maxRedirects = 3;
const secrets = new Set(['authorization', 'cookie', 'proxy-authorization', 'x-api-key']);
const redirects = new Set([301, 302, 303, 307, 308]);
const tooMuch = () => new OutboundRefused('the answer is too large');

const ask = (
  url: URL,
  agent: http.Agent,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    request(url, { agent, headers, signal, method: 'GET' }, resolve).on('error', reject).end();
  });

const decoded = (answer: http.IncomingMessage): NodeJS.ReadableStream => {
  const coding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (coding === 'identity' || coding === '') return answer;
  // A body that ends early is still worth what it held: pages are read from their head.
  const zlib = { finishFlush: constants.Z_SYNC_FLUSH };
  const decoder =
    coding === 'gzip' || coding === 'x-gzip'
      ? createGunzip(zlib)
      : coding === 'deflate'
        ? createInflate(zlib)
        : coding === 'br'
          ? createBrotliDecompress()
          : null;
  if (!decoder) throw new OutboundRefused('the answer has an unknown coding');
  // Failures arrive through the decoder, which the reader listens to.
  return pipeline(answer, decoder, () => {});
};

const readBody = async (answer: http.IncomingMessage, most: number, cut: boolean): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  if (!cut && Number(answer.headers['content-length'] ?? 0) > most) throw tooMuch();
  for await (const piece of decoded(answer)) {
    const chunk = piece as Buffer;
    const room = most - size;
    if (chunk.length > room && !cut) throw tooMuch();
    chunks.push(chunk.subarray(0, room));
    size += Math.min(chunk.length, room);
    if (cut && size >= most) break;
  }
  return Buffer.concat(chunks);
};

const withoutSecrets = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !secrets.has(name.toLowerCase())));

/** Ends when the caller's signal does, or after the total time. */
const deadline = (signal: AbortSignal | undefined): { until: AbortSignal; done: () => void } => {
  const controller = new AbortController();
  const end = () => controller.abort();
  const timer = setTimeout(end, totalMs);
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end, { once: true });
  return {
    until: controller.signal,
    done: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    },
  };
};

/**
 * Ways of writing IPv4 or a place inside a network as IPv6, and ranges kept for documents and measurements: the filter
 * takes some of them for public addresses. `::/96` are IPv4 addresses that connect to themselves.
 */
const neverVisited = [
  '::/96',
  '::ffff:0:0/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fec0::/10',
];

/** Who connects: the filter, or nobody in between for a literal address that the operator has named with its port. */
const openAgents = (places: ReadonlySet<string>): ((url: URL) => http.Agent) => {
  const filter = { denyIPAddressList: neverVisited, keepAlive: false };
  const guarded = { 'http:': new RequestFilteringHttpAgent(filter), 'https:': new RequestFilteringHttpsAgent(filter) };
  const open = { 'http:': new http.Agent(), 'https:': new https.Agent({ keepAlive: false }) };
  return (url) => (isLiteral(url) && places.has(placeOf(url)) ? open : guarded)[url.protocol as 'http:' | 'https:'];
};

/**
 * Opens the guarded client: http(s) on ports 80 and 443, never to an address inside a network (checked for the literal
 * and for every resolved address, at connect and on each of at most 3 redirects), 10 s and 5 MB at most. `allowed` are
 * places (`host:port`) of the operator beyond that: their ports, and for literal addresses the way into a network. A name
 * never leads into one.
 */
export const openOutbound = (allowed: readonly string[] = []): Outbound => {
  const places = new Set(allowed);
  const agentFor = openAgents(places);

  return {
    async get(address, { headers = {}, maxBytes = maxBody, cut = false, signal } = {}) {
      let url = mayVisit(address, places);
      const { until, done } = deadline(signal);
      let sent: Record<string, string> = {
        'user-agent': 'Storyrail/1',
        'accept-encoding': 'gzip, deflate, br',
        accept: '*/*',
        ...headers,
      };
      try {
        for (let hop = 0; ; hop += 1) {
          const answer = await ask(url, agentFor(url), sent, until);
          try {
            const status = answer.statusCode ?? 0;
            const { location } = answer.headers;
            if (!redirects.has(status) || !location)
              return {
                status,
                url: url.href,
                headers: answer.headers,
                body: await readBody(answer, Math.min(maxBytes, maxBody), cut),
              };
            if (hop === maxRedirects) throw new OutboundRefused('too many redirects');
            const next = mayVisit(location, places, url);
            if (next.origin !== url.origin) sent = withoutSecrets(sent);
            url = next;
          } finally {
            answer.destroy();
          }
        }
      } finally {
        done();
      }
    },
  };
};
