import { randomUUID } from 'node:crypto';
import { errorAnswer, failureBody, retryAfterOf } from '../../http/error-answer.ts';
import { recordRequest } from '../../http/record-request.ts';
import type { Kernel } from '../../kernel.ts';
import { type FastResponse, type StaticHeaders, staticHeaders } from './fast-response.ts';

/** A route as its fast handler answers for it: its pattern, and the headers of each answer in JSON. */
export interface FastRoute {
  method: string;
  route: string;
  headers: StaticHeaders;
}

/**
 * The response in JSON to one request of the fast path, measured, logged and with its id, as the framework's hooks and
 * its error handler do for the route.
 */
export class RecordedResponse {
  readonly #kernel: Pick<Kernel, 'metrics' | 'log'>;
  readonly #route: FastRoute;
  readonly #id = randomUUID();
  readonly #since = performance.now();

  constructor(kernel: Pick<Kernel, 'metrics' | 'log'>, route: FastRoute) {
    this.#kernel = kernel;
    this.#route = route;
  }

  succeed(status: number, data: unknown): FastResponse {
    return this.#respond(status, JSON.stringify({ data }), null);
  }
  fail(error: unknown): FastResponse {
    const answer = errorAnswer(error);
    if (answer.log) this.#kernel.log[answer.log[0]]({ request_id: this.#id, err: error }, answer.log[1]);
    return this.#respond(answer.status, failureBody(answer, this.#id), retryAfterOf(error, answer.status));
  }

  #respond(status: number, body: string, retryAfter: number | null): FastResponse {
    const { method, route, headers } = this.#route;
    const own = ['x-request-id', this.#id, 'content-length', String(Buffer.byteLength(body))];
    if (retryAfter !== null) own.push('retry-after', String(retryAfter));
    const ms = performance.now() - this.#since;
    recordRequest(this.#kernel, this.#kernel.log, { method, route, status, ms, more: { request_id: this.#id } });
    return { status, headers, extraHeaders: staticHeaders(own), body };
  }
}
