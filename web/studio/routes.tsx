import { type RouteObject, redirectDocument } from 'react-router';
import { getSession } from '../dashboard/api/session.ts';
import { goToSignIn } from '../dashboard/auth/next-path.ts';
import { OpenPages } from '../dashboard/auth/OpenPages.tsx';
import { LoadFailed } from '../dashboard/shell/waiting/RouteStates.tsx';
import { StudioPage } from './page/StudioPage.tsx';

const needsSession = ({ request }: { request: Request }) => {
  const { pathname, search } = new URL(request.url);
  return getSession() ? null : redirectDocument(goToSignIn(pathname, search) ?? '/login');
};

/** The studio's one page; every other address is the dashboard's, which is a document of its own. */
export const studioRoutes: RouteObject[] = [
  {
    element: <OpenPages />,
    errorElement: <LoadFailed />,
    hydrateFallbackElement: <div />,
    children: [
      { path: '/studio/:appId/:instanceId/:groupId', loader: needsSession, element: <StudioPage /> },
      { path: '*', loader: ({ request }) => redirectDocument(request.url), element: <div /> },
    ],
  },
];
