import { createRemoteJWKSet, customFetch, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { CustomFetch } from 'openid-client';
import type { EpochMs } from '#contracts/time.ts';

const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'];
const leewaySeconds = 10;

/** The keys at an address: fetched when one is met for the first time, and again at most every 30 s. */
export const remoteKeys = (address: string, ask: CustomFetch): JWTVerifyGetKey =>
  createRemoteJWKSet(new URL(address), {
    cooldownDuration: 30_000,
    [customFetch]: (url, { method, headers }) =>
      ask(url, { method, headers: Object.fromEntries(headers), body: undefined, redirect: 'manual' }),
  });

/** Checks an ID token: its signature, that it is of this issuer and for this client alone, and not over. Answers its claims. */
export const readIdToken = async (
  token: string,
  keys: JWTVerifyGetKey,
  of: { issuer: string; clientId: string; now: EpochMs },
): Promise<JWTPayload & { sub: string }> => {
  const { payload } = await jwtVerify(token, keys, {
    issuer: of.issuer,
    audience: of.clientId,
    algorithms,
    requiredClaims: ['sub', 'exp', 'iat'],
    clockTolerance: leewaySeconds,
    currentDate: new Date(of.now),
  });
  const { aud, azp, sub } = payload;
  if (Array.isArray(aud) && aud.length > 1 && azp !== of.clientId) throw new Error('it is for several clients');
  if (typeof sub !== 'string' || sub === '' || sub.length > 255) throw new Error('it has no subject');
  return { ...payload, sub };
};
