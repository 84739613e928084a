import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { type Configuration, Provider } from 'oidc-provider';

interface Test {
  teardown(work: () => Promise<void>): void;
}

/** Somebody whom the stand-in knows, by what it says of them. */
export interface ProviderPerson {
  sub: string;
  email?: string;
  email_verified?: boolean | string;
  name?: string;
  given_name?: string;
  family_name?: string;
}

/** A program that the stand-in signs people in for. */
export interface ProviderClient {
  id: string;
  secret: string;
  redirect_uri: string;
}

/** How the stand-in behaves: as the real one does, or as something that has gone wrong. */
export type ProviderMood = 'well' | 'silent' | 'broken' | 'huge';

const scopes = 'openid profile email';

const cookiesOf = (answer: Response): string[] => answer.headers.getSetCookie().map((one) => one.split(';', 1)[0]!);

/**
 * A stand-in for Google (`google`: PKCE, nonce, the secret in the head) or LinkedIn (`linkedin`: refuses PKCE, leaves the nonce out
 * of the ID token, takes the secret in the body, tells what an access token is for). It signs in whoever stands in `stage.person`.
 */
export const startIdentityProvider = async (
  t: Test,
  quirks: 'google' | 'linkedin',
  clients: readonly ProviderClient[],
) => {
  const stage: { person: ProviderPerson; mood: ProviderMood; asked: string[] } = {
    person: { sub: 'nobody' },
    mood: 'well',
    asked: [],
  };
  const known = new Map<string, ProviderPerson>();
  const keys = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(keys.privateKey)), kid: 'stand-in', alg: 'RS256', use: 'sig' };
  let handle: RequestListener = (_, response) => response.writeHead(503).end();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    stage.asked.push(path);
    if (stage.mood === 'silent') return;
    if (stage.mood === 'broken') return void response.writeHead(502).end('<html>');
    if (stage.mood === 'huge')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(' '.repeat(400_000));
    if (quirks === 'linkedin' && path.includes('code_challenge'))
      return void response
        .writeHead(400, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: 'invalid_client' }));
    handle(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  t.teardown(async () => {
    await new Promise((closed) => server.close(closed).closeAllConnections());
  });
  const configuration: Configuration = {
    clients: clients.map(({ id, secret, redirect_uri }) => ({
      client_id: id,
      client_secret: secret,
      redirect_uris: [redirect_uri],
      token_endpoint_auth_method: quirks === 'google' ? 'client_secret_basic' : 'client_secret_post',
    })),
    jwks: { keys: [jwk] },
    cookies: { keys: ['stand-in'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    conformIdTokenClaims: false,
    pkce: { required: () => false },
    features: { devInteractions: { enabled: false }, introspection: { enabled: true } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: () => ({ ...known.get(sub), sub }) as unknown as { sub: string },
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      });
      grant.addOIDCScope(scopes);
      await grant.save();
      return grant;
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
  };
  const provider = new Provider(url, configuration);
  const answer = provider.callback();
  handle = (request, response) => {
    if (!request.url!.startsWith('/interaction/')) return void answer(request, response);
    known.set(stage.person.sub, stage.person);
    provider
      .interactionFinished(request, response, { login: { accountId: stage.person.sub, remember: false } })
      .catch(() => response.writeHead(500).end());
  };

  /** Goes to an address of the stand-in as a fresh browser would, signs in there, and answers where it leads back to. */
  const walk = async (address: string): Promise<URL> => {
    const jar = new Map<string, string>();
    let at = address;
    for (let hop = 0; hop < 8; hop += 1) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const step = await fetch(at, { redirect: 'manual', headers: { cookie } });
      for (const one of cookiesOf(step)) jar.set(one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1));
      const location = step.headers.get('location');
      if (!location) throw new Error(`${step.status} ${await step.text()}`);
      at = new URL(location, at).href;
      if (!at.startsWith(url)) return new URL(at);
    }
    throw new Error('too many redirects');
  };

  /** The tokens that a program of its own gets for whoever stands in `stage.person`. */
  const tokensFor = async (client: ProviderClient, more: Record<string, string> = {}) => {
    const asked = new URLSearchParams({
      client_id: client.id,
      redirect_uri: client.redirect_uri,
      response_type: 'code',
      scope: scopes,
      state: 'x',
      ...more,
    });
    const back = await walk(`${url}/auth?${asked}`);
    const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`;
    const given = await fetch(`${url}/token`, {
      method: 'POST',
      headers: quirks === 'google' ? { authorization: basic } : {},
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: back.searchParams.get('code')!,
        redirect_uri: client.redirect_uri,
        ...(quirks === 'google' ? {} : { client_id: client.id, client_secret: client.secret }),
      }),
    });
    const tokens = (await given.json()) as { id_token: string; access_token: string; error?: string };
    if (tokens.error) throw new Error(JSON.stringify(tokens));
    return tokens;
  };

  /** An ID token with these claims, signed with the stand-in's key or another one. */
  const sign = async (claims: Record<string, unknown>, key = keys.privateKey): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'stand-in' }).sign(key);

  return { url, stage, walk, tokensFor, sign, introspection: `${url}/token/introspection` };
};
export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;
