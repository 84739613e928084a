import type { BrowserContext, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { axeViolations } from '#ops/testing/axe.ts';
import { startDashboard } from '#ops/testing/dashboard.ts';
import { until } from '#ops/testing/harness.ts';
import { takeOutFilter } from '#ops/testing/staff-scene.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

const open = async (t: Test, context: BrowserContext, address: string): Promise<Page> => {
  const page = await context.newPage();
  t.teardown(() => context.close());
  await page.goto(address);
  return page;
};
const edge = (page: Page, column: string) => page.getByRole('separator', { name: `Width of ${column}` });
const widthOf = async (page: Page, column: string): Promise<number> =>
  Math.round((await page.getByRole('columnheader', { name: column }).boundingBox())!.width);
const drag = async (page: Page, column: string, by: number): Promise<void> => {
  const { x, y, width, height } = (await edge(page, column).boundingBox())!;
  const [from, at] = [x + width / 2, y + height / 2];
  await page.mouse.move(from, at);
  await page.mouse.down();
  await page.mouse.move(from + by / 2, at);
  await page.mouse.move(from + by, at);
  await page.mouse.up();
};
/** Tabs on and answers by name which of the buttons on the way show where the keyboard is, until the one with the last name. */
const ringsUntil = async (page: Page, last: string): Promise<Record<string, boolean>> => {
  const seen: Record<string, boolean> = {};
  for (let stop = 0; stop < 30 && !(last in seen); stop += 1) {
    await page.keyboard.press('Tab');
    const button = page.locator('button:focus');
    if ((await button.count()) === 0) continue;
    const name = await button.evaluate((one: HTMLElement) => one.ariaLabel ?? (one.innerText.trim() || one.title));
    seen[name] = (await button.evaluate((one) => getComputedStyle(one).outlineStyle)) === 'solid';
  }
  return seen;
};
/** Refusals and failures that the console of a browser shows. */
const watchRefusals = (page: Page): string[] => {
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`);
  });
  return refused;
};

t.test('lists of the admin area', async (t) => {
  const w = await startDashboard(t);
  const ines = await w.person({ staff: true, permissions: {}, firstname: 'Ines', lastname: 'Barros' });
  for (const n of Array.from({ length: 12 }, (_, index) => index))
    await w.person({ firstname: 'Viewer', lastname: `No ${n}`, email: `viewer-${n}@marlow.test` });
  await w.caughtUp();

  await t.test('the widths of columns are changed with the mouse and kept', async (t) => {
    const page = await open(t, await w.windowOf(ines), `${w.base}/admin/users`);
    await page.getByText('13 users', { exact: true }).waitFor();
    const others = ['Account', 'Plan', 'Last login'];
    const before = await widthOf(page, 'User');
    const were = await Promise.all(others.map((column) => widthOf(page, column)));
    await drag(page, 'User', 120);
    t.equal(await widthOf(page, 'User'), before + 120);
    t.same(await Promise.all(others.map((column) => widthOf(page, column))), were, 'the others stay as they are');
    await drag(page, 'Account', -400);
    t.equal(await widthOf(page, 'Account'), 56, 'no narrower than this');
    await page.reload();
    await page.getByText('13 users', { exact: true }).waitFor();
    t.same([await widthOf(page, 'User'), await widthOf(page, 'Account')], [before + 120, 56]);
    await page.getByRole('link', { name: 'Accounts' }).first().click();
    await page.getByText('13 accounts', { exact: true }).waitFor();
    t.equal(await page.locator('table[data-sized]').count(), 0, 'each list has its own');
    await page.getByRole('link', { name: 'Users' }).first().click();
    await page.getByText('13 users', { exact: true }).waitFor();
    t.equal(await widthOf(page, 'User'), before + 120);
    await edge(page, 'User').dblclick();
    await until(async () => (await widthOf(page, 'User')) === before, 'the width that the content gives');
    await page.reload();
    await page.getByText('13 users', { exact: true }).waitFor();
    t.equal(await widthOf(page, 'User'), before);
  });

  const page = await open(t, await w.windowOf(ines, { bypassCSP: true }), `${w.base}/admin/users`);

  await t.test('the keyboard does it too, and the sorting stays where it is', async (t) => {
    await page.getByText('13 users', { exact: true }).waitFor();
    const before = await widthOf(page, 'Registered');
    const handle = edge(page, 'Registered');
    t.equal(await handle.getAttribute('aria-valuetext'), 'Fit to content');
    await page.getByRole('button', { name: 'Sort by Registered' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ArrowLeft');
    t.equal(await widthOf(page, 'Registered'), before + 64);
    t.equal(await handle.getAttribute('aria-valuenow'), String(before + 64));
    t.notOk(new URL(page.url()).searchParams.has('sort'), 'no list was asked for in another order');
    t.same(await axeViolations(page), []);
    await page.keyboard.press('Home');
    t.equal(await widthOf(page, 'Registered'), 56);
    await page.keyboard.press('Delete');
    await until(async () => (await widthOf(page, 'Registered')) === before, 'the width that the content gives');
  });

  await t.test('the size of pages is kept, also for the next window', async (t) => {
    const context = await w.windowOf(ines);
    const page = await open(t, context, `${w.base}/admin/users`);
    await page.getByText('1 – 13 of 13').waitFor();
    const sizes = page.getByLabel('Rows');
    t.same(await sizes.locator('option').allInnerTexts(), ['10', '20', '50', '100']);
    await sizes.selectOption('10');
    await page.getByText('1 – 10 of 13').waitFor();
    await visitInside(page, '/admin/accounts');
    await page.getByText('1 – 13 of 13').waitFor();
    const next = await context.newPage();
    await next.goto(`${w.base}/admin/users`);
    await next.getByText('1 – 10 of 13').waitFor();
    t.equal(await next.getByLabel('Rows').inputValue(), '10');
  });

  await t.test('a filter is told in words, and can be taken out alone', async (t) => {
    const filter = {
      q: 'viewer',
      state: 'active',
      total_apps_lte: 3,
      email: 'viewer-1',
      ts_registration_gte: 1_577_836_800,
    };
    const query = new URLSearchParams({ filter: JSON.stringify(filter), page: '1' });
    await visitInside(page, `/admin/users?${query}`);
    await page.getByText('3 users', { exact: true }).waitFor();
    t.equal(await page.getByRole('combobox', { name: 'Status' }).innerText(), 'Active');
    t.equal(await page.getByLabel('Apps, at most').inputValue(), '3');
    t.equal(await page.getByLabel('Email', { exact: true }).inputValue(), 'viewer-1');
    t.equal(await page.getByLabel('Registered, from').inputValue(), '2020-01-01');
    await takeOutFilter(page, 'Email');
    await page.getByText('12 users', { exact: true }).waitFor();
    const { email: _, ...left } = filter;
    t.same(JSON.parse(new URL(page.url()).searchParams.get('filter')!), left);
    t.equal(await page.getByLabel('Country').count(), 0, 'a field that is not asked for has no input');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('menu').waitFor();
    t.same(await axeViolations(page), []);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Any', exact: true }).click();
    await page.waitForURL((url) => !/state/.test(url.searchParams.get('filter') ?? 'state'));
    await page.getByText('12 users', { exact: true }).waitFor();
    t.notMatch(new URL(page.url()).searchParams.get('filter'), /state/, 'any is a choice by its own name');
  });

  await t.test("the keyboard's focus is seen on whatever is pressed", async (t) => {
    const query = new URLSearchParams({ filter: JSON.stringify({ q: 'viewer', email: 'viewer-1' }), page: '1' });
    await visitInside(page, '/admin');
    await page.getByRole('heading', { name: 'Summary' }).waitFor();
    await visitInside(page, `/admin/users?${query}`);
    await page.getByText('3 users', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Users' }).click();
    t.same(await ringsUntil(page, 'CSV'), { Clear: true, Remove: true, Filters: true, CSV: true });
    await visitInside(page, `/admin/accounts/${ines.account_id}?tab=overview`);
    await page.getByLabel('Story limit per app').fill('25');
    t.match(await ringsUntil(page, 'Save'), { Save: true }, 'also the button of a form');
  });

  await t.test('who is staff and nothing else signs in without being refused anything', async (t) => {
    const page = await open(t, await w.windowOf(ines), 'about:blank');
    const refused = watchRefusals(page);
    await page.goto(`${w.base}/`);
    await page.getByRole('heading', { name: 'Summary' }).waitFor();
    await page.waitForLoadState('networkidle');
    t.same(refused, []);
  });
});
