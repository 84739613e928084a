import { useNotificationContext, useTranslate } from 'ra-core';
import { Messages } from './Messages.tsx';

/** Shows the queue of react-admin's notifications. */
export function Notification() {
  const { notifications, setNotifications } = useNotificationContext();
  const translate = useTranslate();
  return (
    <Messages
      queue={notifications}
      onQueue={setNotifications}
      textOf={({ message, notificationOptions }) =>
        typeof message === 'string' ? translate(message, { _: message, ...notificationOptions?.messageArgs }) : message
      }
    />
  );
}
