import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { CoreAdminContext } from 'react-admin';
import { Outlet } from 'react-router';
import { ApiError } from '../api/error.ts';
import { queryClient } from '../api/query.ts';
import { clearSession } from '../api/session.ts';
import { Loading } from '../kit/Skeleton.tsx';
import { authProvider } from '../shell/auth-provider.ts';
import { SessionError, SessionLoading } from '../shell/SessionStates.tsx';
import { userQuery } from '../shell/session-queries.ts';
import { ThemeRoot } from '../theme/ThemeRoot.tsx';
import { AdminShell } from './AdminShell.tsx';
import { adminProvider } from './provider/admin-provider.ts';

const NotFound = lazy(async () => ({ default: (await import('../auth/NotFoundPage.tsx')).Component }));

function ForStaff() {
  const user = useQuery(userQuery);
  const ended = user.error instanceof ApiError && user.error.status === 401;
  useEffect(() => {
    if (ended) clearSession();
  }, [ended]);
  if (user.data?.type === 2 && !user.data.login_as)
    return (
      <AdminShell user={user.data}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </AdminShell>
    );
  // To everybody else it is an address that no page has.
  if (user.data)
    return (
      <Suspense fallback={<Loading />}>
        <NotFound />
      </Suspense>
    );
  return user.isError && !ended ? <SessionError onRetry={() => user.refetch()} /> : <SessionLoading />;
}

/** The admin area: react-admin's contexts over its lists, for staff who are signed in as themselves. */
export function Component() {
  return (
    <ThemeRoot>
      <CoreAdminContext authProvider={authProvider} dataProvider={adminProvider} queryClient={queryClient}>
        <ForStaff />
      </CoreAdminContext>
    </ThemeRoot>
  );
}
