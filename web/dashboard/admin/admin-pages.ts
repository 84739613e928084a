import type { RouteObject } from 'react-router';

/** The pages of the admin area, one line each; all are loaded when they are opened. */
export const adminPages: RouteObject[] = [
  { index: true, lazy: () => import('./SummaryPage.tsx') },
  { path: 'users', lazy: () => import('./UsersPage.tsx') },
  { path: 'accounts', lazy: () => import('./AccountsPage.tsx') },
  { path: 'accounts/:accountId', lazy: () => import('./AccountPage.tsx') },
  { path: 'history', lazy: () => import('./HistoryPage.tsx') },
  { path: 'events', lazy: () => import('./EventsPage.tsx') },
  { path: 'health', lazy: () => import('./HealthPage.tsx') },
  { path: '*', lazy: () => import('../auth/NotFoundPage.tsx') },
];
