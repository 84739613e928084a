import http from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { allowedUrl, hostPort, isIpLiteral, OutboundRefused } from '../platform/outbound-url.ts';

/** How a URL is fetched. */
export interface OutboundRequest {
  /** Sent to the first host; secrets among them are dropped when a redirect leads to another one. */
  headers?: Record<string, string>;
  /** The most bytes of the decoded body; default and ceiling 5 MB. */
  maxBytes?: number;
  /** A longer body is truncated instead of refused. */
  truncate?: boolean;
  signal?: AbortSignal;
}

/** A response with its decoded body. `url` is where redirects ended. */
export interface OutboundResponse {
  status: number;
  url: string;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** The HTTP client for URLs that a person gave, guarded against SSRF. */
export interface OutboundClient {
  /** Fetches an address; throws OutboundRefused for one that may not be visited, and for answers that are too much. */
  get(url: string, request?: OutboundRequest): Promise<OutboundResponse>;
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

const readBody = async (answer: http.IncomingMessage, maxBytes: number, truncate: boolean): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  if (!truncate && Number(answer.headers['content-length'] ?? 0) > maxBytes) throw tooMuch();
  for await (const piece of decoded(answer)) {
    const chunk = piece as Buffer;
    const room = maxBytes - size;
    if (chunk.length > room && !truncate) throw tooMuch();
    chunks.push(chunk.subarray(0, room));
    size += Math.min(chunk.length, room);
    if (truncate && size >= maxBytes) break;
  }
  return Buffer.concat(chunks);
};

const withoutSecrets = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !secrets.has(name.toLowerCase())));

/** A signal that aborts with the caller's, or after the total time. */
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
 * IPv6 ranges that map IPv4 or private networks, and reserved ones: the filter takes some of them for public addresses.
 * `::/96` are IPv4 addresses that connect to themselves.
 */
const deniedRanges = [
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

/** The agent of a URL: the filtering one, or a plain one for an IP address and port that the operator has allowed. */
const openAgents = (allowedHosts: ReadonlySet<string>): ((url: URL) => http.Agent) => {
  const filter = { denyIPAddressList: deniedRanges, keepAlive: false };
  const guarded = { 'http:': new RequestFilteringHttpAgent(filter), 'https:': new RequestFilteringHttpsAgent(filter) };
  const open = { 'http:': new http.Agent(), 'https:': new https.Agent({ keepAlive: false }) };
  return (url) =>
    (isIpLiteral(url) && allowedHosts.has(hostPort(url)) ? open : guarded)[url.protocol as 'http:' | 'https:'];
};

/**
 * Opens the guarded client: http(s) on ports 80 and 443, never to a private address (checked for IP addresses in URLs
 * and for every resolved address, at connect and on each of at most 3 redirects), 10 s and 5 MB at most.
 * `allowed` are the operator's `host:port` pairs beyond that: their ports are open, and IP addresses among them may be
 * private. A name never leads into a private network.
 */
export const openOutboundClient = (allowed: readonly string[] = []): OutboundClient => {
  const allowedHosts = new Set(allowed);
  const agentFor = openAgents(allowedHosts);

  return {
    async get(address, { headers = {}, maxBytes = maxBody, truncate = false, signal } = {}) {
      let url = allowedUrl(address, allowedHosts);
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
                body: await readBody(answer, Math.min(maxBytes, maxBody), truncate),
              };
            if (hop === maxRedirects) throw new OutboundRefused('too many redirects');
            const next = allowedUrl(location, allowedHosts, url);
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
