import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from '#contracts/errors.ts';
import { sdkLimits } from '#contracts/sdk.ts';
import { answerEarly } from '#kernel/http/early.ts';
import { errorAnswer, failureBody, isRetryable } from '#kernel/http/failures.ts';
import type { Server } from '#kernel/http/server.ts';
import { readJson } from '#kernel/http/text-guard.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Accept } from './accept-batch.ts';
import { batchOf } from './shape.ts';

const prefix = '/sdk/v1/';
const suffix = '/events';
/** Longer ones are no tokens, and would fill the memory of unknown ones. */
const maxToken = 300;
const plainTypes = new Set(['application/json', 'text/plain', 'text/plain;charset=UTF-8']);

/** The token of a plain batch whose length is told and allowed, or null: all else is the framework's. */
const tokenOf = ({ method, url = '', headers }: IncomingMessage): string | null => {
  if (method !== 'POST' || !url.startsWith(prefix) || !url.endsWith(suffix)) return null;
  const token = url.slice(prefix.length, -suffix.length);
  if (token.length > maxToken || token.includes('/') || token.includes('%') || token.includes('?')) return null;
  if (!plainTypes.has(headers['content-type'] ?? '') || headers['content-encoding'] || headers.expect) return null;
  const length = Number(headers['content-length'] ?? 0);
  return length > 0 && length <= sdkLimits.bodyBytes ? token : null;
};

/** Answers that are ready to go. */
const ready: { response: ServerResponse; status: number; heads: Record<string, string | number>; body: string }[] = [];
// All that one turn of the event loop has made ready leaves at its end: each answer to a caller who sleeps wakes him, which
// costs more than the answer, and by then most are awake.
const sendReady = (): void => {
  for (const { response, status, heads, body } of ready.splice(0)) {
    response.writeHead(status, heads);
    response.end(body);
  }
};

/** One request that is answered here: sends its answer, counts it and logs it. */
class Direct {
  readonly #kernel: Kernel;
  readonly #heads: Readonly<Record<string, string>>;
  readonly #response: ServerResponse;
  readonly #id = randomUUID();
  readonly #since = performance.now();

  constructor(kernel: Kernel, heads: Readonly<Record<string, string>>, response: ServerResponse) {
    this.#kernel = kernel;
    this.#heads = heads;
    this.#response = response;
  }

  succeed(data: unknown): void {
    this.#send(202, JSON.stringify({ data }), null);
  }
  fail(error: unknown): void {
    const answer = errorAnswer(error);
    if (answer.log) this.#kernel.log[answer.log[0]]({ request_id: this.#id, err: error }, answer.log[1]);
    this.#send(
      answer.status,
      failureBody(answer, this.#id),
      isRetryable(answer.status) ? { 'retry-after': '1' } : null,
    );
  }

  #send(status: number, body: string, more: Record<string, string> | null): void {
    if (ready.length === 0) setImmediate(sendReady);
    ready.push({
      response: this.#response,
      status,
      body,
      heads: {
        ...this.#heads,
        ...more,
        'x-request-id': this.#id,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      },
    });
    const took = performance.now() - this.#since;
    const route = `${prefix}:instance_token${suffix}`;
    this.#kernel.metrics.httpTime('POST', route, `${Math.floor(status / 100)}xx`).observe(took / 1000);
    if (!this.#kernel.log.isLevelEnabled('info')) return;
    this.#kernel.log.info({ request_id: this.#id, method: 'POST', route, status, ms: Math.round(took) }, 'request');
  }
}

/**
 * Takes plain batches before the framework sees them: its hooks, reading and sending cost as much as checking the batch.
 * It accepts, refuses, counts and logs as the route does; whatever is not plain is left to the route. Behind a proxy with
 * a limit per address everything is, since only the framework knows the caller's address there.
 */
export const acceptDirectly = (
  server: Server,
  kernel: Kernel,
  accept: Accept,
  take: (address: string, token: string) => boolean,
  heads: Readonly<Record<string, string>>,
): void => {
  const { config } = kernel;
  const { bodyClock } = server;
  if (config.TRUST_PROXY && config.LIMIT_EVENTS > 0) return;

  const answer = async (direct: Direct, token: string, body: Buffer): Promise<void> => {
    try {
      direct.succeed(await accept(token, batchOf(readJson(body, true))));
    } catch (error) {
      direct.fail(error);
    }
  };

  answerEarly(server, (request, response) => {
    const token = tokenOf(request);
    if (token === null) return false;
    const direct = new Direct(kernel, heads, response);
    bodyClock.watch(request);
    if (!take(request.socket.remoteAddress ?? '', token)) {
      direct.fail(new Refusal('TooManyRequests'));
      request.resume();
      return true;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      bodyClock.forget(request);
      void answer(direct, token, chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    });
    return true;
  });
};
