import { type Secrets, sameSecret } from '../platform/secrets.ts';

const shape = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-f]{32})$/;
const markOf = (secrets: Pick<Secrets, 'keyed'>, userId: string): string =>
  secrets.keyed('digest-link', userId).slice(0, 32);

/**
 * What a digest's own links carry: with it, and nothing else, that person's digest is turned off or on again. It never
 * ends, since an old mail must keep the promise in it.
 */
export const digestToken = (secrets: Pick<Secrets, 'keyed'>, userId: string): string =>
  `${userId}.${markOf(secrets, userId)}`;

/** Whose digest a token is of; null for none of ours. */
export const digestOwner = (secrets: Pick<Secrets, 'keyed'>, token: string): string | null => {
  const [, userId, mark] = shape.exec(token) ?? [];
  return userId && mark && sameSecret(mark, markOf(secrets, userId)) ? userId : null;
};
