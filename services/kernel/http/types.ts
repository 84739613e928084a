import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Refusal } from '#contracts/api/errors.ts';
import type { Policy } from '../auth/policy.ts';
import type { Principal } from '../auth/principal.ts';
import type { Kernel } from '../kernel.ts';
import type { SignedInCommand } from './request.ts';
import type { AddedRoute } from './unmatched.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    policy?: Policy;
    /** The answer holds tokens or mail: it is never stored. */
    noStore?: boolean;
    /** The body may take as long as it needs while bytes keep coming. */
    slowBody?: boolean;
    /** The route sets its security headers itself. */
    ownHeads?: boolean;
    /** Answers below 400 are measured, not logged: there are tens of thousands a second. */
    measuredOnly?: boolean;
    /** A signed-in person's command: the handler finds it in `request.command`, and Idempotency-Key works here. */
    command?: boolean;
    /** The route takes the cookie of a session, as `request.sessionCookie`; no other reads it. Or it only gives one. */
    sessionCookie?: 'takes' | 'gives';
    /** Fields of its body that are its own, though proofs are called so. */
    notProofs?: readonly string[];
    /** Which of the addresses that a route with `*` takes there are; without it all of them. */
    isKnown?: (path: string) => boolean;
  }
  interface FastifyInstance {
    /** Policy of the routes that a plugin of somebody else adds in this scope. */
    scopePolicy: Policy | null;
    /** Each says whether something that its routes answer from memory lies there. */
    memories: (() => boolean)[];
    /** Every route that was added, with its policy. */
    routeTable: AddedRoute[];
    /** What a call that nothing answers is told, by its address and its method. */
    unanswered: (request: FastifyRequest) => Promise<Refusal>;
  }
  interface FastifyRequest {
    principal: Principal | null;
    /** What continues the session of our own page that asks; on routes with `sessionCookie`, elsewhere null. */
    sessionCookie: string | null;
    /** Of routes with `command: true`; elsewhere null. */
    command: SignedInCommand | null;
  }
}
declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: { sub: string; sid: string; typ: 'access' };
    user: { sub: string; sid: string; typ: 'access' };
  }
}

/** The server that routes are added to, with schemas as types. */
export type Server = FastifyInstance<
  import('node:http').Server,
  import('node:http').IncomingMessage,
  import('node:http').ServerResponse,
  import('fastify').FastifyBaseLogger,
  ZodTypeProvider
>;

/** One concern of the whole server: its hooks hold for every route that is added behind it. */
export type ServerPlugin = (server: Server, kernel: Kernel) => void | Promise<void>;

/** Adds the routes of one part of the product. */
export type Routes = (server: Server, kernel: Kernel) => void | Promise<void>;
