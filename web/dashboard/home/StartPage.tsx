import { Navigate, useLocation } from 'react-router';
import { useFirstVisit } from '../help/first-visit.ts';
import { HelpView } from '../help/HelpPage.tsx';

/** The address `/`: the help until the person's first-login flag is set, home from then on. */
export function Component() {
  const { search } = useLocation();
  return useFirstVisit().begun ? <Navigate replace to={`/home${search}`} /> : <HelpView first />;
}
