import { NotificationContextProvider } from 'ra-core';
import { Outlet } from 'react-router';
import { Notification } from '../kit/Notification.tsx';

/** The pages without a session: of react-admin they have the queue of messages and nothing else, so they stay light. */
export function OpenPages() {
  return (
    <NotificationContextProvider>
      <Outlet />
      <Notification />
    </NotificationContextProvider>
  );
}
