import { randomUUID } from 'node:crypto';
import { Refusal } from '#contracts/api/errors.ts';
import { sdkLimits } from '#contracts/sdk/protocol.ts';
import { addFastHandler } from '#kernel/fast/http/fast-handler.ts';
import {
  type FastRequest,
  type FastResponse,
  type StaticHeaders,
  staticHeaders,
} from '#kernel/fast/http/fast-response.ts';
import { callerAddress } from '#kernel/http/caller-address.ts';
import { readJson } from '#kernel/http/clean-input.ts';
import { errorAnswer, failureBody, saysRetryAfter } from '#kernel/http/error-answer.ts';
import type { Server } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { AcceptBatch } from './accept-batch.ts';
import type { IngestLimits } from './limits.ts';
import { parseBatch } from './parse-batch.ts';

const prefix = '/sdk/v1/';
const suffix = '/events';
/** Longer ones are no tokens, and would fill the cache of unknown ones. */
const maxToken = 300;
const plainTypes = new Set(['application/json', 'text/plain', 'text/plain;charset=UTF-8']);

/** The token of an uncompressed batch with an allowed content-length, or null: all else is the framework's. */
const tokenOf = ({ method, url, headers }: FastRequest): string | null => {
  if (method !== 'POST' || !url.startsWith(prefix) || !url.endsWith(suffix)) return null;
  const token = url.slice(prefix.length, -suffix.length);
  if (token.length > maxToken || token.includes('/') || token.includes('%') || token.includes('?')) return null;
  if (
    !plainTypes.has((headers['content-type'] as string | undefined) ?? '') ||
    headers['content-encoding'] ||
    headers.expect
  )
    return null;
  const length = Number(headers['content-length'] ?? 0);
  return length > 0 && length <= sdkLimits.bodyBytes ? token : null;
};

/** The response to one request of the fast path, with its metrics and its line in the request log. */
class FastPathResponse {
  readonly #kernel: Kernel;
  readonly #headers: StaticHeaders;
  readonly #id = randomUUID();
  readonly #since = performance.now();

  constructor(kernel: Kernel, headers: StaticHeaders) {
    this.#kernel = kernel;
    this.#headers = headers;
  }

  succeed(data: unknown): FastResponse {
    return this.#answer(202, JSON.stringify({ data }), null);
  }
  /** `retryAfter` in seconds, sent where a repetition may succeed. */
  fail(error: unknown, retryAfter = 1): FastResponse {
    const answer = errorAnswer(error);
    if (answer.log) this.#kernel.log[answer.log[0]]({ request_id: this.#id, err: error }, answer.log[1]);
    return this.#answer(
      answer.status,
      failureBody(answer, this.#id),
      saysRetryAfter(answer.status) ? ['retry-after', String(retryAfter)] : null,
    );
  }

  #answer(status: number, body: string, retry: string[] | null): FastResponse {
    const own = ['x-request-id', this.#id, 'content-length', String(Buffer.byteLength(body))];
    const answer = {
      status,
      headers: this.#headers,
      extraHeaders: staticHeaders(retry ? [...retry, ...own] : own),
      body,
    };
    const took = performance.now() - this.#since;
    const route = `${prefix}:instance_token${suffix}`;
    this.#kernel.metrics.httpTime('POST', route, `${Math.floor(status / 100)}xx`).observe(took / 1000);
    if (this.#kernel.log.isLevelEnabled('info'))
      this.#kernel.log.info({ request_id: this.#id, method: 'POST', route, status, ms: Math.round(took) }, 'request');
    return answer;
  }
}

/**
 * Handles plain batches before the framework: its hooks, parsing and sending cost as much as validating the batch.
 * Accepts, refuses, counts and logs as the route does; whatever is not plain is left to the route.
 */
export const installIngestFastPath = (
  server: Server,
  kernel: Kernel,
  accept: AcceptBatch,
  limits: Pick<IngestLimits, 'admit'>,
  publicHeaders: Readonly<Record<string, string>>,
): void => {
  const addressOf = callerAddress(kernel.config);
  const common = staticHeaders(
    Object.entries({ ...publicHeaders, 'content-type': 'application/json; charset=utf-8' }).flat(),
  );

  const answer = async (
    response: FastPathResponse,
    token: string,
    sender: number,
    body: Buffer,
  ): Promise<FastResponse> => {
    try {
      return response.succeed(await accept(token, parseBatch(readJson(body, true)), sender));
    } catch (error) {
      return response.fail(error);
    }
  };

  addFastHandler(server, (request) => {
    const token = tokenOf(request);
    if (token === null) return null;
    const response = new FastPathResponse(kernel, common);
    const { sender, retryAfter } = limits.admit(addressOf(request), token);
    if (retryAfter > 0) return () => response.fail(new Refusal('TooManyRequests'), retryAfter);
    return (body) => answer(response, token, sender, body);
  });
};
