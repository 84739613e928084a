import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '#contracts/api/errors.ts';
import type { Actor } from '#contracts/event.ts';
import { requestWords } from '#contracts/words/requests.en.ts';
import { confirmedUntil, type Principal } from '../auth/principal.ts';
import type { CommandContext } from '../commands/command-trx.ts';
import type { Kernel } from '../kernel.ts';

/** Issuer and audience of access tokens; life in seconds. */
export const accessToken = { iss: 'storyrail', aud: 'storyrail-api', seconds: 900 } as const;

/** A signed-in person's command: who gives it, and the context in which it runs. */
export interface SignedInCommand {
  principal: Principal;
  context: CommandContext;
}

/** The principal of a route whose policy asks for a signed-in caller. */
export const principalOf = (request: FastifyRequest): Principal => {
  if (!request.principal) throw new Refusal('Unauthorized');
  return request.principal;
};

const actorOf = ({ staff, login_as, user_id }: Principal): Actor =>
  login_as ? { type: 'staff', id: login_as.staff_id } : { type: staff ? 'staff' : 'user', id: user_id };

const longestQuery = 500;

/** A query as it is kept with a key: a long one by its hash, since an index of the table takes no row above 2.7 KB. */
const keptQuery = (query: unknown): string => {
  const text = String(new URLSearchParams(query as Record<string, string>));
  return text.length > longestQuery ? hash('sha256', text, 'base64url') : text;
};

/** Where a request comes from: its address, and what its browser says of itself, cut. */
export const clientOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>) => ({
  ip,
  user_agent: (headers['user-agent'] ?? '').slice(0, 400),
});

/** The context in which a signed-in request runs a command; `null` stands for the system or a caller without a session. */
export const commandContext = (request: FastifyRequest, kernel: Pick<Kernel, 'now'>): CommandContext => {
  const { principal } = request;
  const now = kernel.now();
  const key = request.headers['idempotency-key'];
  const usable = principal && request.routeOptions.config.command && typeof key === 'string' && key.length > 0;
  if (usable && key.length > 200) throw new Refusal('Invalid', requestWords.keyTooLong);
  return {
    account_id: principal?.account_id ?? null,
    actor: principal ? actorOf(principal) : { type: 'system', id: null },
    on_behalf_of: principal?.login_as ? principal.user_id : null,
    correlation_id: uuidv7({ msecs: now }),
    request_id: request.id,
    cause: null,
    client: clientOf(request),
    now,
    idempotency: usable
      ? {
          user_id: principal.user_id,
          key,
          route: `${request.method} ${request.routeOptions.url}?${keptQuery(request.query)}`,
          body: request.body ?? null,
        }
      : null,
    confirmed_until: principal ? confirmedUntil(principal) : Number.POSITIVE_INFINITY,
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
