import type { BulkResult } from '#contracts/api/envelope.ts';
import { plural } from '../kit/format.ts';

/** What a sync came to, as one sentence. */
export function syncWords({ changed, refused }: BulkResult, titleOf: (id: string) => string): string {
  const done = changed.length === 0 ? 'Everything is up to date.' : `${plural(changed.length, 'app')} updated.`;
  if (refused.length === 0) return done;
  const names = refused.slice(0, 3).map(({ id }) => titleOf(id ?? ''));
  const more = refused.length > 3 ? ` and ${refused.length - 3} more` : '';
  const kept = changed.length === 0 ? '' : `${done} `;
  return `${kept}Not read: ${names.join(', ')}${more}. ${refused[0]!.message}`;
}
