import type { Page } from 'playwright-core';
import t from 'tap';
import { drawnPicture, startDashboard, untilShown } from '#ops/testing/dashboard.ts';
import { looks } from '#ops/testing/looks.ts';
import { sendBatch } from '#ops/testing/scene.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

const colours = ['#b5482a', '#2d4f86', '#1d6b52'];

/** An account with an iOS app of three groups and a web app, and another account with an app of its own. */
const plant = async (w: Awaited<ReturnType<typeof startDashboard>>) => {
  const nora = await w.person({ firstname: 'Nora', lastname: 'Lindqvist' });
  const shop = await w.call(nora, 'POST', '/app', {
    store_id: 'com.marlow.shop',
    store_type: 'ios',
    is_live: false,
    title: 'Marlow',
  });
  const journal = await w.call(nora, 'POST', '/app', { website_url: 'https://journal.example', title: 'Journal' });
  const groups = [];
  for (const [index, title] of ['Run Club', 'Autumn Edit', 'New In'].entries()) {
    const icon = await w.upload(nora, await drawnPicture(title[0]!, colours[index]!, 120, 120));
    const body = { app_id: shop.id, title, icon, ts_start: Math.floor(Date.now() / 1000) };
    const id: string = (await w.call(nora, 'POST', '/n/story_group', body)).story_group_id;
    const story = await w.call(nora, 'POST', '/story', { story_group_id: id, title, type: 1, media: icon });
    groups.push({ id, title, story: story.story_id as string });
  }
  const stranger = await w.person();
  const theirs = await w.call(stranger, 'POST', '/app', {
    store_id: 'com.other',
    store_type: 'ios',
    is_live: false,
    title: 'Other',
  });
  return { nora, shop, journal, theirs, groups, token: shop.instances[0].token as string };
};

