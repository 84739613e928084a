import { useNotificationContext } from 'ra-core';
import { useCallback } from 'react';
import type { MessageOptions } from './shown-messages.ts';

/** Takes back what was said about things that are gone: what it offers would lead nowhere. */
export function useForgetMessages(): (ids: readonly string[]) => void {
  const { setNotifications } = useNotificationContext();
  return useCallback(
    (ids) =>
      setNotifications((held) =>
        held.filter(({ notificationOptions }) => {
          const { about = [] } = (notificationOptions ?? {}) as MessageOptions;
          return !about.some((id) => ids.includes(id));
        }),
      ),
    [setNotifications],
  );
}
