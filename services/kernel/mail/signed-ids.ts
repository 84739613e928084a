import { type Secrets, sameSecret } from '../platform/secrets.ts';

type Keys = Pick<Secrets, 'keyed'>;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const markOf = ({ keyed }: Keys, purpose: string, ids: string): string => keyed(purpose, ids).slice(0, 32);

/**
 * Ids as the link of a mail carries them, which nobody else can make: with it, and nothing else, one thing can be done. It
 * never ends, since an old mail must keep the promise in it.
 */
export const signIds = (keys: Keys, purpose: string, ids: readonly string[]): string =>
  [...ids, markOf(keys, purpose, ids.join('.'))].join('.');

/** The ids that a token carries for a purpose; null for none of ours. */
export const readSignedIds = (keys: Keys, purpose: string, token: string): string[] | null => {
  const ids = token.split('.', 4);
  const mark = ids.pop() ?? '';
  if (ids.length === 0 || !ids.every((id) => uuid.test(id)) || token !== [...ids, mark].join('.')) return null;
  return sameSecret(mark, markOf(keys, purpose, ids.join('.'))) ? ids : null;
};
