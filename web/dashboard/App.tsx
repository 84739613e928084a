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
  return <RouterProvider router={router} />;
}
