import { useState } from 'react';
import type { AppRow } from '#contracts/app/rows.ts';
import { errorText } from '../api/error.ts';
import { useToast } from '../kit/Toast.tsx';
import { useSession } from '../shell/session-context.tsx';
import { appCommands } from './app-commands.ts';
import { syncWords } from './sync-words.ts';

/** Reads one app, or all, from the store again, and says what came of it. */
export function useSync(): { syncing: boolean; sync: (app?: AppRow) => Promise<void> } {
  const { apps, reloadApps } = useSession();
  const toast = useToast();
  const [syncing, setSyncing] = useState(false);
  const sync = async (app?: AppRow) => {
    if (syncing) return;
    setSyncing(true);
    try {
      const result = await appCommands.syncApps(app?.id);
      const text = syncWords(result, (id) => apps.find((one) => one.id === id)?.title ?? 'an app');
      toast({ kind: result.refused.length ? 'error' : 'success', text });
      if (result.changed.length > 0) await reloadApps();
    } catch (failure) {
      toast({ kind: 'error', text: errorText(failure) });
    }
    setSyncing(false);
  };
  return { syncing, sync };
}
