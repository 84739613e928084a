import type { RouteObject } from 'react-router';

/** The pages of the admin area, one line each; all are loaded when they are opened. */
export const adminPages: RouteObject[] = [
  { index: true, lazy: () => import('./summary/SummaryPage.tsx') },
  { path: 'users', lazy: () => import('./users/UsersPage.tsx') },
  { path: 'accounts', lazy: () => import('./accounts/AccountsPage.tsx') },
  { path: 'accounts/:accountId', lazy: () => import('./accounts/AccountPage.tsx') },
  { path: 'history', lazy: () => import('./HistoryPage.tsx') },
  { path: 'events', lazy: () => import('./events/EventsPage.tsx') },
  { path: 'health', lazy: () => import('./health/HealthPage.tsx') },
  { path: '*', lazy: () => import('../auth/NotFoundPage.tsx') },
];
