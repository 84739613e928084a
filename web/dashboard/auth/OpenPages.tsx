import type { NotificationPayload } from 'ra-core';
import { useCallback, useState } from 'react';
import { Outlet } from 'react-router';
import { Messages } from '../kit/states/Messages.tsx';
import { OpenMessages, type Tell } from './open-messages.ts';

/** The pages without a session: they load nothing of react-admin, so they stay light. */
export function OpenPages() {
  const [queue, setQueue] = useState<readonly NotificationPayload[]>([]);
  const tell = useCallback<Tell>((message, type) => {
    if (message) setQueue((before) => [...before, { message, type }]);
  }, []);
  return (
    <OpenMessages value={tell}>
      <Outlet />
      <Messages queue={queue} onQueue={setQueue} />
    </OpenMessages>
  );
}
