import { createBrowserRouter, RouterProvider } from 'react-router';
import { getSession, onSessionEnd } from './api/session.ts';
import { goToSignIn } from './auth/next-path.ts';
import { routes } from './routes.tsx';

const router = createBrowserRouter(routes);

// However the session ended (refused renewal, log-out in another tab), people come back to where they were. The page is
// loaded anew, so that nothing that was loaded for one person is shown to the next.
onSessionEnd(() => {
  const { pathname, search } = router.state.location;
  // Acting as somebody has ended: who did is still signed in.
  const target = getSession() ? '/admin' : goToSignIn(pathname, search);
  if (target) window.location.replace(target);
  return target !== null;
});

/** The whole dashboard. */
export function App() {
  // An address that changed is drawn at once, as every other input is. In a transition, what a person does next would be
  // answered by the page of the address before, and a filter that was just set could be lost with the next one.
  return <RouterProvider router={router} useTransitions={false} />;
}
