import { createBrowserRouter, RouterProvider } from 'react-router';
import { getSession, onSessionEnd } from './api/session.ts';
import { goToSignIn } from './auth/next-path.ts';
import { routes } from './routes.tsx';

const router = createBrowserRouter(routes);

// However the session ended (refused renewal, log-out in another tab), people come back to where they were.
onSessionEnd(() => {
  // Acting as somebody has ended: who did is still signed in, and sees nothing that was loaded for the other.
  if (getSession()) return window.location.assign('/admin');
  const { pathname, search } = router.state.location;
  const target = goToSignIn(pathname, search);
  if (target) router.navigate(target, { replace: true });
});

/** The whole dashboard. */
export function App() {
  return <RouterProvider router={router} />;
}
