import type { FastifyRequest } from 'fastify';
import { Refusal } from '#contracts/errors.ts';

/**
 * Paths whose every change is left to the person: e-mail, password, phone, second factors, payment, team, API tokens,
 * webhooks, exports, erasing. They are named here, apart from the routes, so that a new route below them is closed, too.
 */
const ownMatters =
  /^\/api\/(payment|user\/(confirm|change_password|update_password|update_phone_number|otp)|account\/([a-z-]*user[a-z-]*|[a-z]+-invitation|otp|mfa|api_token|erase|delete|export)|join-team|webhook|admin|ops)(\/|$)/;
const changesNothing = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Figures and rows as files, and a list of viewers, which is what GET /upload gives. */
const exportsData = (method: string, path: string, query: unknown): boolean =>
  /^\/api\/(report|export)(\/|$)/.test(path) ||
  (path === '/api/upload' && changesNothing.has(method)) ||
  (query as { format?: unknown } | null)?.format === 'csv';

/** Whether a request is something that staff cannot do while they are signed in as somebody. `path` is the route's. */
export const isOwnMatter = (method: string, path: string, query: unknown, body: unknown): boolean => {
  if (exportsData(method, path, query)) return true;
  if (changesNothing.has(method)) return false;
  if (method === 'DELETE' && /^\/api\/(user|account)$/.test(path)) return true;
  if (path === '/api/user') return (body as { email?: unknown } | null)?.email !== undefined;
  return ownMatters.test(path);
};

/** Refuses what is left to the person while a member of staff is signed in as them. */
export const requireOwnSession = (request: FastifyRequest): void => {
  if (!request.principal?.login_as) return;
  const path = request.routeOptions.url ?? '';
  if (isOwnMatter(request.method, path, request.query, request.body))
    throw new Refusal('PermissionDenied', 'This cannot be done while you are signed in as somebody else.');
};
