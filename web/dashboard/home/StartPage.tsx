import { Navigate, useLocation } from 'react-router';
import { useHasBegun } from '../help/first-visit.ts';
import { HelpView } from '../help/HelpPage.tsx';
import { useSession } from '../shell/session-context.tsx';

/** The address `/`: the help until the person's first-login flag is set, home from then on. */
export function Component() {
  const { user } = useSession();
  const { search } = useLocation();
  return useHasBegun(user.id) ? <Navigate replace to={`/home${search}`} /> : <HelpView first />;
}
