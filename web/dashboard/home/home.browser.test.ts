import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { collectPageErrors, drawnPicture, startDashboard, untilShown } from '#ops/testing/dashboard.ts';
import { until } from '#ops/testing/harness.ts';
import { checkAllApps } from '#ops/testing/home-all-apps.ts';
import { type MoreApps, plantMoreApps, plantOverview, type SetClock } from '#ops/testing/home-scene.ts';
import { looks } from '#ops/testing/looks.ts';
import { pickUp } from '#ops/testing/pick-up.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

const dayMs = 86_400_000;

const open = async (t: Test, context: BrowserContext, address: string): Promise<Page> => {
  const page = await context.newPage();
  t.teardown(() => context.close());
  await page.goto(address);
  return page;
};
const part = (page: Page, name: string) => page.getByRole('region', { name });
const card = (page: Page, at: number) => page.locator('.InstanceCarousel-instance').nth(at);
const headings = async (page: Page) =>
  page.getByRole('list', { name: 'Instances' }).getByRole('heading').allInnerTexts();
/** Asserts that what a page shows stayed where it was while it loaded. */
const standsStill = async (t: Test, page: Page, name: string) => {
  await page.waitForLoadState('networkidle');
  const jumps = await page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = observer.takeRecords() as (PerformanceEntry & { hadRecentInput: boolean; value: number })[];
    observer.disconnect();
    return shifts.filter(({ hadRecentInput }) => !hadRecentInput).reduce((sum, { value }) => sum + value, 0);
  });
  t.ok(jumps < 0.1, `${name} shifts by ${jumps}`);
};
const [desk, phone] = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

