import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Failure } from '#contracts/envelope.ts';
import { Refusal, type RefusalKind } from '#contracts/errors.ts';
import { isOutage } from '../db/pool.ts';

/** The one place where kinds of refusals become HTTP statuses. */
export const statusOf: Record<RefusalKind, number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  gone: 410,
  stale: 412,
  too_large: 413,
  unsupported: 415,
  invalid: 422,
  too_many: 429,
  unavailable: 503,
};

type Issue = z.core.$ZodIssue;

/** A request did not fit its schema; `issues` name the fields. */
export class RequestInvalid extends Error {
  readonly errors: { path: string; message: string }[];

  constructor(issues: readonly Issue[]) {
    super('request does not fit its schema');
    this.errors = listIssues(issues);
  }
}

const listIssues = (issues: readonly Issue[], at: readonly PropertyKey[] = []): { path: string; message: string }[] =>
  issues.flatMap((issue) => {
    const path = [...at, ...issue.path];
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        path: [...path, key].map(String).join('.'),
        message: 'There is no such field.',
      }));
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      // The branch that fits best is the one that the caller meant.
      const best = issue.errors.reduce((a, b) => (b.length < a.length ? b : a));
      return listIssues(best, path);
    }
    return [{ path: path.map(String).join('.'), message: issue.message }];
  });

const frameworkRefusals: Record<string, Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new Refusal('TooLarge'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Refusal('UnsupportedMediaType'),
  FST_ERR_BAD_URL: new Refusal('Invalid', 'The address holds characters that cannot be read.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Refusal('MalformedRequest'),
  FST_ERR_MAX_PARAM_LENGTH: new Refusal('NotFound'),
};

/** What is answered when something went wrong, and what is logged of it. */
export interface Told {
  status: number;
  code: string;
  message: string;
  errors?: { path: string; message: string }[] | undefined;
  log: ['error' | 'info', string] | null;
}

const refused = ({ kind, code, message, errors }: Refusal, log: Told['log'] = null): Told => ({
  status: statusOf[kind],
  code,
  message,
  errors,
  log,
});

/** Tells whatever went wrong; what is no refusal is logged whole and told without detail. */
export const tell = (error: unknown): Told => {
  if (error instanceof Refusal) return refused(error);
  if (error instanceof RequestInvalid) {
    const message = error.errors[0]?.message ?? 'Some fields need your attention.';
    return { status: 422, code: 'Invalid', message, errors: error.errors, log: null };
  }
  const known = frameworkRefusals[(error as FastifyError).code ?? ''];
  if (known) return refused(known);
  const status = (error as FastifyError).statusCode;
  // A caller who hangs up in the middle of a body ends with a code that a lost database has, too, but with a status.
  if (status === undefined && isOutage(error))
    return refused(new Refusal('Unavailable'), ['error', 'a needed part is down']);
  if (status === 429) return refused(new Refusal('TooManyRequests'));
  if (status !== undefined && status >= 400 && status < 500)
    return refused(new Refusal('MalformedRequest'), ['info', 'a malformed request']);
  const message = 'Something went wrong here. It was logged.';
  return { status: 500, code: 'InternalError', message, log: ['error', 'a request failed'] };
};

/** The body that tells a failure. */
export const failureBody = ({ code, message, errors }: Told, request_id: string): string => {
  const failure: Failure = { data: null, code, message, ...(errors ? { errors } : {}), request_id };
  return JSON.stringify(failure);
};

/** Whether the caller is told when to come again. */
export const comesAgain = (status: number): boolean => status === 503 || status === 429;

/** Answers whatever went wrong in the envelope. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const told = tell(error);
  if (told.log) request.log[told.log[0]]({ err: error }, told.log[1]);
  if (comesAgain(told.status) && !reply.hasHeader('retry-after')) reply.header('retry-after', '1');
  return reply
    .code(told.status)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(failureBody(told, request.id));
};
