import { randomUUID } from 'node:crypto';
import jwt from '@fastify/jwt';
import { signWithRing } from '../../auth/token-signing.ts';
import { accessToken } from '../request.ts';
import type { ServerPlugin } from '../types.ts';

/** Signs and reads access tokens (`server.jwt`), by the key ring. */
export const accessTokens: ServerPlugin = async (server, { secrets }) => {
  await server.register(jwt, {
    // Never used: each token is signed and read with a key of its own, see signWithRing.
    secret: randomUUID(),
    sign: { algorithm: 'HS256', iss: accessToken.iss, aud: accessToken.aud, expiresIn: accessToken.seconds },
    verify: { algorithms: ['HS256'], allowedIss: accessToken.iss, allowedAud: accessToken.aud },
  });
  signWithRing(server.jwt, secrets);
};