t.test('home', async (t) => {
  const clock: SetClock = { at: null };
  const w = await startDashboard(t, { now: () => clock.at ?? Date.now() });
  const shop = await plantOverview(w, clock);
  const { nora, app_id, main, beta } = shop;

  const context = await w.windowOf(nora);
  const faults = collectPageErrors(context);
  const page = await open(t, context, `${w.base}/home`);
  let more: MoreApps;

  await t.test('an owner sees what the stories did, and the address holds what is shown', async (t) => {
    await part(page, 'Top story groups').getByText('Autumn Edit').waitFor();
    await standsStill(t, page, 'home at the desk');
    t.match(page.url(), `app=${app_id}&instance=${main}`);
    const said = (await part(page, 'Overview').innerText()).replaceAll('\n', ' ');
    t.match(said, /Reach 3 /);
    // Today is not over: two impressions of yesterday stand against the one of 13 days ago, and that click has no side.
    t.match(said, /Impression 6 up 100\.0% /);
    t.match(said, /Click 1 about the same, 0\.0% /);
    t.match(said, "Changes leave out today, which isn't over yet.");
    t.match(said, 'Impressions are up 100.0% compared with the 6 days before.');
    t.equal(await page.locator('.OverviewParts-cards path[data-running]').count(), 4, 'the way to today is paler');
    t.equal(
      await page.locator('.OverviewParts-cards path[stroke-dasharray]').count(),
      4,
      'the days before have a line',
    );
    await page.getByRole('radio', { name: 'Last 30 Days' }).click();
    const first = new Date(Date.now() - 13 * dayMs);
    const began = `${first.getUTCDate()} ${first.toLocaleString('en-GB', { month: 'short', timeZone: 'UTC' }).slice(0, 3)}`;
    await page.getByText(`Changes leave out today, which isn't over yet. No data before ${began}.`).waitFor();
    const long = (await part(page, 'Overview').innerText()).replaceAll('\n', ' ');
    t.match(long, new RegExp(`Impression 8 – No data before ${began} `), 'a dash, for days without data');
    t.equal(await page.locator('.OverviewParts-cards path[stroke-dasharray]').count(), 0, 'nothing is drawn on them');
    await page.getByRole('radio', { name: 'Last Week' }).click();
    await page.waitForURL((url) => !url.searchParams.has('range'));
    t.match(said, /Avg\. Watch Length 4\.2 s/);
    await page.getByRole('button', { name: /Autumn Edit, Quiet created|Quiet, Autumn Edit created/ }).waitFor();
    t.match(await part(page, 'Latest stories').innerText(), /Knitwear[\s\S]*Which coat\?/);

    await part(page, 'Top stories')
      .getByRole('button', { name: /Rank stories by/ })
      .click();
    await page.getByRole('menuitemradio', { name: 'CTR' }).click();
    await part(page, 'Top stories').getByText('100.0%').waitFor();
    t.notMatch(await part(page, 'Top stories').innerText(), 'Which coat', 'a story without a click has no rank');
    await page.getByRole('radio', { name: 'Today' }).click();
    await page.getByRole('button', { name: 'Show table' }).click();
    await page.waitForURL(/range=today/);
    t.match(page.url(), /stories=ctr/);
    const csv = page.getByRole('button', { name: 'CSV of Daily active users, UTC' });
    const [file] = await Promise.all([page.waitForEvent('download'), csv.click()]);
    const today = new Date().toISOString().slice(0, 10);
    t.equal(file.suggestedFilename(), `daily_active_users_utc_${today}_${today}.csv`);
    const [columns, day, facts] = (await readFile(await file.path(), 'utf8')).replace(/^\ufeff/, '').split('\r\n');
    t.match(columns, /^Day \(UTC\),/);
    t.match(day, new RegExp(`^${today},\\d+,`));
    t.match(facts, new RegExp(`${today} to ${today}, UTC days\\. Compared with .* Counted .* UTC\\.`));
  });

  await t.test(
    'a load shows what the address holds; a demo that is being made says so until it is complete',
    async (t) => {
      let filling = true;
      await context.route('**/api/account', async (route) => {
        const response = await route.fetch();
        const answer = (await response.json()) as { data: object };
        await route.fulfill({ response, json: { ...answer, data: { ...answer.data, filling } } });
      });
      await page.reload();
      await page.getByRole('table', { name: 'Daily active users, UTC' }).waitFor();
      await standsStill(t, page, 'home with its table at the desk');
      const note = page.getByText("We're still adding stories and viewers to this demo.");
      await note.waitFor();
      filling = false;
      const again = page.waitForResponse((response) => response.url().includes('/api/n/analytics/overview'));
      await note.waitFor({ state: 'detached' });
      t.ok((await again).ok(), 'the figures are read again');
      await context.unrouteAll({ behavior: 'wait' });
      t.equal(await page.getByRole('radio', { name: 'Today' }).getAttribute('aria-checked'), 'true');
      t.equal(await page.getByRole('table', { name: 'Daily active users, UTC' }).getByRole('row').count(), 2);
      await page.getByRole('button', { name: /Show figures for/ }).click();
      await page.getByRole('menuitemradio', { name: /Default/ }).click();
      await page.getByText('for the whole app').waitFor();
      t.match(page.url(), /scope=instance/);
    },
  );

  await t.test('the page of a group tells its figures by the same rule', async (t) => {
    await visitInside(page, `/stories/${shop.autumn}?tab=analytics`);
    const stories = page.getByRole('table', { name: /^Story analytics for/ });
    await stories.waitFor();
    const tiles = (await page.locator('.AnalyticsTab-figures').innerText()).replace(/\s+/g, ' ');
    t.match(tiles, /Impression 6 up 100\.0% /, 'the group by the same rule');
    t.match(tiles, /Completions 0 /);
    const cells = async (name: string) =>
      (await stories.getByRole('row', { name }).innerText()).replace(/\s+/g, ' ').trim();
    t.match(await cells('Which coat?'), /^Which coat\? 3 5 0 – /, 'no link, no CTR');
    t.match(await cells('Knitwear'), /^Knitwear 1 1 1 100\.0% /);
    await page.locator('.DayChart-chart path[stroke="url(#chart-line)"]').first().waitFor({ state: 'attached' });
    await visitInside(page, `/stories/${shop.autumn}`);
    await stories.waitFor({ state: 'detached' });
    const week = page.getByRole('complementary', { name: 'Story group status' });
    await week.getByText('Completion rate').waitFor();
    t.match((await week.innerText()).replace(/\s+/g, ' '), /Reach 3 up 100\.0% .*Completion rate –/);
    t.equal(await week.locator('path[data-running]').count(), 1);
    t.same(faults, []);
  });

  await t.test('figures that do not load say so in their place, and can be asked for again', async (t) => {
    let broken = true;
    await context.route('**/api/n/analytics/overview**', (route) =>
      broken ? route.fulfill({ status: 500, json: { data: null, code: 'Internal', message: '' } }) : route.continue(),
    );
    await visitInside(page, `/home?app=${app_id}&instance=${main}`);
    await page.getByRole('radio', { name: 'This Month' }).click();
    await page.getByText("Analytics couldn't load").waitFor();
    t.ok(await card(page, 0).isVisible(), 'the rest of the page stands');
    broken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await part(page, 'Top story groups').getByText('Autumn Edit').waitFor();
    await context.unroute('**/api/n/analytics/overview**');
  });

  await t.test(
    'the first card is the selected instance: by keyboard, by mouse, by its name; and it is kept',
    async (t) => {
      await visitInside(page, `/home?app=${app_id}&instance=${main}`);
      await card(page, 1).waitFor();
      t.same(await headings(page), ['Default', 'Members area']);

      await pickUp(page, 'Move Members area', 'Members area is over position 2 of 2.');
      await page.keyboard.press('ArrowLeft');
      await page.getByText('Members area is over position 1 of 2.').waitFor({ state: 'attached' });
      await page.keyboard.press('Space');
      await page.waitForURL(new RegExp(`instance=${beta}`));
      await until(async () => (await headings(page))[0] === 'Members area', 'the card to stand first');
      t.match(await card(page, 0).innerText(), 'Selected');

      more = await plantMoreApps(w, shop);
      await page.setViewportSize(phone);
      await page.goto(`${w.base}/home`);
      await card(page, 1).waitFor();
      t.same(await headings(page), ['Members area', 'Default'], 'after a reload without an address');
      await standsStill(t, page, 'home on a phone');
      await page.setViewportSize(desk);

      const from = (await card(page, 1).boundingBox())!;
      const to = (await card(page, 0).boundingBox())!;
      await page.mouse.move(from.x + 150, from.y + 46);
      await page.mouse.down();
      await page.mouse.move(from.x + 100, from.y + 46, { steps: 4 });
      await page.mouse.move(to.x + 60, to.y + 46, { steps: 12 });
      await page.mouse.up();
      await page.waitForURL(new RegExp(`instance=${main}`));
      await until(async () => (await headings(page))[0] === 'Default', 'the dragged card to stand first');

      await page.getByRole('button', { name: /Members area, select this instance/ }).click();
      await page.waitForURL(new RegExp(`instance=${beta}`));
      await until(async () => (await headings(page))[0] === 'Members area', 'the selected card to stand first');
      await card(page, 0)
        .getByRole('link', { name: /Go To Content/ })
        .click();
      await page.waitForURL(new RegExp(`/content\\?app=${app_id}&instance=${beta}`));
      await page.getByRole('link', { name: 'Quiet' }).waitFor();
    },
  );

  await t.test('cards show active groups, the pinned first; an empty one offers the first group', async (t) => {
    const kim = await w.person({ firstname: 'Kim' });
    const make = (path: string, body: object) => w.call(kim, 'POST', path, body);
    const app = await make('/app', { store_id: 'com.kim.app', store_type: 'ios', is_live: false, title: 'Fjord' });
    const empty = await make('/instance', { app_id: app.id, title: 'Members area' });
    const icon = await w.upload(kim, await drawnPicture('K', '#2d8649', 300, 300));
    const fields = { app_id: app.id, icon, ts_start: Math.floor(Date.now() / 1000) };
    const groups: string[] = [];
    for (const [title, status] of [
      ['One', 1],
      ['Two', 2],
      ['Three', 1],
    ] as const)
      groups.push((await make('/n/story_group', { ...fields, title, status })).story_group_id);
    await make('/story_group/pin', { story_group_id: groups[0] });
    const page = await open(t, await w.windowOf(kim), `${w.base}/home?app=${app.id}`);
    const covers = card(page, 0).getByRole('list', { name: 'Active story groups, pinned first' });
    await covers.waitFor();
    t.same(await covers.getByRole('listitem').allInnerTexts(), ['One', 'Three']);
    t.match((await card(page, 0).innerText()).replaceAll('\n', ' '), '2 of 3 active');
    const nothing = part(page, 'Overview');
    await nothing.getByText('No active users in this period yet.').waitFor();
    t.match(await nothing.innerText(), /Avg\. Watch Length\s+–\s+No story was watched in this period\./);
    t.equal(await nothing.locator('[data-kit="sparkline"], .recharts-wrapper').count(), 0, 'no curve of nothing');
    t.notMatch(await nothing.innerText(), 'Average');
    await part(page, 'Overview').getByRole('button', { name: /–/ }).click();
    const days = page.getByRole('dialog', { name: 'Date range, UTC' });
    const presets = await days.locator('.RangePanel-name').allInnerTexts();
    t.equal(presets.map((one) => one.split('\n')[0]).join(), 'Today,Last Week,This Month,Last 30 Days');
    t.match(presets[1], `${new Date(Date.now() - 6 * dayMs).getUTCDate()}`, 'a name stands with its days');
    const tomorrow = new Date(Date.now() + dayMs);
    if (tomorrow.getUTCDate() === 1) await days.getByRole('button', { name: 'Next month' }).click();
    const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
    const dayAt = (ms: number) => days.getByRole('button', { name: written.format(ms), exact: true });
    t.ok(await dayAt(tomorrow.getTime()).isDisabled(), 'no day to come');
    if (tomorrow.getUTCDate() === 1) await days.getByRole('button', { name: 'Previous month' }).click();
    // The later end may be clicked first; between both the days are filled softly.
    await dayAt(Date.now() - dayMs).click();
    await dayAt(Date.now() - 4 * dayMs).hover();
    await days.locator('td[data-mark="between"]').nth(1).waitFor();
    t.equal(await days.locator('td[data-mark="between"]').count(), 2);
    await dayAt(Date.now() - 4 * dayMs).click();
    await days.waitFor({ state: 'detached' });
    const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const asked = new URL(page.url()).searchParams;
    t.same([asked.get('from'), asked.get('to')], [dayOf(Date.now() - 4 * dayMs), dayOf(Date.now() - dayMs)]);
    await untilShown(nothing, /Reach\s+–\s+No data before \d[\s\S]*Click\s+–\s+No data before \d/);
    await card(page, 1).getByText('No story groups yet').waitFor();
    await card(page, 1).getByRole('link', { name: 'Create Story Group' }).click();
    await page.getByRole('dialog', { name: 'Create New Story Group' }).waitFor();
    t.match(page.url(), `instance=${empty.id}`);
  });

  await t.test('several apps are shown together: a viewer counts once, and each thing leads to its own app', (t) =>
    checkAllApps(t, w, page, shop, more),
  );

  await t.test(
    'the address / is the help until the first visit is over, then home, which says what to do first',
    async (t) => {
      const kim = await w.person({ firstname: 'Kim' });
      const page = await open(t, await w.windowOf(kim, { newcomer: true }), `${w.base}/`);
      await page.getByRole('heading', { name: 'Welcome, Kim' }).waitFor();
      await standsStill(t, page, 'the help at the desk');
      await page.reload();
      await page.getByRole('heading', { name: 'Welcome, Kim' }).waitFor();
      for (const name of ['Later', 'Go to Home']) await page.getByRole('button', { name }).click();
      await page.waitForURL(`${w.base}/home**`);
      await page.getByRole('heading', { name: 'Add Your App', exact: true }).waitFor();
      await w.call(kim, 'POST', '/app', { store_id: 'com.kim.first', store_type: 'android', is_live: false });
      await page.goto(`${w.base}/`);
      await page.waitForURL(`${w.base}/home**`);
      await page.getByRole('heading', { name: 'Publish your first story' }).waitFor();
      t.equal(await part(page, 'Overview').count(), 0);
      await part(page, 'Start here').getByRole('link', { name: 'Create Story Group' }).click();
      await page.getByRole('dialog', { name: 'Create New Story Group' }).waitFor();
    },
  );

  await t.test('nothing serious for axe, nothing beside the page, nothing that jumps', async (t) => {
    await page.setViewportSize(phone);
    for (const path of [`/home?app=${app_id}`, `/home?app=${app_id}&users=table`, '/help']) {
      await page.goto(w.base + path);
      await (path === '/help'
        ? page.getByRole('heading', { name: 'Help and Resources' })
        : part(page, 'Top story groups').getByText('Autumn Edit')
      ).waitFor();
      await standsStill(t, page, `${path} on a phone`);
      await looks(t, page, path.replace(/\W+/g, '_').slice(0, 40));
    }
  });
});
