import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#contracts/api/errors.ts';
import type { SocialBody } from '#contracts/user/social.ts';
import { providerNames, type SocialProvider } from '#contracts/user/social-providers.ts';
import { fill } from '#contracts/words/phrase.ts';
import { socialWords } from '#contracts/words/social.en.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { isUnavailable } from '#kernel/outbound/social/bounded-fetch.ts';
import type { ProvidedPerson } from '#kernel/outbound/social/person.ts';
import type { SocialClient } from '#kernel/outbound/social/social-client.ts';
import { forgetRequest, keptRequest } from './kept-request.ts';
import { isTicket, makeTicket, readTicket } from './tickets.ts';

/** Somebody whom a provider has vouched for, and the ticket that stands for that until they are signed in. */
export interface Vouched {
  person: ProvidedPerson;
  ticket: string;
}

/** The sign-in with a provider; without its settings there is none. */
export const configuredClient = ({ social }: Pick<Kernel, 'social'>, provider: SocialProvider): SocialClient => {
  const client = social[provider];
  if (!client) throw new Refusal('NotFound');
  return client;
};

type Failure = (isAway: boolean, named: { provider: string }) => Refusal;

const signInFailed: Failure = (isAway, named) =>
  isAway
    ? new Refusal('SocialLoginUnavailable', fill(socialWords.unavailable, named))
    : new Refusal('SocialLoginFailed', fill(socialWords.failed, named));

/** How it is refused to connect an account elsewhere where its provider does not answer, or shows nobody. */
export const connectFailed: Failure = (isAway, named) =>
  isAway
    ? new Refusal('SocialLoginUnavailable', fill(socialWords.connectUnavailable, named))
    : new Refusal('SocialConnectFailed', fill(socialWords.connectFailed, named));

/** Asks a provider; a failure is refused in words, and told to operators by its kind alone, since its own words name people. */
export const asking = async <T>(
  { log }: Pick<Kernel, 'log'>,
  provider: SocialProvider,
  work: () => Promise<T>,
  failed = signInFailed,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const { name, code, cause } = error as Error & { code?: unknown };
    const away = isUnavailable(error);
    const reason = [name, code, away ? (cause as Error | undefined)?.message : undefined].filter(Boolean).join(' ');
    log[away ? 'warn' : 'info']({ provider, reason }, 'social sign-in failed');
    throw failed(away, { provider: providerNames[provider] });
  }
};

const byCode = async (
  kernel: Kernel,
  [request, reply]: readonly [FastifyRequest, FastifyReply],
  provider: SocialProvider,
  { code, state, iss }: SocialBody,
): Promise<ProvidedPerson> => {
  const kept = keptRequest(kernel, request, provider, 'sign_in');
  // Nothing is asked for a state that this browser does not keep: neither by who guesses, nor by who was led here.
  if (kept?.state !== state) throw new Error('the state is of another browser');
  forgetRequest(kernel, reply, provider, 'sign_in');
  return configuredClient(kernel, provider).byCode({ code: code!, state: state!, iss }, kept!);
};

/** Whom the body of a social sign-in is about. Refuses with SocialLoginFailed, SocialLoginUnavailable, or LinkExpired for a ticket. */
export const vouchedFor = async (
  kernel: Kernel,
  both: readonly [FastifyRequest, FastifyReply],
  provider: SocialProvider,
  body: SocialBody,
): Promise<Vouched> => {
  const client = configuredClient(kernel, provider);
  const { token, access_token } = body;
  if (token !== undefined && isTicket(token)) {
    const person = await readTicket(kernel, provider, token);
    if (!person) throw ticketExpired(provider);
    return { person, ticket: token };
  }
  const person = await asking(kernel, provider, () => {
    if (access_token !== undefined) return client.byAccessToken(access_token);
    if (token === undefined) return byCode(kernel, both, provider, body);
    return client.byIdToken(token, keptRequest(kernel, both[0], provider, 'sign_in')?.nonce ?? null);
  });
  return { person, ticket: await makeTicket(kernel, provider, person) };
};

/** What whoever comes with a ticket that is over, or was used meanwhile, is told. */
export const ticketExpired = (provider: SocialProvider): Refusal =>
  new Refusal('LinkExpired', fill(socialWords.ticketExpired, { provider: providerNames[provider] }));
