import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AppSettings } from '#contracts/app/events.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import { appsQuery } from '../shell/session-queries.ts';
import { appCommands } from './app-commands.ts';

/** Changes settings of an app: the list shows them at once, and shows the old ones again when the change fails (which throws). */
export function useAppSettings(): (app: AppRow, settings: Partial<AppSettings>) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (app, settings) => {
      const put = (changed: Partial<AppSettings>) =>
        client.setQueryData(appsQuery.queryKey, (apps) =>
          apps?.map((one) => (one.id === app.id ? { ...one, settings: { ...one.settings, ...changed } } : one)),
        );
      put(settings);
      try {
        const { settings: kept } = await appCommands.changeSettings(app.id, settings);
        put(kept);
      } catch (error) {
        put(app.settings);
        throw error;
      }
    },
    [client],
  );
}
