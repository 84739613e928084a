import type { JWTVerifyGetKey } from 'jose';
import * as oidc from 'openid-client';
import type { EpochMs } from '#contracts/time.ts';
import type { SocialProvider } from '#contracts/user/social-providers.ts';
import type { Config } from '../../platform/config.ts';
import { boundedFetch, isUnavailable, ProviderUnavailable } from './bounded-fetch.ts';
import { readIdToken, remoteKeys } from './id-token.ts';
import { type ProvidedPerson, personOf } from './person.ts';

/** What the browser keeps, sealed, between going to a provider and coming back. */
export interface KeptRequest {
  state: string;
  nonce: string;
  verifier: string;
  redirect_uri: string;
}

/** The code with which a provider sends a person back. */
export interface GivenCode {
  code: string;
  state: string;
  iss?: string | undefined;
}

/** Signing in with one provider. What it cannot be asked throws ProviderUnavailable; whatever else is wrong, an Error. */
export interface SocialClient {
  /** The address at which it asks the person, and what the browser keeps. */
  begin(redirectUri: string): Promise<{ url: string; kept: KeptRequest }>;
  /** Whom a code is for. It must come with the state that this browser keeps. */
  byCode(given: GivenCode, kept: KeptRequest): Promise<ProvidedPerson>;
  /** Whom an ID token of our client is about. One with a nonce counts in the browser that keeps it alone. */
  byIdToken(token: string, nonce: string | null): Promise<ProvidedPerson>;
  /** Whom an access token of our client is about. */
  byAccessToken(token: string): Promise<ProvidedPerson>;
}

/** What differs between providers. */
export interface ProviderFacts {
  issuer: string;
  /** It takes PKCE and a nonce, and the secret in the head. LinkedIn takes neither, and the secret in the body. */
  full: boolean;
  /** Where it says what an access token is for, if its discovery does not. */
  introspection?: string;
  /** For stand-ins on this machine. */
  insecure?: boolean;
}

/** Where the providers are. */
export const providerFacts: Record<SocialProvider, ProviderFacts> = {
  google: { issuer: 'https://accounts.google.com', full: true },
  linkedin: {
    issuer: 'https://www.linkedin.com/oauth',
    full: false,
    introspection: 'https://www.linkedin.com/oauth/v2/introspectToken',
  },
};

const patienceMs = 5000;
const knownForMs = 3_600_000;
const scope = 'openid profile email';

interface Provider {
  config: oidc.Configuration;
  issuer: string;
  keys: JWTVerifyGetKey;
}

const discover = async (facts: ProviderFacts, id: string, secret: string, ms: number): Promise<Provider> => {
  const ask = boundedFetch(ms);
  const insecure = facts.insecure ? [oidc.allowInsecureRequests] : [];
  const auth = facts.full ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
  const found = await oidc.discovery(new URL(facts.issuer), id, undefined, auth, {
    execute: insecure,
    [oidc.customFetch]: ask,
  });
  const { supportsPKCE: _, ...metadata } = found.serverMetadata();
  const { issuer, jwks_uri } = metadata;
  if (!jwks_uri) throw new ProviderUnavailable('it names no keys');
  const config = new oidc.Configuration(
    {
      ...metadata,
      // Each provider has an address of its own to come back to, which is what keeps them apart.
      authorization_response_iss_parameter_supported: false,
      ...(facts.introspection ? { introspection_endpoint: facts.introspection } : {}),
    },
    id,
    undefined,
    auth,
  );
  for (const allow of insecure) allow(config);
  config[oidc.customFetch] = ask;
  return { config, issuer, keys: remoteKeys(jwks_uri, ask) };
};

/** What the client's own settings are to blame for: nobody gets in before they are right. */
const isMisconfigured = (error: unknown): boolean =>
  error instanceof oidc.ResponseBodyError && ['invalid_client', 'unauthorized_client'].includes(error.error);

