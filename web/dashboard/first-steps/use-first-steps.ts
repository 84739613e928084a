import { useStore } from 'ra-core';
import { useSession } from '../shell/session/session-value.ts';

/** How the checklist of the first steps stands in this browser; null before it was known that there is one. */
export type FirstStepsState = 'open' | 'folded' | 'done' | null;

/** Whether the first steps are ahead of an owner, and how their checklist stands. Who is not an owner has none. */
export function useFirstSteps(): { ahead: boolean; state: FirstStepsState; set: (state: FirstStepsState) => void } {
  const { account, may } = useSession();
  const [state, set] = useStore<FirstStepsState>(`first-steps.${account.id}`, null);
  return { ahead: state !== 'done' && may('overview.view'), state, set };
}
