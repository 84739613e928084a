import { failure } from '#contracts/api/envelope.ts';
import type { Policy } from '../../auth/policy.ts';
import type { ServerPlugin } from '../types.ts';

/**
 * The largest body, in bytes: JSON of a call with a session, and under /api of one without; what a provider sends of its
 * own accord. Whoever calls without a session has not been asked for anything long, and nothing else tells who sends many.
 */
export const bodyLimits = { session: 1024 * 1024, stranger: 16 * 1024, callBack: 256 * 1024 } as const;
/** Callers whose body is read before anybody knows who they are, whatever stands in their Authorization header. */
const unauthenticated = new Set<Policy['caller']>(['anyone', 'invited']);
const withToken = new Set<Policy['caller']>(['user', 'staff', 'invited']);

/**
 * Gives each route its policy, a body limit where it declares none, and documented errors, and notes it in the table of
 * routes; none boots without a policy.
 */
export const policies: ServerPlugin = (server) => {
  server.decorate('scopePolicy', null);
  server.decorate('routeTable', []);
  server.addHook('onRoute', function (route) {
    const policy = route.config?.policy ?? this.scopePolicy;
    if (!policy) throw new Error(`${route.method} ${route.url} has no policy`);
    // The framework makes a HEAD of each GET, with its handler.
    if (route.method === 'HEAD' && route.config?.command)
      throw new Error(`HEAD ${route.url} would run a command: its GET needs exposeHeadRoute: false`);
    route.config = { ...route.config, policy };
    if (route.url.startsWith('/api/') && unauthenticated.has(policy.caller)) route.bodyLimit ??= bodyLimits.stranger;
    const bodyLimit = route.bodyLimit ?? bodyLimits.session;
    const { isKnown, sessionCookie } = route.config;
    for (const method of [route.method].flat())
      server.routeTable.push({ method, url: route.url, policy, bodyLimit, isKnown, sessionCookie });
    if (!route.schema) return;
    const documented = route.schema as { response?: Record<string, unknown>; security?: unknown };
    documented.response = { ...documented.response, '4xx': failure, '5xx': failure };
    if (withToken.has(policy.caller)) documented.security = [{ bearer: [] }];
  });
};