/** Opens the sign-in with a provider, which is first asked when somebody uses it. */
export const openSocialClient = (
  facts: ProviderFacts,
  client: { id: string; secret: string },
  now: () => EpochMs,
  timeoutMs = patienceMs,
): SocialClient => {
  let known: { provider: Promise<Provider>; until: number } | null = null;
  const provider = (): Promise<Provider> => {
    if (known && known.until > Date.now()) return known.provider;
    const asked = { provider: discover(facts, client.id, client.secret, timeoutMs), until: Date.now() + knownForMs };
    known = asked;
    asked.provider.catch(() => {
      if (known === asked) known = null;
    });
    return asked.provider;
  };
  const withProvider = async <T>(work: (of: Provider) => Promise<T>): Promise<T> => {
    try {
      return await work(await provider());
    } catch (error) {
      if (!isUnavailable(error) && !isMisconfigured(error)) throw error;
      throw new ProviderUnavailable('the provider', { cause: error });
    }
  };
  const claimsOf = (token: string, { keys, issuer }: Provider) =>
    readIdToken(token, keys, { issuer, clientId: client.id, now: now() });

  return {
    begin: (redirect_uri) =>
      withProvider(async ({ config }) => {
        const kept = {
          state: oidc.randomState(),
          nonce: oidc.randomNonce(),
          verifier: oidc.randomPKCECodeVerifier(),
          redirect_uri,
        };
        const more: Record<string, string> = facts.full
          ? {
              nonce: kept.nonce,
              code_challenge: await oidc.calculatePKCECodeChallenge(kept.verifier),
              code_challenge_method: 'S256',
            }
          : {};
        const url = oidc.buildAuthorizationUrl(config, { redirect_uri, scope, state: kept.state, ...more });
        return { url: url.href, kept };
      }),
    byCode: (given, kept) =>
      withProvider(async (of) => {
        const url = new URL(kept.redirect_uri);
        for (const [name, value] of Object.entries(given)) if (value !== undefined) url.searchParams.set(name, value);
        const tokens = await oidc.authorizationCodeGrant(of.config, url, {
          expectedState: kept.state,
          idTokenExpected: true,
          ...(facts.full ? { expectedNonce: kept.nonce, pkceCodeVerifier: kept.verifier } : {}),
        });
        return personOf(of.issuer, await claimsOf(tokens.id_token!, of));
      }),
    byIdToken: (token, nonce) =>
      withProvider(async (of) => {
        const claims = await claimsOf(token, of);
        if (claims.nonce !== undefined && claims.nonce !== nonce) throw new Error('the nonce is of another browser');
        return personOf(of.issuer, claims);
      }),
    byAccessToken: (token) =>
      withProvider(async ({ config, issuer }) => {
        const about = await oidc.tokenIntrospection(config, token);
        if (!about.active || about.client_id !== client.id) throw new Error('it is no access token of this client');
        return personOf(issuer, await oidc.fetchUserInfo(config, token, about.sub ?? oidc.skipSubjectCheck));
      }),
  };
};

/** The providers with which people can sign in here: those that the settings have a client of. */
export const openSocialClients = (
  config: Pick<Config, 'GOOGLE_CLIENT_ID' | 'GOOGLE_CLIENT_SECRET' | 'LINKEDIN_CLIENT_ID' | 'LINKEDIN_CLIENT_SECRET'>,
  now: () => EpochMs,
  facts: Record<SocialProvider, ProviderFacts> = providerFacts,
  timeoutMs = patienceMs,
): Record<SocialProvider, SocialClient | null> => {
  const open = (provider: SocialProvider, id: string | undefined, secret: string | undefined) =>
    id && secret ? openSocialClient(facts[provider], { id, secret }, now, timeoutMs) : null;
  return {
    google: open('google', config.GOOGLE_CLIENT_ID, config.GOOGLE_CLIENT_SECRET),
    linkedin: open('linkedin', config.LINKEDIN_CLIENT_ID, config.LINKEDIN_CLIENT_SECRET),
  };
};
