import type { JWT } from '@fastify/jwt';
import type { Secrets } from '../platform/secrets.ts';

/** The `kid` in the head of a token; undefined where there is none, or no head that can be read. */
const kidOf = (token: string): string | undefined => {
  try {
    const head = JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString('utf8'));
    return typeof head?.kid === 'string' ? head.kid : undefined;
  } catch {
    return undefined;
  }
};

/** Lets a server sign with the newest key, named in the head of the token, and read with the key that a token names. */
export const signWithRing = (jwt: JWT, secrets: Pick<Secrets, 'signing' | 'verifying'>): void => {
  const sign = jwt.sign.bind(jwt) as (payload: object, options: object) => string;
  const verify = jwt.verify.bind(jwt) as (token: string, options: object) => unknown;
  jwt.sign = ((payload: object, options: object = {}) => {
    const { kid, key } = secrets.signing();
    return sign(payload, { ...options, key, kid });
  }) as JWT['sign'];
  jwt.verify = ((token: string, options: object = {}) => {
    const key = secrets.verifying(kidOf(token));
    if (key === null) throw new Error('signed with a key that is not accepted');
    return verify(token, { ...options, key });
  }) as JWT['verify'];
};
