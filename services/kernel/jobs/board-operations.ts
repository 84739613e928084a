import type { FastifyRequest } from 'fastify';
import { Refusal } from '#contracts/api/errors.ts';
import type { JobOperation, OperationEvent } from '#contracts/operation/events.ts';
import { requestWords } from '#contracts/words/requests.en.ts';
import type { EffectQueue } from './queue.ts';

/** Operations of the board's routes that change something, by the end of the route. */
const operations: readonly [end: RegExp, operation: JobOperation][] = [
  [/\/job-schedulers\//, 'schedule'],
  [/\/retry(\/:queueStatus)?$/, 'retry'],
  [/\/(clean(\/:queueStatus)?|empty|obliterate)$/, 'remove'],
  [/\/promote$/, 'promote'],
  [/\/(update-data|delay|priority|remove-unprocessed-children)$/, 'change'],
  [/\/add$/, 'add'],
  [/\/pause$/, 'pause'],
  [/\/resume$/, 'resume'],
  [/\/(concurrency|rate-limit|rate-limit\/release)$/, 'limit'],
];

/** The operation of a route of the board; undefined for an unknown one. */
export const operationOf = (route: string): JobOperation | undefined =>
  operations.find(([end]) => end.test(route))?.[1];

/** The job state that a route implies where it names none. */
const stateOf = (route: string): string | null => {
  if (route.endsWith('/promote')) return 'delayed';
  return route.endsWith('/empty') ? 'waiting' : null;
};

type RequestedOperation = {
  type: 'JobOperationRequested';
  data: Omit<Extract<OperationEvent, { type: 'JobOperationRequested' }>['data'], 'user_id'>;
};

/**
 * The operation event of a request that changes the queue; null for a queue or a job that does not exist, which the
 * board answers. Refuses unknown operations.
 */
export const requestedOperation = async (
  queue: EffectQueue,
  request: FastifyRequest,
): Promise<RequestedOperation | null> => {
  const route = request.routeOptions.url ?? '';
  const operation = operationOf(route);
  if (!operation) throw new Refusal('PermissionDenied', requestWords.notFromBoard);
  const { queueName: named, jobId, queueStatus } = request.params as Record<string, string | undefined>;
  if (named !== undefined && named !== queue.name) return null;
  const type = 'JobOperationRequested';
  if (jobId === undefined)
    return { type, data: { operation, job: null, from: queueStatus?.slice(0, 50) ?? stateOf(route) } };
  const job = await queue.getJob(jobId);
  if (!job) return null;
  return { type, data: { operation, job: { id: jobId, name: job.name }, from: await job.getState() } };
};
