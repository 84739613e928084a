import '@fontsource-variable/inter/opsz.css';
import 'virtual:tokens.css';
import '../dashboard/theme/base.css';
import './first-view.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { watchConnection } from '../dashboard/api/connection.ts';
import { queryClient } from '../dashboard/api/query.ts';
import { onSessionEnd } from '../dashboard/api/session.ts';
import { shareTokens } from '../dashboard/api/share-tokens.ts';
import { goToSignIn } from '../dashboard/auth/next-path.ts';
import { installTheme } from '../dashboard/theme/mode.ts';
import { ThemeRoot } from '../dashboard/theme/ThemeRoot.tsx';
import { studioRoutes } from './routes.tsx';

installTheme();
watchConnection();
shareTokens();

// Whoever signs in again comes back to the story: what was not saved is kept on this device.
onSessionEnd(() => {
  const target = goToSignIn(window.location.pathname, window.location.search);
  if (target) window.location.replace(target);
  return target !== null;
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ThemeRoot>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={createBrowserRouter(studioRoutes)} useTransitions={false} />
        </QueryClientProvider>
      </ThemeRoot>
    </StrictMode>,
  );
}
