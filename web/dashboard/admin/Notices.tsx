import { useEffect } from 'react';
import { useNotificationContext, useTranslate } from 'react-admin';
import { useToast } from '../kit/Toast.tsx';

/** Shows what react-admin was asked to notify among the messages of the dashboard, which stand over every page. */
export function Notices() {
  const { notifications, takeNotification } = useNotificationContext();
  const toast = useToast();
  const translate = useTranslate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: one notification is taken each time that there are others
  useEffect(() => {
    const next = takeNotification();
    if (typeof next?.message !== 'string') return;
    const { messageArgs } = next.notificationOptions ?? {};
    toast({
      kind: next.type === 'error' || next.type === 'warning' ? 'error' : 'success',
      text: translate(next.message, messageArgs),
    });
  }, [notifications]);
  return null;
}
