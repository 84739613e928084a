import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalidField, Refusal } from '#contracts/api/errors.ts';
import { id } from '#contracts/api/ids.ts';
import type { Actor } from '#contracts/event.ts';
import type { Principal } from '../auth/principal.ts';
import type { CommandContext } from '../commands/command-trx.ts';
import type { Kernel } from '../kernel.ts';
import { newId } from '../platform/new-id.ts';

/** Issuer and audience of access tokens; life in seconds. */
export const accessToken = { iss: 'storyrail', aud: 'storyrail-api', seconds: 900 } as const;

/** The principal of a route whose policy asks for a signed-in caller. */
export const principalOf = (request: FastifyRequest): Principal => {
  if (!request.principal) throw new Refusal('Unauthorized');
  return request.principal;
};

const actorOf = ({ staff, login_as, user_id }: Principal): Actor =>
  login_as ? { type: 'staff', id: login_as.staff_id } : { type: staff ? 'staff' : 'user', id: user_id };

/** The context in which a signed-in request runs a command; `null` stands for the system or a caller without a session. */
export const commandContext = (request: FastifyRequest, kernel: Pick<Kernel, 'now'>): CommandContext => {
  const { principal } = request;
  const now = kernel.now();
  const key = request.headers['idempotency-key'];
  const usable = principal && request.routeOptions.config.command && typeof key === 'string' && key.length > 0;
  if (usable && key.length > 200) throw new Refusal('Invalid', 'An Idempotency-Key has at most 200 characters.');
  return {
    account_id: principal?.account_id ?? null,
    actor: principal ? actorOf(principal) : { type: 'system', id: null },
    on_behalf_of: principal?.login_as ? principal.user_id : null,
    correlation_id: newId(now),
    request_id: request.id,
    cause: null,
    client: { ip: request.ip, user_agent: (request.headers['user-agent'] ?? '').slice(0, 400) },
    now,
    idempotency: usable
      ? {
          user_id: principal.user_id,
          key,
          route: `${request.method} ${request.routeOptions.url}?${new URLSearchParams(request.query as Record<string, string>)}`,
          body: request.body ?? null,
        }
      : null,
  };
};

const bearer = (request: FastifyRequest): string | null => {
  const header = request.headers.authorization;
  if (!header) return null;
  return header.replace(/^bearer /i, '').trim();
};

/** The token in the Authorization header, with or without `Bearer`; refuses when there is none. */
export const bearerToken = (request: FastifyRequest): string => {
  const token = bearer(request);
  if (!token) throw new Refusal('Unauthorized');
  return token;
};

/** The query of a call whose ids may stand in the query or in the body. */
export const idQuery = <K extends string>(...names: K[]) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, id.optional()])) as Record<K, z.ZodOptional<typeof id>>);

/** Where ids of a call may stand. */
export interface AddressedRequest {
  query?: unknown;
  body?: unknown;
}

/** The one id that a call gives under any of `names`, in its query or body, or null; 422 when two of them differ. */
export const optionalId = (request: AddressedRequest, ...names: string[]): string | null => {
  let found: string | null = null;
  for (const source of [request.query, request.body])
    for (const name of names) {
      const value = (source as Record<string, unknown> | null | undefined)?.[name];
      if (typeof value !== 'string') continue;
      if (found !== null && found !== value) throw invalidField(name, 'Two different ids were given.');
      found = value;
    }
  return found;
};

/** Like `optionalId`, but an id must be there: 422 under the first name when there is none. */
export const addressedId = (request: AddressedRequest, ...names: string[]): string => {
  const found = optionalId(request, ...names);
  if (found === null) throw invalidField(names[0]!, 'This id is needed.');
  return found;
};

/** Refuses a body that names another account than the session's: as if its things did not exist. */
export const checkAccount = (principal: Pick<Principal, 'account_id'>, given: string | undefined): void => {
  if (given !== undefined && given !== principal.account_id) throw new Refusal('NotFound');
};
