import type { Secrets } from '../platform/secrets.ts';
import { readSignedIds, signIds } from './signed-ids.ts';

const purpose = 'digest-link';

/** What a digest's own links carry: with it, and nothing else, that person's digest is turned off or on again. */
export const digestToken = (secrets: Pick<Secrets, 'keyed'>, userId: string): string =>
  signIds(secrets, purpose, [userId]);

/** Whose digest a token is of; null for none of ours. */
export const digestOwner = (secrets: Pick<Secrets, 'keyed'>, token: string): string | null =>
  readSignedIds(secrets, purpose, token)?.[0] ?? null;
