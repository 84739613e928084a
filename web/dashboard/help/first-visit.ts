import { useStore } from 'ra-core';

/** Whether the person's first-login flag is set in this browser, and the function that sets it: from then on `/` is home. */
export function useFirstVisit(): { begun: boolean; end: () => void } {
  const [since, begin] = useStore<number | null>('help.begun', null);
  return { begun: since !== null, end: () => begin(Math.floor(Date.now() / 1000)) };
}
