import type { Page } from 'playwright-core';
import { type Area, failing, holdBack, pointAtChart, press, type World } from '../state.ts';

const shopHome =
  (more = '') =>
  ({ inApp }: World) =>
    inApp('shop', '/home', more);

const showMore = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { name: 'More figures' }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 2000);
  await page.getByText(/A typical hour of/).waitFor();
  await page.evaluate(() => scrollTo(0, 0));
};

/** The start page of an app: instances and figures. */
export const homeStates: Area = {
  area: 'home',
  states: [
    { name: 'shop', path: shopHome() },
    { name: 'news', path: ({ inApp }) => inApp('news', '/home'), as: 'mediaOwner' },
    { name: 'table', path: shopHome('&users=table') },
    { name: 'one-instance', path: shopHome('&scope=instance') },
    { name: 'all-apps', path: shopHome('&scope=apps&range=30days'), reach: showMore, part: 'page' },
    { name: 'all-apps-of-two', path: ({ inApp }) => inApp('news', '/home', '&scope=apps'), as: 'mediaOwner' },
    { name: 'creator', path: shopHome(), as: 'creator' },
    { name: 'broadcaster', path: ({ inApp }) => inApp('news', '/home'), as: 'broadcaster' },
    { name: 'newcomer', path: '/home', as: 'newcomer' },
    { name: 'figures-loading', path: shopHome(), answers: holdBack('**/api/n/analytics/overview*') },
    { name: 'figures-failed', path: shopHome(), answers: failing('**/api/n/analytics/overview*') },
    { name: 'chart-day', path: shopHome(), reach: pointAtChart(/^Line chart/, 0.4) },
    { name: 'chart-today', path: shopHome(), reach: pointAtChart(/^Line chart/, 0.97) },
    { name: 'scope-menu', path: shopHome(), reach: press(/Show figures for/) },
    { name: 'measure-menu', path: shopHome(), reach: press(/Rank stories by/) },
    { name: 'days', path: shopHome(), reach: press(/Last Week|–/) },
  ],
};