t.test('the live view of an app', async (t) => {
  const w = await startDashboard(t);
  const { nora, shop, journal, theirs, groups, token } = await plant(w);
  const [club, edit, fresh] = groups as [(typeof groups)[0], (typeof groups)[0], (typeof groups)[0]];
  const context = await w.windowOf(nora);
  const page = await context.newPage();
  const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000;
  const some = (count: number, event: Record<string, unknown>) => Array.from({ length: count }, () => event);
  const send = async (events: Record<string, unknown>[]): Promise<void> => {
    const answer = await sendBatch(w, token, events);
    if (answer.json().data?.accepted !== events.length) throw new Error(answer.body);
  };
  const figuresOf = (page: Page) => page.getByRole('group', { name: 'Metric' });
  const shows = (page: Page, name: string, figure: number) =>
    figuresOf(page)
      .getByRole('button', { name: new RegExp(`^${name}\\s*${figure} `) })
      .waitFor();
  const cells = (page: Page, caption: string): Promise<string[][]> =>
    page
      .getByRole('table', { name: caption, exact: true })
      .evaluate((table) =>
        [...table.querySelectorAll('tbody tr')].map((row) =>
          [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? ''),
        ),
      );

  await t.test('figures appear as they are sent, by minute, and the busiest group first', async (t) => {
    await page.goto(`${w.base}/analytics?app=${shop.id}`);
    await page.getByRole('main').getByRole('link', { name: 'Live', exact: true }).click();
    await page.getByRole('heading', { name: 'Live', level: 1 }).waitFor();
    t.match(page.url(), `/analytics/live?app=${shop.id}`);
    t.equal(await page.title(), 'Live · Storyrail');
    await page.getByText('No activity in the last 30 minutes.').waitFor();
    await page.getByText('Story groups appear here').waitFor();
    await shows(page, 'Opens', 0);
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });

    // Two minutes: whichever one is running, the others are not.
    const [early, late] = [minutesAgo(12), minutesAgo(4)];
    await send([
      ...some(3, { type: 'group_opened', group_id: club.id, at: early }),
      ...some(7, { type: 'story_impression', group_id: club.id, story_id: club.story, at: early }),
      ...some(2, { type: 'group_opened', group_id: edit.id, at: late }),
      { type: 'story_impression', group_id: edit.id, story_id: edit.story, at: late },
      { type: 'story_clicked', group_id: edit.id, story_id: edit.story, at: late },
      { type: 'group_completed', group_id: edit.id, at: late },
      { type: 'group_opened', group_id: fresh.id, at: minutesAgo(45) },
    ]);
    await shows(page, 'Opens', 5);
    for (const [name, figure] of [
      ['Impressions', 8],
      ['Clicks', 1],
      ['Completions', 1],
    ] as const)
      await shows(page, name, figure);
    await page.getByRole('figure', { name: 'Bar chart of Opens by minute' }).waitFor();
    t.same(await cells(page, 'Busiest story groups'), [
      ['Run Club', '10', '3', '7', '0', '0'],
      ['Autumn Edit', '5', '2', '1', '1', '1'],
    ]);

    await send(some(20, { type: 'story_impression', group_id: edit.id, story_id: edit.story, at: late }));
    await shows(page, 'Impressions', 28);
    t.same(
      (await cells(page, 'Busiest story groups')).map(([title, activity]) => [title, activity]),
      [
        ['Autumn Edit', '25'],
        ['Run Club', '10'],
      ],
    );
    await page.getByRole('button', { name: 'Show table' }).click();
    const rows = await cells(page, 'Figures by minute, newest first');
    t.equal(rows.length, 30);
    t.match(rows[0]![0], /^\d\d:\d\d, so far$/);
    const clock = (at: number) => new Date(at).toISOString().slice(11, 16);
    t.same(
      rows.filter((row) => row.slice(1).some((figure) => figure !== '0')),
      [
        [clock(late), '2', '21', '1', '1'],
        [clock(early), '3', '7', '0', '0'],
      ],
    );
    t.match(
      await page.locator('[aria-live="polite"]').allInnerTexts(),
      [/Last 30 minutes: 0 opens/],
      'figures are said once a minute, not with each change',
    );
    t.equal(loads, 0, 'without loading the page');

    await page.getByRole('button', { name: 'Show chart' }).click();
    await figuresOf(page)
      .getByRole('button', { name: /^Impressions/ })
      .click();
    await page.waitForURL(/figure=impressions/);
    await send([
      ...some(4, { type: 'story_impression', group_id: fresh.id, story_id: fresh.story }),
      ...some(9, { type: 'story_impression', group_id: club.id, story_id: club.story, at: minutesAgo(8) }),
      ...some(14, { type: 'story_impression', group_id: club.id, story_id: club.story, at: minutesAgo(2) }),
    ]);
    await shows(page, 'Impressions', 55);
    await page
      .getByRole('figure', { name: 'Bar chart of Impressions by minute' })
      .locator('svg path')
      .first()
      .waitFor();
    await looks(t, page, 'live');
  });

  await t.test('a group leads to its figures, and the way back to those of the same app', async (t) => {
    await visitInside(page, `/analytics/live?app=${shop.id}&figure=clicks&minutes=table`);
    await page.getByRole('link', { name: 'Autumn Edit' }).click();
    await page.getByRole('heading', { name: 'Autumn Edit', level: 1 }).waitFor();
    t.match(page.url(), `/analytics/${edit.id}?`);
    await page.goBack();
    await page.getByRole('table', { name: 'Figures by minute, newest first' }).waitFor();
    await page.getByRole('navigation', { name: 'Back' }).getByRole('link', { name: 'Analytics' }).click();
    await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor();
    const { pathname, searchParams } = new URL(page.url());
    t.equal(pathname, '/analytics');
    t.equal(searchParams.get('app'), shop.id);
    t.notOk(searchParams.has('figure') || searchParams.has('minutes'));
  });

  await t.test('a stream that breaks keeps the last picture and is opened again by itself', async () => {
    await visitInside(page, `/analytics/live?app=${shop.id}`);
    const status = page.getByRole('main').getByRole('status').first();
    await untilShown(status, /Updates as it happens/);
    await shows(page, 'Opens', 5);
    await context.setOffline(true);
    await untilShown(status, /You're offline. Last updated \d\d:\d\d:\d\d UTC\./);
    await shows(page, 'Opens', 5);
    await send(some(2, { type: 'group_opened', group_id: club.id }));
    await context.setOffline(false);
    await shows(page, 'Opens', 7);
    await untilShown(status, /Updates as it happens/);
    // Every stream ends, and a proxy without a server answers until it is back.
    await page.route('**/api/analytics/live*', (route) => route.fulfill({ status: 503, json: {} }));
    w.server.server.closeAllConnections();
    await untilShown(status, /Reconnecting. Last updated \d\d:\d\d:\d\d UTC\./);
    await shows(page, 'Opens', 7);
    await send([{ type: 'group_opened', group_id: club.id }]);
    await page.unroute('**/api/analytics/live*');
    await shows(page, 'Opens', 8);
  });

  await t.test('too many live views are refused in words, and another try works when there is room', async (t) => {
    const ben = await w.person({ account_id: nora.account_id });
    const leaving = new AbortController();
    // An answer that nothing refers to is given up, and its stream with it.
    const open: Response[] = [];
    for (let index = 0; index < 5; index += 1)
      open.push(
        await fetch(`${w.base}/api/analytics/live?app_id=${shop.id}`, {
          headers: { authorization: `Bearer ${ben.token}`, accept: 'text/event-stream' },
          signal: leaving.signal,
        }),
      );
    const page = await (await w.windowOf(ben)).newPage();
    await page.goto(`${w.base}/analytics/live?app=${shop.id}`);
    await page.getByText('Close one of your 5 live views first.').waitFor();
    t.same(
      open.map(({ status, bodyUsed }) => [status, bodyUsed]),
      Array(5).fill([200, false]),
    );
    leaving.abort();
    await w.until(async () => {
      const again = page.getByRole('button', { name: 'Try again' });
      if ((await again.count()) > 0) await again.click();
      return (await figuresOf(page).count()) > 0;
    }, 'the figures');
  });

  await t.test('it is for who may see all of the app, and of own apps only', async (t) => {
    const mei = await w.person({ account_id: nora.account_id, permissions: { story_creator: [shop.id] } });
    const hers = await (await w.windowOf(mei)).newPage();
    const asked: string[] = [];
    for (const each of [hers, page])
      each.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname === '/api/analytics/live') asked.push(searchParams.get('app_id')!);
      });
    await hers.goto(`${w.base}/analytics/live?app=${shop.id}`);
    await hers.getByRole('heading', { name: 'You need permission' }).waitFor();
    await visitInside(hers, `/analytics?app=${shop.id}`);
    await hers.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor();
    t.equal(await hers.getByRole('main').getByRole('link', { name: 'Live', exact: true }).count(), 0);
    t.same(asked, []);

    await visitInside(page, `/analytics/live?app=${journal.id}`);
    await shows(page, 'Clicks', 0);
    t.equal(await figuresOf(page).getByRole('button').count(), 3, 'web sites send no completions');
    await page.goto(`${w.base}/analytics/live?app=${theirs.id}`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    t.equal(new URL(page.url()).searchParams.get('app'), theirs.id, 'and is not taken for one of their own');
    t.equal(await figuresOf(page).count(), 0);
    t.notOk(asked.includes(theirs.id), 'nothing is asked about an app of others');
    t.equal(await page.getByText('Other').count(), 0);
  });
});
