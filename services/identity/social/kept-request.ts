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
const kept = z.object({
  provider: z.string(),
  ends: z.number(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirect_uri: z.string(),
});

const nameFor = (kernel: Keeper, provider: SocialProvider): string =>
  `${hasSecureCookies(kernel) ? '__Secure-' : ''}storyrail-${provider}`;

// Lax: the person comes back from another site. Each provider's stands at the address of its own sign-in alone.
const setCookie = (kernel: Keeper, provider: SocialProvider, value: string, seconds: number): string =>
  cookieLine(kernel, {
    name: nameFor(kernel, provider),
    value,
    seconds,
    path: `/api/${provider}_login`,
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
  request: KeptRequest,
): void => {
  const value = kernel.secrets.seal(JSON.stringify({ ...request, provider, ends: kernel.now() + life * 1000 }));
  reply.header('set-cookie', setCookie(kernel, provider, value, life));
};

/** What this browser asked a provider within the last 10 minutes; null for nothing, or nothing of ours. */
export const keptRequest = (kernel: Keeper, request: FastifyRequest, provider: SocialProvider): KeptRequest | null => {
  const value = cookieOf(request, nameFor(kernel, provider));
  if (value === null || value.length > longest) return null;
  try {
    const { ends, provider: of, ...asked } = kept.parse(JSON.parse(kernel.secrets.open(value)));
    return of === provider && ends > kernel.now() ? asked : null;
  } catch {
    return null;
  }
};

/** Has the browser forget it: a state is good for one answer. */
export const forgetRequest = (kernel: Keeper, reply: FastifyReply, provider: SocialProvider): void => {
  reply.header('set-cookie', setCookie(kernel, provider, '', 0));
};
