import type { BrowserContext, Page } from 'playwright-core';
import type { Test } from 'tap';
import { toSeconds } from '#contracts/time.ts';
import { type Dashboard, drawnPicture } from './dashboard.ts';

/** Staff, and an account in which Nora made a group and Daniel paused it; beside it an account without content. */
export const seedStaffScene = async (w: Dashboard) => {
  const ines = await w.person({ staff: true, permissions: {}, firstname: 'Ines', lastname: 'Barros' });
  const nora = await w.person({ firstname: 'Nora', lastname: 'Lindqvist', email: 'nora@marlow.test' });
  const { call } = w;
  const app = await call(nora, 'POST', '/app', {
    store_id: 'com.marlow.shop',
    store_type: 'ios',
    is_live: false,
    title: 'Marlow',
  });
  await call(nora, 'PATCH', '/account', { name: 'Marlow AB', country: 'SE' });
  const permissions = { app_owner: [app.id as string] };
  const daniel = await w.person({ account_id: nora.account_id, firstname: 'Daniel', lastname: 'Okafor', permissions });
  const icon = await w.upload(nora, await drawnPicture('A', '#b5482a', 300, 300));
  const group: string = (
    await call(nora, 'POST', '/n/story_group', {
      app_id: app.id,
      title: 'Autumn Edit',
      icon,
      ts_start: toSeconds(Date.now()),
    })
  ).story_group_id;
  const media = await w.upload(nora, await drawnPicture('Coat', '#2d4f86'));
  await call(nora, 'POST', '/story', { story_group_id: group, title: 'Coats', type: 1, media });
  await call(daniel, 'PATCH', '/n/story_group', { story_group_id: group, status: 2 });
  const zoe = await w.person({ firstname: 'Zoe', lastname: 'Park', email: 'zoe@zephyr.test' });
  await call(zoe, 'PATCH', '/account', { name: 'Zephyr', country: 'PT' });
  await w.caughtUp();
  return { ines, nora, daniel, zoe, group, icon, media };
};

/** A page of a window, opened at an address; the window is closed after the test. */
export const openPage = async (t: Test, context: BrowserContext, address: string): Promise<Page> => {
  const page = await context.newPage();
  t.teardown(() => context.close());
  await page.goto(address);
  return page;
};
/** The rows of a named table. */
export const tableRows = (page: Page, name: string) => page.getByRole('table', { name }).locator('tbody tr');
/** Chooses an act from the menu of a person in the list of users. */
export const chooseUserAction = async (page: Page, person: string, name: string) => {
  await page.getByRole('button', { name: `Actions for ${person}` }).click();
  await page.getByRole('menuitem', { name }).click();
};
/** Chooses a field that the list of a page is filtered by; its input stands above the list then. */
export const addFilter = async (page: Page, field: string) => {
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('menuitemcheckbox', { name: field, exact: true }).click();
};
/** Takes the filter of a field out. */
export const takeOutFilter = async (page: Page, field: string) => {
  await page
    .getByLabel(field)
    .locator('xpath=ancestor::*[@data-source][1]')
    .getByRole('button', { name: 'Remove' })
    .click();
};
