import { type RouteObject, redirect } from 'react-router';
import { getSession } from './api/session.ts';
import { goToSignIn } from './auth/next-path.ts';
import { OpenPages } from './auth/OpenPages.tsx';
import { LoadFailed, Waiting } from './shell/waiting/RouteStates.tsx';

function needsSession({ request }: { request: Request }) {
  const { pathname, search } = new URL(request.url);
  return getSession() ? null : redirect(goToSignIn(pathname, search) ?? '/login');
}

function toAdmin(args: { request: Request }) {
  const { pathname } = new URL(args.request.url);
  import('./admin/admin-pages.ts').then(
    ({ preloadAdminPage }) => preloadAdminPage(pathname),
    () => undefined,
  );
  return needsSession(args);
}

const signedIn: RouteObject[] = [
  { index: true, lazy: () => import('./home/StartPage.tsx') },
  { path: 'home', lazy: () => import('./home/HomePage.tsx') },
  { path: 'help', lazy: () => import('./help/HelpPage.tsx') },
  { path: 'notifications', lazy: () => import('./notifications/NotificationsPage.tsx') },
  { path: 'activity', lazy: () => import('./activity/ActivityPage.tsx') },
  { path: 'analytics/:groupId?', lazy: () => import('./analytics/AnalyticsPage.tsx') },
  { path: 'content', lazy: () => import('./content/ContentPage.tsx') },
  { path: 'content/calendar', lazy: () => import('./calendar/CalendarPage.tsx') },
  { path: 'story/add/:type?', lazy: () => import('./story-add/StoryAddPage.tsx') },
  { path: 'stories/:groupId', lazy: () => import('./group/GroupPage.tsx') },
  ...['account', 'user', 'apps', 'settings/:tab?/:part?'].map((path) => ({
    path,
    lazy: () => import('./settings/SettingsPage.tsx'),
  })),
  { path: '*', lazy: () => import('./shell/NotFoundPage.tsx') },
];

// The frame stays when a page fails.
const framed: RouteObject[] = [
  {
    lazy: async () => ({ ErrorBoundary: (await import('./shell/session/SignedIn.tsx')).PageFailed }),
    children: signedIn,
  },
];

// What the sign-in loads has little room: where each of them lies comes with the first one.
const linked = [
  'password-reset/:token',
  'verification/:token',
  'join/:token',
  'join-registered/:token',
  'digest/end/:token',
  'report/end/:token',
  'login_as',
  'successful',
  'studio/*',
] as const;

const open: RouteObject[] = [
  ...['terms', 'privacy', 'login/help'].map((path) => ({ path, lazy: () => import('./auth/TextPage.tsx') })),
  { path: 'login', lazy: () => import('./auth/LoginPage.tsx') },
  ...['google', 'linkedin'].map((path) => ({ path, lazy: () => import('./auth/social/SocialPage.tsx') })),
  { path: 'register/:type?/:appsumotoken?', lazy: () => import('./auth/register/RegisterPage.tsx') },
  { path: 'app-info/:appsumotoken?', lazy: () => import('./auth/register/AppInfoPage.tsx') },
  { path: 'forgot-password', lazy: () => import('./auth/ForgotPasswordPage.tsx') },
  ...linked.map((path) => ({
    path,
    lazy: async () => (await import('./auth/linked-pages.ts')).linkedPages[path](),
  })),
  { path: 'logout', lazy: () => import('./auth/LogoutPage.tsx') },
  { path: 'preview', lazy: () => import('./showcase/PreviewPage.tsx') },
  { path: 'showcase/:token', lazy: () => import('./showcase/ShowcasePage.tsx') },
];

/** Every page, one line each; all are loaded when they are opened. */
export const routes: RouteObject[] = [
  {
    hydrateFallbackElement: <Waiting />,
    errorElement: <LoadFailed />,
    children: [
      { element: <OpenPages />, children: open },
      { loader: needsSession, lazy: () => import('./shell/session/SignedIn.tsx'), children: framed },
      { path: 'dev/kit', lazy: () => import('./dev/KitPage.tsx') },
      { path: 'admin/*', loader: toAdmin, lazy: () => import('./admin/AdminArea.tsx') },
    ],
  },
];
