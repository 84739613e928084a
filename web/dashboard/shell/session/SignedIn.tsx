import { CoreAdminContext } from 'ra-core';
import { lazy, type ReactNode, Suspense } from 'react';
import { Outlet } from 'react-router';
import { onConnectionBack, watchConnection } from '../../api/connection.ts';
import { queryClient } from '../../api/query.ts';
import { shareTokens } from '../../api/share-tokens.ts';
import { UpsellProvider } from '../../gates/UpsellProvider.tsx';
import { useUploadsLoaded } from '../../group/uploads/uploads-loaded.ts';
import { LazyPart } from '../../kit/states/LazyPart.tsx';
import { Notification } from '../../kit/states/Notification.tsx';
import { Loading } from '../../kit/states/Skeleton.tsx';
import { ThemeRoot } from '../../theme/ThemeRoot.tsx';
import { i18nProvider } from '../../words/i18n-provider.ts';
import { ActingBanner } from '../ActingBanner.tsx';
import { AppShell } from '../AppShell.tsx';
import { authProvider } from './auth-provider.ts';
import { dataProvider } from './data-provider.ts';
import { preferences } from './preferences.ts';
import { SessionProvider } from './SessionProvider.tsx';

export { PageFailed } from '../waiting/PageFailed.tsx';

const UploadsTray = lazy(() => import('../../group/uploads/UploadsTray.tsx'));

watchConnection();
shareTokens();
// What is shown may have changed meanwhile; the browser itself tells of no server that is back.
onConnectionBack(() => queryClient.invalidateQueries());

/** Everything behind the sign-in: react-admin's contexts, the session and the frame around the page. */
export function SignedInFrame({ children }: { children: ReactNode }) {
  const mayUpload = useUploadsLoaded();
  return (
    <ThemeRoot>
      <CoreAdminContext
        authProvider={authProvider}
        dataProvider={dataProvider}
        i18nProvider={i18nProvider}
        queryClient={queryClient}
        store={preferences()}
      >
        <SessionProvider>
          <ActingBanner />
          <UpsellProvider>
            <AppShell>
              <Suspense fallback={<Loading />}>{children}</Suspense>
            </AppShell>
            <LazyPart>{mayUpload ? <UploadsTray /> : null}</LazyPart>
          </UpsellProvider>
        </SessionProvider>
        <Notification />
      </CoreAdminContext>
    </ThemeRoot>
  );
}

/** The frame around whichever page the address names. */
export function Component() {
  return (
    <SignedInFrame>
      <Outlet />
    </SignedInFrame>
  );
}
