import { newToken, type Secrets, sameSecret } from '../platform/secrets.ts';

/**
 * A new token that continues a session. The session's id stands in it, so that any token it ever had finds its row; the
 * seal shows that it was ours, so that nobody ends a session by knowing its id.
 */
export const makeRefreshToken = (secrets: Pick<Secrets, 'keyed'>, sessionId: string): string => {
  const body = `${sessionId}.${newToken()}`;
  return `${body}.${secrets.keyed('refresh', body)}`;
};

/** The id of the session that a token belongs or belonged to, or null when it is none of ours. */
export const sessionOfToken = (secrets: Pick<Secrets, 'keyed'>, token: string): string | null => {
  const cut = token.lastIndexOf('.');
  const body = token.slice(0, cut);
  if (cut < 0 || !sameSecret(token.slice(cut + 1), secrets.keyed('refresh', body))) return null;
  return body.slice(0, body.indexOf('.'));
};
