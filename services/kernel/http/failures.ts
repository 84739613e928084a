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

const answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  body: { code: string; message: string; errors?: { path: string; message: string }[] | undefined },
): FastifyReply => {
  const failure: Failure = {
    data: null,
    code: body.code,
    message: body.message,
    ...(body.errors ? { errors: body.errors } : {}),
    request_id: request.id,
  };
  if ((status === 503 || status === 429) && !reply.hasHeader('retry-after')) reply.header('retry-after', '1');
  return reply.code(status).header('cache-control', 'no-store').type('application/json').send(JSON.stringify(failure));
};

const refuse = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply =>
  answer(request, reply, statusOf[refusal.kind], refusal);

const frameworkRefusals: Record<string, Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new Refusal('TooLarge'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Refusal('UnsupportedMediaType'),
  FST_ERR_BAD_URL: new Refusal('Invalid', 'The address holds characters that cannot be read.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Refusal('MalformedRequest'),
  FST_ERR_MAX_PARAM_LENGTH: new Refusal('NotFound'),
};

/** Answers whatever went wrong in the envelope; what is no refusal is logged whole and told without detail. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (error instanceof Refusal) return refuse(request, reply, error);
  if (error instanceof RequestInvalid)
    return answer(request, reply, 422, {
      code: 'Invalid',
      message:
        error.errors.length === 1 || error.errors[0] ? error.errors[0]!.message : 'Some fields need your attention.',
      errors: error.errors,
    });
  const known = frameworkRefusals[(error as FastifyError).code ?? ''];
  if (known) return refuse(request, reply, known);
  const status = (error as FastifyError).statusCode;
  // A caller who hangs up in the middle of a body ends with a code that a lost database has, too, but with a status.
  if (status === undefined && isOutage(error)) {
    request.log.error({ err: error }, 'a needed part is down');
    return refuse(request, reply, new Refusal('Unavailable'));
  }
  if (status === 429) return refuse(request, reply, new Refusal('TooManyRequests'));
  if (status !== undefined && status >= 400 && status < 500) {
    request.log.info({ err: error }, 'a malformed request');
    return refuse(request, reply, new Refusal('MalformedRequest'));
  }
  request.log.error({ err: error }, 'a request failed');
  return answer(request, reply, 500, { code: 'InternalError', message: 'Something went wrong here. It was logged.' });
};
