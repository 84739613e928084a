import type { BulkResult } from '#contracts/api/envelope.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import { type Runnable, useCommand } from '../../kit/use-command.ts';
import { appsQuery } from '../../shell/session/session-queries.ts';
import { useSession } from '../../shell/session/session-value.ts';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';
import { syncWords } from './sync-words.ts';

/** Reads one app, or all, from the store again, and says what came of it. */
export function useSync(): Runnable<AppRow | undefined> {
  const { apps, account } = useSession();
  return useCommand<AppRow | undefined, BulkResult>({
    on: account.id,
    send: (product, app, key) => product.syncApps(app?.id, key),
    changes: [appsQuery.queryKey],
    said: (result) => ({
      text: syncWords(result, (id) => apps.find((one) => one.id === id)?.title ?? t(settingsWords.unnamedApp)),
      type: result.refused.length > 0 ? 'error' : 'success',
    }),
  });
}
