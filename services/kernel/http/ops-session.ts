import type { FastifyRequest } from 'fastify';
import { opsSessionSeconds } from '#contracts/admin/admin.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { toEpochMs, toSeconds, type UnixSeconds } from '#contracts/time.ts';
import { requestWords } from '#contracts/words/requests.en.ts';
import { type Principal, requireStaff } from '../auth/principal.ts';
import type { Kernel } from '../kernel.ts';
import { cookieLine, cookieOf, hasSecureCookies } from './cookies.ts';
import { isOwnOrigin } from './own-origin.ts';

/** Its path is not the whole address, so that the stricter `__Host-` is not to be had. */
const cookieName = (kernel: Pick<Kernel, 'config'>): string =>
  hasSecureCookies(kernel) ? '__Secure-storyrail_ops' : 'storyrail_ops';
const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The Set-Cookie line that opens /ops to a session of staff, and when it ends (unix seconds). */
export const opsCookie = (
  kernel: Pick<Kernel, 'config' | 'secrets' | 'now'>,
  { session_id }: Pick<Principal, 'session_id'>,
): { header: string; ts_end: UnixSeconds } => {
  const ts_end = toSeconds(kernel.now()) + opsSessionSeconds;
  const value = kernel.secrets.seal(`ops ${ts_end} ${session_id}`);
  const cookie = { name: cookieName(kernel), value, seconds: opsSessionSeconds, path: '/ops' };
  return { header: cookieLine(kernel, cookie), ts_end };
};

const opened = (kernel: Pick<Kernel, 'config' | 'secrets'>, request: FastifyRequest): string | null => {
  const sealed = cookieOf(request, cookieName(kernel));
  if (!sealed) return null;
  try {
    return kernel.secrets.open(sealed);
  } catch {
    return null;
  }
};

/** The member of staff whose live session the cookie of a request names; refuses when there is none. */
export const opsPrincipal = async (
  kernel: Pick<Kernel, 'config' | 'secrets' | 'now' | 'facts' | 'db'>,
  request: FastifyRequest,
): Promise<Principal> => {
  const [kind, end, session] = opened(kernel, request)?.split(' ') ?? [];
  if (kind !== 'ops' || !session || toEpochMs(Number(end)) <= kernel.now()) throw new Refusal('Unauthorized');
  const principal = await kernel.facts.principal(kernel.db, session);
  if (!principal) throw new Refusal('Unauthorized');
  requireStaff(principal, kernel.config);
  return principal;
};

/** Whether a request asks for nothing to be changed. */
export const isReading = ({ method }: Pick<FastifyRequest, 'method'>): boolean => readingMethods.has(method);

/**
 * Guards the pages under /ops: lets in a live session of staff by its cookie, and writes only from our own pages. A
 * Fastify hook (onRequest or preHandler); routes with the policy `ops` have it by themselves. Refuses with Unauthorized,
 * or PermissionDenied when the session is no longer one of staff or a write comes from elsewhere.
 */
export const opsGuard =
  (kernel: Pick<Kernel, 'config' | 'secrets' | 'now' | 'facts' | 'db'>) =>
  async (request: FastifyRequest): Promise<void> => {
    await opsPrincipal(kernel, request);
    if (!isReading(request) && !isOwnOrigin(kernel, request))
      throw new Refusal('PermissionDenied', requestWords.ownPagesOnly);
  };
