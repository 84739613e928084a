import { LRUCache } from 'lru-cache';
import { Refusal } from '#contracts/api/errors.ts';
import type { EpochMs } from '#contracts/time.ts';

interface Claims {
  sid?: string;
  typ?: string;
  /** Unix seconds. */
  exp?: number;
}

const maxKept = 10_000;

/**
 * Reads the session out of an access token; refuses with Unauthorized what `verify` throws for and what is no live access
 * token. A token that was verified once is known for `seconds`, or until it expires; whether its session lives is another
 * question.
 */
export const tokenReader = (verify: (token: string) => Claims, seconds: number): ((token: string) => string) => {
  const known = new LRUCache<string, { session: string; until: EpochMs }>({ max: maxKept });
  return (token) => {
    const held = known.get(token);
    if (held && held.until > Date.now()) return held.session;
    known.delete(token);
    let claims: Claims;
    try {
      claims = verify(token);
    } catch {
      throw new Refusal('Unauthorized');
    }
    if (claims.typ !== 'access' || !claims.sid) throw new Refusal('Unauthorized');
    // A clock that was set back, or a token that lives long, keeps no key alive that was taken away meanwhile.
    known.set(token, {
      session: claims.sid,
      until: Math.min(claims.exp ?? 0, Math.floor(Date.now() / 1000) + seconds) * 1000,
    });
    return claims.sid;
  };
};
