import { useQueryClient } from '@tanstack/react-query';
import { actingReason } from '../api/acting-reason.ts';
import { useCommand } from '../kit/use-command.ts';
import { useSession } from '../shell/session/session-value.ts';
import { type Marked, showMarked, showUnread } from './marked.ts';
import { notificationsKey } from './notification-queries.ts';
import { tellTabs } from './other-tabs.ts';

/**
 * Marks notifications as read, here and in the other tabs; staff in the person's stead mark nothing, and `refused` says
 * why.
 */
export function useMark(): { mark: (marked: Marked) => void; refused: string | undefined } {
  const client = useQueryClient();
  const { user } = useSession();
  const refused = actingReason();
  const { run } = useCommand<Marked, { unread: number }>({
    on: 'notifications',
    send: (product, marked) =>
      product.markNotifications(
        'id' in marked ? { dashboard_notification_ids: [marked.id] } : { all: true, ts_end: marked.until },
      ),
    changes: [notificationsKey],
    show: (marked) => showMarked(client, marked),
    corrected: ({ unread }, marked) => {
      showUnread(client, unread);
      tellTabs({ user_id: user.id, marked, unread });
    },
  });
  return { mark: (marked) => void (refused ? undefined : run(marked)), refused };
}
