import { useQueryClient } from '@tanstack/react-query';
import type { AppSettings } from '#contracts/app/events.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import type { Command } from '../../kit/command.ts';
import { type Runnable, useCommand } from '../../kit/use-command.ts';
import { appsQuery } from '../../shell/session/session-queries.ts';

type Change = Partial<AppSettings>;
/** What a change of settings says and does beside the change itself. */
type Around = Pick<Command<unknown, Change, unknown>, 'said' | 'onRefused' | 'onDone'>;

/** Changes settings of an app: the list shows them at once, and shows the old ones again when the change fails. */
export function useAppSettings(app: AppRow, around: Around): Runnable<Change> {
  const client = useQueryClient();
  const put = (changed: Change) =>
    client.setQueryData(
      appsQuery.queryKey,
      (apps) =>
        apps && {
          ...apps,
          data: apps.data.map((one) =>
            one.id === app.id ? { ...one, settings: { ...one.settings, ...changed } } : one,
          ),
        },
    );
  return useCommand<Change>({
    ...around,
    on: app.id,
    send: (product, settings, key) => product.changeAppSettings(app.id, settings, key),
    changes: [appsQuery.queryKey],
    show: (settings) => {
      put(settings);
      return () => put(app.settings);
    },
  });
}
