import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SocialProvider } from '#contracts/user/social-providers.ts';
import { cookieLine, cookieOf, hasSecureCookies } from '#kernel/http/cookies.ts';
import { isOwnOrigin } from '#kernel/http/own-origin.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { KeptRequest } from '#kernel/outbound/social/social-client.ts';

/** How long somebody may take at a provider, in seconds. */
const life = 600;
const longest = 3000;

type Keeper = Pick<Kernel, 'config' | 'secrets' | 'now'>;

/** For what a provider is asked: to sign somebody in, or to connect an account to whoever is signed in, in their session. */
export type Purpose = 'sign_in' | { user_id: string; session_id: string };

const kept = z.object({
  // By what signs somebody in nothing is connected, and the reverse; nor what one session has begun by another one.
  session: z.object({ user_id: z.string(), session_id: z.string() }).nullable().default(null),
  provider: z.string(),
  ends: z.number(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirect_uri: z.string(),
});

const sessionOf = (purpose: Purpose) =>
  purpose === 'sign_in' ? null : { user_id: purpose.user_id, session_id: purpose.session_id };

const nameFor = (kernel: Keeper, provider: SocialProvider): string =>
  `${hasSecureCookies(kernel) ? '__Secure-' : ''}storyrail-${provider}`;

// Lax: the person comes back from another site. It stands at the address alone that takes what a provider answers.
const setCookie = (
  kernel: Keeper,
  [provider, purpose]: readonly [SocialProvider, Purpose],
  value: string,
  seconds: number,
): string =>
  cookieLine(kernel, {
    name: nameFor(kernel, provider),
    value,
    seconds,
    path: purpose === 'sign_in' ? `/api/${provider}_login` : '/api/user/social',
    sameSite: 'Lax',
  });

/** Where a provider sends people back to: the page of this installation, by the name at which it is open. */
export const redirectUri = (
  kernel: Pick<Kernel, 'config'>,
  request: Pick<FastifyRequest, 'headers' | 'hostname' | 'host'>,
  provider: SocialProvider,
): string => {
  const own = new URL(kernel.config.PUBLIC_URL).origin;
  return `${isOwnOrigin(kernel, request) ? request.headers.origin! : own}/${provider}`;
};

/** Has the browser keep what it asked a provider, sealed, for 10 minutes. */
export const keepRequest = (
  kernel: Keeper,
  reply: FastifyReply,
  provider: SocialProvider,
  purpose: Purpose,
  request: KeptRequest,
): void => {
  const session = sessionOf(purpose);
  const value = kernel.secrets.seal(
    JSON.stringify({ ...request, provider, session, ends: kernel.now() + life * 1000 }),
  );
  reply.header('set-cookie', setCookie(kernel, [provider, purpose], value, life));
};

/** What this browser asked a provider for that purpose within the last 10 minutes; null for nothing, or nothing of ours. */
export const keptRequest = (
  kernel: Keeper,
  request: FastifyRequest,
  provider: SocialProvider,
  purpose: Purpose,
): KeptRequest | null => {
  const value = cookieOf(request, nameFor(kernel, provider));
  if (value === null || value.length > longest) return null;
  try {
    const { ends, provider: of, session, ...asked } = kept.parse(JSON.parse(kernel.secrets.open(value)));
    const mine = sessionOf(purpose);
    const isMine = session?.user_id === mine?.user_id && session?.session_id === mine?.session_id;
    return of === provider && isMine && ends > kernel.now() ? asked : null;
  } catch {
    return null;
  }
};

/** Has the browser forget it: a state is good for one answer. */
export const forgetRequest = (
  kernel: Keeper,
  reply: FastifyReply,
  provider: SocialProvider,
  purpose: Purpose,
): void => {
  reply.header('set-cookie', setCookie(kernel, [provider, purpose], '', 0));
};
