import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';

/** Asks before changes are lost: `asking` while the question stands. */
export interface LeaveGuard {
  asking: boolean;
  stay: () => void;
  leave: () => void;
  /** Lets the next navigation pass, once everything is saved. */
  release: () => void;
}

const drawerOf = (search: string) => {
  const params = new URLSearchParams(search);
  return ['create', 'edit', 'invite'].map((name) => params.get(name) ?? '').join('/');
};

/** Holds navigations that would close the open drawer while it has changes, also closing the tab. */
export function useLeaveGuard(dirty: boolean): LeaveGuard {
  const released = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      dirty && !released.current && (from.pathname !== to.pathname || drawerOf(from.search) !== drawerOf(to.search)),
  );
  useEffect(() => {
    if (!dirty) return;
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!released.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [dirty]);
  return {
    asking: blocker.state === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
    release: () => {
      released.current = true;
    },
  };
}
