import { useSyncExternalStore } from 'react';

// The sheet of the flow hides its board below this.
const room = window.matchMedia('(min-width: 900px)');

const listen = (changed: () => void): (() => void) => {
  room.addEventListener('change', changed);
  return () => room.removeEventListener('change', changed);
};

/** Whether the window has room for the board of the flow. */
export const useBoardRoom = (): boolean => useSyncExternalStore(listen, () => room.matches);
