import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Failure } from '#contracts/api/envelope.ts';
import { Refusal, type RefusalKind } from '#contracts/api/errors.ts';
import { type FieldFault, faultsOf } from '#contracts/api/faults.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import { requestWords } from '#contracts/words/requests.en.ts';
import { say, sayFields } from '#kernel/platform/say.ts';
import { isOutage } from '../db/pool.ts';
import { RateLimitExceeded } from '../db/rate-limit.ts';
import { BusUnavailable } from '../messaging/bus.ts';
import { MethodNotAllowed } from './unmatched.ts';

/** The one place where kinds of refusals become HTTP statuses. */
const statusOf: Record<RefusalKind, number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  method: 405,
  conflict: 409,
  gone: 410,
  stale: 412,
  too_large: 413,
  unsupported: 415,
  invalid: 422,
  too_many: 429,
  unavailable: 503,
  no_space: 507,
};

type Issue = z.core.$ZodIssue;

/** A request did not fit its schema; `issues` name the fields. */
export class InvalidRequest extends Error {
  readonly errors: FieldFault[];

  constructor(issues: readonly Issue[]) {
    super('request does not fit its schema');
    this.errors = faultsOf(issues);
  }
}

const frameworkRefusals: Record<string, Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new Refusal('TooLarge'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Refusal('UnsupportedMediaType'),
  FST_ERR_BAD_URL: new Refusal('Invalid', requestWords.addressUnreadable),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Refusal('MalformedRequest'),
  FST_ERR_MAX_PARAM_LENGTH: new Refusal('NotFound'),
};

/** An error as it is answered, and the level and words that it is logged with (null: not at all). */
export interface ErrorAnswer {
  status: number;
  code: string;
  message: string;
  errors?: FieldFault[] | undefined;
  data?: Refusal['data'];
  log: ['error' | 'info', string] | null;
}

const refused = ({ kind, code, said, errors, data }: Refusal, log: ErrorAnswer['log'] = null): ErrorAnswer => ({
  status: statusOf[kind],
  code,
  message: say(said),
  errors: errors && sayFields(errors),
  data,
  log,
});

/** What answers an error; one that is no refusal is logged whole and answered without detail. */
export const errorAnswer = (error: unknown): ErrorAnswer => {
  if (error instanceof Refusal) return refused(error);
  if (error instanceof InvalidRequest) {
    const message = error.errors[0]?.message ?? say(refusalWords.Invalid);
    return { status: 422, code: 'Invalid', message, errors: error.errors, log: null };
  }
  const known = frameworkRefusals[(error as FastifyError).code ?? ''];
  if (known) return refused(known);
  const status = (error as FastifyError).statusCode;
  // A caller who hangs up in the middle of a body ends with a code that a lost database has, too, but with a status.
  if (status === undefined && (isOutage(error) || error instanceof BusUnavailable))
    return refused(new Refusal('Unavailable'), ['error', 'a needed part is down']);
  if (status === 429) return refused(new Refusal('TooManyRequests'));
  if (status !== undefined && status >= 400 && status < 500)
    return refused(new Refusal('MalformedRequest'), ['info', 'malformed request']);
  const message = say(requestWords.failed);
  return { status: 500, code: 'InternalError', message, log: ['error', 'a request failed'] };
};

/** The body of an error answer, as JSON text. */
export const failureBody = ({ code, message, errors, data = null }: ErrorAnswer, request_id: string): string => {
  const failure: Failure = { data: data && { ...data }, code, message, ...(errors ? { errors } : {}), request_id };
  return JSON.stringify(failure);
};

/** After how many seconds to try again, for Retry-After; null where a repetition alone would not help. */
export const retryAfterOf = (error: unknown, status: number): number | null => {
  if (error instanceof RateLimitExceeded) return error.seconds;
  return status === 503 || status === 429 ? 1 : null;
};

/** Answers whatever went wrong in the envelope. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const answer = errorAnswer(error);
  if (answer.log) request.log[answer.log[0]]({ err: error }, answer.log[1]);
  if (error instanceof MethodNotAllowed) reply.header('allow', error.allowed.join(', '));
  const seconds = retryAfterOf(error, answer.status);
  if (seconds !== null) reply.header('retry-after', String(seconds));
  // A tag that was set before the failure belongs to the answer that did not come about.
  return reply
    .removeHeader('etag')
    .code(answer.status)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(failureBody(answer, request.id));
};
