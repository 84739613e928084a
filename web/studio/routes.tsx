import { type LoaderFunctionArgs, type RouteObject, redirectDocument } from 'react-router';
import { queryClient } from '../dashboard/api/query.ts';
import { getSession } from '../dashboard/api/session.ts';
import { goToSignIn } from '../dashboard/auth/next-path.ts';
import { OpenPages } from '../dashboard/auth/OpenPages.tsx';
import { LoadFailed } from '../dashboard/shell/waiting/RouteStates.tsx';
import { StudioPage } from './page/StudioPage.tsx';
import { readAhead } from './session/read-ahead.ts';

const needsSession = ({ request, params }: LoaderFunctionArgs) => {
  const { pathname, search, searchParams } = new URL(request.url);
  if (!getSession()) return redirectDocument(goToSignIn(pathname, search) ?? '/login');
  readAhead(queryClient, params.groupId ?? '', searchParams.get('story'));
  return null;
};

/** The studio's one page; every other address is the dashboard's, which is a document of its own. */
export const studioRoutes: RouteObject[] = [
  {
    element: <OpenPages />,
    errorElement: <LoadFailed address={window.location.pathname} />,
    hydrateFallbackElement: <div />,
    children: [
      { path: '/studio/:appId/:instanceId/:groupId', loader: needsSession, element: <StudioPage /> },
      { path: '*', loader: ({ request }) => redirectDocument(request.url), element: <div /> },
    ],
  },
];
