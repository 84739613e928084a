import type { Test } from 'tap';
import type { UserState } from '#contracts/user/state.ts';
import { loadStream } from '#kernel/event-store/read.ts';
import { openSocialClients } from '#kernel/outbound/social/social-client.ts';
import { type Harness, startHarness } from '#ops/testing/harness.ts';
import { type IdentityProvider, type ProviderPerson, startIdentityProvider } from '#ops/testing/identity-provider.ts';

/** A provider, by its name in addresses. */
export type Name = 'google' | 'linkedin';
/** The address of this installation. */
const base = 'http://127.0.0.1:4000';
/** What a page of it sends. */
export const origin = { origin: base };
/** Our client at a provider. */
export const ourClient = (name: Name) => ({ id: `our-${name}`, secret: 's3cret', redirect_uri: `${base}/${name}` });
/** Somebody else's. */
export const stranger = { id: 'another', secret: 'theirs', redirect_uri: 'https://elsewhere.test/back' };
const settings = {
  GOOGLE_CLIENT_ID: 'our-google',
  GOOGLE_CLIENT_SECRET: 's3cret',
  LINKEDIN_CLIENT_ID: 'our-linkedin',
  LINKEDIN_CLIENT_SECRET: 's3cret',
};

/** A harness with a stand-in of each provider, and the calls of a browser that signs in. */
export const startSocial = async (t: Test, more: { now?: () => number; settings?: Record<string, string> } = {}) => {
  const h = await startHarness(t, { ...more, settings: { ...settings, ...more.settings } });
  const at = {
    google: await startIdentityProvider(t, 'google', [ourClient('google'), stranger]),
    linkedin: await startIdentityProvider(t, 'linkedin', [ourClient('linkedin'), stranger]),
  };
  /** Clients that have asked the stand-ins nothing yet. */
  const fresh = (timeoutMs?: number) =>
    openSocialClients(
      h.config,
      Date.now,
      {
        google: { issuer: at.google.url, full: true, insecure: true },
        linkedin: { issuer: at.linkedin.url, full: false, introspection: at.linkedin.introspection, insecure: true },
      },
      timeoutMs,
    );
  h.kernel.social = fresh();
  return { h, at, fresh, ...callsOf(h, at) };
};

let subjects = 0;
/** Somebody new at a provider, with a verified email. */
export const somebody = (more: Partial<ProviderPerson> = {}): ProviderPerson => {
  subjects += 1;
  return {
    sub: `subject-${subjects}`,
    email: `person-${subjects}@harbour.test`,
    email_verified: true,
    given_name: 'Kim',
    family_name: 'Hall',
    ...more,
  };
};

const callsOf = (h: Harness, at: Record<Name, IdentityProvider>) => {
  const post = (name: Name, body: object, headers: Record<string, string> = {}) =>
    h.inject('POST', `/api/${name}_login`, { body, headers });
  /** Begins in a browser: the address of the provider, and the cookie that the browser keeps. */
  const begin = async (name: Name, headers: Record<string, string> = origin) => {
    const answer = await h.inject('POST', `/api/${name}_login/start`, { headers });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    const set = String(answer.headers['set-cookie']);
    return { url: new URL(answer.json().data.url), set, cookie: set.split(';', 1)[0]! };
  };
  /** Goes to the provider as somebody; answers what they come back with. */
  const goAs = async (name: Name, person: ProviderPerson) => {
    at[name].stage.person = person;
    const { url, cookie } = await begin(name);
    const back = await at[name].walk(url.href);
    const { code, state, iss } = Object.fromEntries(back.searchParams);
    return { body: { code: code!, state: state!, ...(iss ? { iss } : {}) }, headers: { cookie } };
  };
  const signIn = async (name: Name, person: ProviderPerson, more: object = {}) => {
    const { body, headers } = await goAs(name, person);
    return post(name, { ...body, ...more }, headers);
  };
  const stateOf = async (id: string) => (await loadStream<UserState>(h.kernel.db.pool, `user-${id}`)).state;
  const whose = (answer: { json(): { data: { token: string } } }): string =>
    h.server.jwt.decode<{ sub: string }>(answer.json().data.token)!.sub;
  return { post, begin, goAs, signIn, stateOf, whose };
};
/** The ticket of an answer. */
export const ticketOf = (answer: { headers: Record<string, unknown> }) => answer.headers['x-social-ticket'] as string;
/** Status and code of an answer. */
export const said = (answer: { statusCode: number; json(): { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
];
/** How whatever shows nobody is refused. */
export const failed = [401, 'SocialLoginFailed'];
