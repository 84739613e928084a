import type { BulkResult } from '#contracts/api/envelope.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';

/** What a sync came to, as one sentence. */
export function syncWords({ changed, refused }: BulkResult, titleOf: (id: string) => string): string {
  const count = changed.length;
  if (refused.length === 0)
    return count === 0 ? t(settingsWords.appsUnchanged) : t(settingsWords.appsUpdated, { count });
  const names = refused.slice(0, 3).map(({ id }) => titleOf(id ?? ''));
  return t(settingsWords.appsNotRead, {
    count,
    names: names.join(', '),
    more: refused.length - names.length,
    reason: refused[0]!.message,
  });
}
