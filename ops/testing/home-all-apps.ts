import type { BrowserContext, Page } from 'playwright-core';
import type { Test } from 'tap';
import type { Dashboard } from './dashboard.ts';
import type { MoreApps, PlantedOverview } from './home-scene.ts';
import { looks } from './looks.ts';
import { visitInside } from './visit-inside.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name });
const said = async (page: Page) => (await part(page, 'Overview').innerText()).replace(/\s+/g, ' ');

/**
 * Home over all apps of a shop that got two more: as its owner sees it on an open page, as the owner of two apps and the
 * owner of one see the same address.
 */
export const checkAllApps = async (
  t: Test,
  w: Dashboard,
  page: Page,
  shop: PlantedOverview,
  { outlet, lab }: MoreApps,
): Promise<void> => {
  const { nora, app_id } = shop;
  const open = async (context: BrowserContext, address: string): Promise<Page> => {
    const page = await context.newPage();
    t.teardown(() => context.close());
    await page.goto(address);
    return page;
  };

  await visitInside(page, `/home?app=${outlet.app_id}`);
  await part(page, 'Top story groups').getByText('Sale rack').waitFor();
  t.equal(
    await page.locator('.OverviewParts-cards [data-kit="askable"]').count(),
    4,
    'of one app each can be asked about',
  );
  await page.getByRole('button', { name: /Show figures for: Outlet/ }).click();
  t.same(await page.getByRole('menuitemradio').allInnerTexts(), ['All apps\n3 apps', 'Outlet']);
  await page.getByRole('menuitemradio', { name: /All apps/ }).click();
  await page.waitForURL(/scope=apps/);
  const groups = part(page, 'Top story groups');
  await groups.getByText('Autumn Edit').waitFor();
  // Ada saw two of the apps: together they have five viewers and not six.
  t.match(await said(page), /Your 3 apps together\. A viewer of several apps counts once\. .*Reach 5 .*Impression 9 /);
  await page.locator('.OverviewParts-cards [data-kit="askable"]').first().click();
  const why = page.getByRole('dialog', { name: 'Why this number: Reach' });
  await why.getByText('Reach: 5', { exact: true }).waitFor();
  await why.getByText('Recounted from the stored data: the same number.').waitFor();
  await page.keyboard.press('Escape');
  await why.waitFor({ state: 'detached' });
  t.same(
    (await groups.locator('.TopLists-topName').allInnerTexts()).map((text) => text.trim().replace(/\s*\n\s*/, ' of ')),
    ['Autumn Edit of Marlow', 'Sale rack of Outlet', 'Prototype of Lab'],
  );
  const rack = groups.getByRole('link', { name: /Sale rack/ });
  const itsApp = `app=${outlet.app_id}&instance=${outlet.instance_id}`;
  t.equal(await rack.getAttribute('href'), `/stories/${outlet.group_id}?${itsApp}&tab=analytics`);
  const latest = part(page, 'Latest stories')
    .getByRole('link', { name: /Prototype\s+Lab/ })
    .first();
  t.match(await latest.getAttribute('href'), `app=${lab.app_id}`);
  await page
    .getByRole('button', { name: /created$/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: /Sale rack\s*Outlet/ }).waitFor();
  await page.keyboard.press('Escape');

  const more = page.getByRole('link', { name: 'Open in Analytics' });
  await more.scrollIntoViewIfNeeded();
  await part(page, 'Best hours')
    .getByText(/A typical hour of all apps/)
    .waitFor();
  await part(page, 'Came back').getByRole('table').waitFor();
  // What lies under the bar of a page that is scrolled would count as covered.
  await page.evaluate(() => window.scrollTo(0, 0));
  await looks(t, page, 'home-all-apps');
  const address = page.url();
  await more.click();
  await page.waitForURL((url) => url.pathname === '/analytics');
  t.same(new URL(page.url()).searchParams.get('apps')?.split(',').sort(), [app_id, outlet.app_id, lab.app_id].sort());
  await page
    .getByRole('group', { name: 'Metric' })
    .getByRole('button', { name: /Reach\s*5/ })
    .waitFor();

  const ownerOf = (...apps: string[]) => w.person({ account_id: nora.account_id, permissions: { app_owner: apps } });
  const two = await open(await w.windowOf(await ownerOf(app_id, outlet.app_id)), address);
  await part(two, 'Top story groups').getByText('Autumn Edit').waitFor();
  t.match(await said(two), /Your 2 apps together\..*Reach 4 .*Impression 8 /);
  t.notMatch(await said(two), 'Prototype');
  await two.getByRole('link', { name: 'Open in Analytics' }).scrollIntoViewIfNeeded();
  await part(two, 'Best hours')
    .getByText(/A typical hour of all apps/)
    .waitFor();
  t.equal(await part(two, 'Came back').count(), 0, 'who came back is for account owners');

  const one = await open(await w.windowOf(await ownerOf(outlet.app_id)), address);
  await part(one, 'Top story groups').getByText('Sale rack').waitFor();
  t.match(await said(one), /Reach 2 .*Impression 2 /);
  t.equal(await one.getByRole('button', { name: /Show figures for/ }).count(), 0, 'one app has nothing to choose');
};
