import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { afterPaint } from '../charts/after-paint.ts';
import { useSession } from '../shell/session/session-value.ts';
import { showMarked, showUnread } from './marked.ts';
import { notificationsKey, unreadQuery } from './notification-queries.ts';
import { onMarkElsewhere } from './other-tabs.ts';

/** How many notifications are unread: asked for after the first paint, and kept right for as long as the page is open. */
export function useUnread(): number {
  const client = useQueryClient();
  const { id } = useSession().user;
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    let left = false;
    afterPaint().then(() => !left && setPainted(true));
    return () => {
      left = true;
    };
  }, []);
  useEffect(() => {
    // The query client looks again when a window becomes visible, but not when it was so beside another one.
    const look = () =>
      void client.refetchQueries({ queryKey: notificationsKey, type: 'active' }, { cancelRefetch: false });
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [client]);
  useEffect(
    () =>
      onMarkElsewhere(({ user_id, marked, unread }) => {
        // Beside the person there may be staff who acts as another one.
        if (user_id !== id) return;
        // An answer that left the server before the mark would show the old state again.
        void client.cancelQueries({ queryKey: notificationsKey });
        showMarked(client, marked);
        showUnread(client, unread);
        void client.invalidateQueries({ queryKey: notificationsKey });
      }),
    [client, id],
  );
  return useQuery({ ...unreadQuery, enabled: painted }).data ?? 0;
}
