import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kernel } from '../kernel.ts';
import { cookieLine, cookieOf, hasSecureCookies } from './cookies.ts';

/** As long as a refresh token lives, in seconds. */
const life = 30 * 86_400;
/** A longer one is none of ours: nothing is done with it. */
const longest = 200;

const nameFor = (kernel: Pick<Kernel, 'config'>): string =>
  hasSecureCookies(kernel) ? '__Host-storyrail' : 'storyrail';

const setCookie = (kernel: Pick<Kernel, 'config'>, token: string, seconds: number): string =>
  cookieLine(kernel, { name: nameFor(kernel), value: token, seconds });

/** Whether a client keeps its session in the cookie: it says so, and no page of another origin can say it for it. */
export const keepsCookie = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => headers['x-session'] === 'cookie';

/** Gives the browser the token that continues its session, which no script can read. */
export const putSessionCookie = (kernel: Pick<Kernel, 'config'>, reply: FastifyReply, token: string): void => {
  reply.header('set-cookie', setCookie(kernel, token, life));
};

/** Takes the cookie of a session away. */
export const dropSessionCookie = (kernel: Pick<Kernel, 'config'>, reply: FastifyReply): void => {
  reply.header('set-cookie', setCookie(kernel, '', 0));
};

/** The token in the cookie of a session, or null. */
export const sessionCookieOf = (kernel: Pick<Kernel, 'config'>, request: FastifyRequest): string | null => {
  const token = cookieOf(request, nameFor(kernel));
  return token === null || token.length > longest ? null : token;
};
