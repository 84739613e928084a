import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import type { Dashboard } from './dashboard.ts';
import { settled, utcDay, visitAnew } from './figures-page.ts';
import type { FiguresScene } from './figures-scene.ts';
import type { Person } from './people.ts';
import { until } from './stopwatch.ts';

const didNotLoad = "Figures couldn't load";

/** Lets what the pages read fail, a part at a time: each says so in its place, and shows it once it is asked for again. */
export const tryFailures = async (t: Test, page: Page, { apps, groups }: FiguresScene): Promise<void> => {
  let fails: (url: URL) => boolean = () => false;
  const failing = (url: URL) => fails(url);
  await page.route(failing, (route) => route.fulfill({ status: 500, json: { status: 500, code: 'Internal' } }));
  const again = async () => {
    fails = () => false;
    await page.getByRole('button', { name: 'Try again' }).first().click();
  };
  const app = apps[0]!.id;
  const isRows = ({ pathname }: URL) => pathname === '/api/story_group/n/stats';

  fails = (url) => isRows(url) && url.searchParams.get('days') === 'false';
  await visitAnew(page, `/analytics?app=${app}&from=${utcDay(12)}&to=${utcDay(9)}`);
  await page.getByText(didNotLoad).waitFor();
  t.equal(await page.getByText('No story groups yet').count(), 0, 'nobody is told that they have no groups');
  await page.getByRole('radio', { name: 'Interaction' }).click();
  await page.getByRole('radio', { name: 'Interaction', checked: true }).waitFor();
  t.equal(await page.getByText(didNotLoad).count(), 1, 'in the other view as well');
  await page.goBack();
  await page.waitForURL((url) => !url.searchParams.has('view'));
  await again();
  await settled(page);

  fails = (url) => isRows(url) && !url.searchParams.has('days');
  await visitAnew(page, `/analytics?app=${app}&from=${utcDay(12)}&to=${utcDay(8)}&lines=groups`);
  await settled(page);
  const lines = page.getByRole('region', { name: 'Reach by day' });
  await lines.getByText(didNotLoad).waitFor();
  await again();
  await lines.getByText(didNotLoad).waitFor({ state: 'detached' });
  await lines.getByRole('figure').waitFor();

  const group = groups[0]!;
  fails = ({ pathname }) => pathname === '/api/story_group/history';
  await visitAnew(page, `/analytics/${group.id}?app=${group.app_id}&from=${utcDay(14)}&to=${utcDay(0)}&changed=1`);
  const drawer = page.getByRole('dialog', { name: 'Changes' });
  await drawer.getByText("This couldn't load").waitFor();
  t.equal(await page.getByText('This change is no longer in the days you chose.').count(), 0);
  await again();
  await page.getByRole('dialog', { name: '1 change' }).getByRole('link', { name: 'Show in History' }).waitFor();
  await page.unroute(failing);
};

/** The groups that the page of a group offers to compare it with: to a creator their own. */
export const offeredBeside = async (page: Page, least: number): Promise<string[]> => {
  await page.getByRole('button', { name: /^Compare with/ }).click();
  const offered = page.getByRole('dialog', { name: 'Compare with another group' }).getByRole('listitem');
  await until(async () => (await offered.count()) >= least, 'the groups that are offered');
  const titles = await offered.evaluateAll((items) => items.map((one) => one.querySelector('.truncate')!.textContent));
  await page.keyboard.press('Escape');
  return titles;
};

/** Somebody who makes stories for one app and broadcasts for another is told so where that one is chosen, and not left waiting. */
export const tryMixedRoles = async (t: Test, w: Dashboard, { nora, apps }: FiguresScene): Promise<void> => {
  const mixed: Person = await w.person({
    account_id: nora.account_id,
    permissions: { story_creator: [apps[1]!.id], brodcaster: [apps[0]!.id] },
  });
  const context = await w.windowOf(mixed);
  const page = await context.newPage();
  await page.goto(`${w.base}/analytics?app=${apps[0]!.id}`);
  await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor();
  await page.getByText('You publish from the creator app').waitFor();
  t.equal(await page.getByText('Loading figures').count(), 0);
  await context.close();
};
