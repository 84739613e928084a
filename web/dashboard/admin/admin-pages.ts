import { type FunctionComponent, lazy } from 'react';

interface PageModule {
  Component: FunctionComponent;
}

const loaders = {
  summary: (): Promise<PageModule> => import('./summary/SummaryPage.tsx'),
  users: (): Promise<PageModule> => import('./users/UsersPage.tsx'),
  accounts: (): Promise<PageModule> => import('./accounts/AccountsPage.tsx'),
  account: (): Promise<PageModule> => import('./accounts/AccountPage.tsx'),
  'promo-codes': (): Promise<PageModule> => import('./promo-codes/PromoCodesPage.tsx'),
  'deal-codes': (): Promise<PageModule> => import('./deal-codes/DealCodesPage.tsx'),
  'sdk-releases': (): Promise<PageModule> => import('./sdk-releases/SdkReleasesPage.tsx'),
  history: (): Promise<PageModule> => import('./HistoryPage.tsx'),
  events: (): Promise<PageModule> => import('./events/EventsPage.tsx'),
  health: (): Promise<PageModule> => import('./health/HealthPage.tsx'),
  settings: (): Promise<PageModule> => import('./settings/SettingsPage.tsx'),
};
type PageName = keyof typeof loaders;

function pageNameOf(pathname: string): PageName | null {
  const [, , first = '', second] = pathname.split('/');
  if (first === '') return 'summary';
  if (first === 'accounts' && second) return 'account';
  return first in loaders ? (first as PageName) : null;
}

/** A page of the admin area, loaded when it is opened. */
export function adminPage(name: PageName): FunctionComponent {
  return lazy(async () => ({ default: (await loaders[name]()).Component }));
}

/** Begins to load the page of an address, so that its code comes beside that of the area. */
export function preloadAdminPage(pathname: string): void {
  const name = pageNameOf(pathname);
  // Whoever shows the page loads it again and says when that fails.
  if (name) loaders[name]().catch(() => undefined);
}
