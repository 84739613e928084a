import type { Page } from 'playwright-core';
import t from 'tap';
import type { EpochMs } from '#contracts/time.ts';
import { answersOf, compareAnswers } from '#ops/testing/answers-page.ts';
import { collectPageErrors, startDashboard, untilShown } from '#ops/testing/dashboard.ts';
import {
  cellsOf,
  compareFiguresPage,
  drawFilter,
  namesInTable,
  settled,
  utcDay,
  visitAnew,
} from '#ops/testing/figures-page.ts';
import { figuresOf, plantFigures } from '#ops/testing/figures-scene.ts';
import { offeredBeside, tryFailures, tryMixedRoles } from '#ops/testing/figures-states.ts';
import { compareGroupPage, tryChangesAndBeside } from '#ops/testing/group-figures-page.ts';
import { looks } from '#ops/testing/looks.ts';
import type { Person } from '#ops/testing/people.ts';
import { pick } from '#ops/testing/random.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';
import { tryWhy } from '#ops/testing/why-page.ts';

t.test('analytics', async (t) => {
  const clock: { at: EpochMs | null } = { at: null };
  const seed = Date.now() % 1_000_000;
  t.comment(`seed ${seed}`);
  const w = await startDashboard(t, { now: () => clock.at ?? (Date.now() as EpochMs) });
  const scene = await plantFigures(w, clock, { groups: 60, stories: 400, events: 50_000, seed });
  const { nora, daniel, mei, apps, groups } = scene;
  const shopAndOutlet = [apps[0]!.id, apps[1]!.id];
  const open = async (person: Person): Promise<Page> => (await w.windowOf(person)).newPage();
  const showAllColumns = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitem', { name: 'Show all columns' }).click();
  };
  const page = await open(nora);
  /** Another browser of hers. */
  const other = await open(nora);

  await t.test(
    'every figure, the table by day and the file are what was sent, whatever is chosen, for each role',
    async (t) => {
      for (const [person, times] of [
        [nora, 3],
        [daniel, 2],
        [mei, 1],
      ] as const) {
        const window = person === nora ? page : await open(person);
        const faults = collectPageErrors(window.context());
        await window.goto(`${w.base}/analytics`);
        await showAllColumns(window);
        const sees = (group: (typeof groups)[number]) =>
          person === nora || (person === mei ? group.user_id === mei.user_id : group.app_id !== apps[1]!.id);
        for (let time = 0; time < times; time += 1)
          await compareFiguresPage(t, window, w.base, scene, drawFilter(scene, sees), person);
        const visible = groups.filter(sees);
        const last = Math.floor(scene.random() * 4);
        const group = pick(scene.random, visible.slice(1));
        await compareGroupPage(t, window, w.base, scene, {
          group,
          other: visible[0]!,
          first: last + Math.floor(scene.random() * 9),
          last,
          overview: person !== mei,
        });
        if (person === mei)
          t.same(
            (await offeredBeside(window, 1)).sort(),
            visible.flatMap(({ title }) => (title === group.title ? [] : [title])).sort(),
            'to a creator no group of others',
          );
        if (person === nora) await compareAnswers(t, window, answersOf(scene), { first: 7, last: 2 }, shopAndOutlet);
        t.same(faults, []);
        if (window !== page) await window.context().close();
      }
    },
  );

  await t.test('the address holds what is chosen, opens the same in another browser, and back goes back', async (t) => {
    await visitInside(page, '/home');
    await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Analytics' }).click();
    await settled(page);
    t.equal(await page.getByRole('button', { name: 'Add app' }).count(), 0);
    const chooseDays = async (now: RegExp, preset: RegExp) => {
      await page.getByRole('button', { name: now }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: preset }).click();
    };
    const chooseApps = async () => {
      await page.getByRole('button', { name: /^Apps/ }).click();
      for (const name of ['Outlet', 'Journal', 'Shop'])
        if ((await page.getByRole('checkbox', { name }).getAttribute('aria-checked')) === 'false')
          await page.getByRole('checkbox', { name }).click();
      await page.keyboard.press('Escape');
    };
    const holds = (range: string | null, appCount: number) =>
      page.waitForURL(({ searchParams: of }) => {
        const named = of.get('apps')?.split(',').length ?? 1;
        return of.get('range') === range && of.has('from') === (range === null) && named === appCount;
      });
    await chooseDays(/\d{4}$/, /^Last 30 Days/);
    await holds('30days', 1);
    await chooseApps();
    await holds('30days', 3);
    await page.goBack();
    await holds('30days', 1);
    await page.goBack();
    await holds(null, 1);
    await page.goForward();
    await holds('30days', 1);
    await chooseDays(/^Last 30 Days$/, /^Last Week/);
    await holds('week', 1);
    await chooseApps();
    await page.getByRole('button', { name: 'Click', exact: true }).first().click();
    await page.waitForURL(/sort=total_click/);
    await page.locator('th[aria-sort="descending"]', { hasText: /^Click$/ }).waitFor();
    await page.getByRole('group', { name: 'Metric' }).getByRole('button', { name: /^CTR/ }).click();
    await page.waitForURL(/measure=ctr/);
    await settled(page);
    const rows = await cellsOf(page, 'Figures of story groups');
    t.equal(rows.length, 62);
    // Who gets the link keeps other days, and hides the column that it sorts by.
    await other.goto(`${w.base}/analytics?app=${apps[0]!.id}&range=30days`);
    await settled(other);
    await other.getByRole('button', { name: 'Columns' }).click();
    await other.getByRole('menuitemcheckbox', { name: 'Click', exact: true }).click();
    await other.keyboard.press('Escape');
    await other.locator('th', { hasText: /^Click$/ }).waitFor({ state: 'detached' });
    await other.goto(page.url());
    await settled(other);
    await other.locator('th[aria-sort="descending"]', { hasText: /^Click$/ }).waitFor();
    t.equal(new URL(other.url()).searchParams.get('range'), 'week');
    await showAllColumns(other);
    t.same(await cellsOf(other, 'Figures of story groups'), rows);
    t.equal(await other.getByRole('button', { name: /^CTR/, pressed: true }).count(), 1);
    const address = page.url();
    const first = rows[2]![0]!;
    await page.getByRole('link', { name: first, exact: true }).click();
    await page.getByRole('heading', { name: first, level: 1 }).waitFor();
    t.match(page.url(), /\/analytics\/[0-9a-f-]{36}\?/);
    t.equal(
      await page
        .getByRole('link', { name: 'Analytics', exact: true })
        .and(page.locator('[aria-current="page"]'))
        .count(),
      2,
      'the bar and the tab',
    );
    await page.getByRole('link', { name: /^Stories/ }).click();
    await page.waitForURL(/tab=stories/);
    await page.getByRole('navigation', { name: 'Back' }).getByRole('link', { name: 'Analytics' }).click();
    await page.waitForURL(address);
    await page.goBack();
    await page.waitForURL(/tab=stories/);
  });

  await t.test('days are typed and compared with others, and what makes no range is said', async (t) => {
    const app = apps[0]!.id;
    await visitAnew(page, `/analytics?app=${app}&from=${utcDay(3)}&to=${utcDay(2)}`);
    await settled(page);
    const range = page
      .getByRole('button', { name: 'Nov 2026' })
      .or(page.getByRole('button', { name: /\d{4}$/ }))
      .first();
    await range.click();
    const dialog = page.getByRole('dialog');
    const tomorrow = utcDay(-1);
    for (const [first, last, words] of [
      [utcDay(1), utcDay(4), 'The range must end after it starts.'],
      ['2021-01-01', utcDay(1), 'Choose a range of at most 366 days.'],
      [utcDay(1), tomorrow, 'Choose days up to today.'],
      ['20 Nov', utcDay(1), 'Use a date like 2026-11-20.'],
      ['2026-02-30', utcDay(1), "This date doesn't exist. Use a date like 2026-11-20."],
    ] as const) {
      await dialog.getByLabel('First day').fill(first);
      await dialog.getByLabel('Last day').fill(last);
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await dialog.getByText(words).waitFor();
      t.match(page.url(), `from=${utcDay(3)}&to=${utcDay(2)}`, 'the last good range stays');
    }
    await dialog.getByLabel('First day').fill(utcDay(5));
    await dialog.getByLabel('Last day').fill(utcDay(4));
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL((url) => url.searchParams.get('from') === utcDay(5));
    await settled(page);
    const own = scene.sent.filter(({ app_id }) => app_id === app);
    const impressions = (from: number, to: number) =>
      figuresOf(own.filter(({ day }) => day >= utcDay(from) && day <= utcDay(to))).total_impression;
    const change = (now: number, before: number) => `${Math.abs(((now - before) / before) * 100).toFixed(1)}%`;
    const tab = page.getByRole('button', { name: /^Impression/ }).first();
    await untilShown(tab, new RegExp(change(impressions(5, 4), impressions(7, 6)).replace('.', '\\.')));
    await visitInside(page, `${page.url()}&vs=${utcDay(12)}`);
    await settled(page);
    await untilShown(tab, new RegExp(change(impressions(5, 4), impressions(12, 11)).replace('.', '\\.')));
    await page.getByRole('button', { name: /^vs / }).click();
    await page.getByRole('menuitemradio', { name: /^Same days last year/ }).click();
    await page.waitForURL(/vs=year/);
    await untilShown(tab, /No data before/);
    await page.goto(`${w.base}/analytics?app=${app}`);
    await page.waitForURL((url) => url.searchParams.get('from') === utcDay(5));
  });

  await t.test('columns are chosen, groups are found, and figures of before the account are dashes', async (t) => {
    const app = apps[0]!.id;
    await settled(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Skipped' }).click();
    await page.keyboard.press('Escape');
    t.notOk((await cellsOf(page, 'Figures of story groups'))[0]!.includes('Skipped'));
    await page.getByRole('searchbox', { name: 'Find a group' }).fill('group 1');
    await page.waitForURL(/find=group/);
    const found = await namesInTable(page, 'Figures of story groups', 5);
    t.same(found.sort(), ['Group 1', 'Group 10', 'Group 13', 'Group 16', 'Group 19']);
    await page.getByRole('searchbox', { name: 'Find a group' }).fill('nothing of that name');
    await page.getByRole('heading', { name: 'No matching groups' }).waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await settled(page);
    let letGo = () => {};
    const held = new Promise<void>((done) => {
      letGo = done;
    });
    const stats = '**/api/story_group/n/stats?*';
    await page.route(stats, async (route) => {
      await held;
      await route.continue();
    });
    await visitInside(page, `/analytics?app=${app}&from=2020-01-01&to=2020-01-05`);
    await page.locator('[aria-busy="true"]').first().waitFor();
    const csv = page.getByRole('button', { name: 'CSV', exact: true });
    t.equal(await csv.isDisabled(), true, 'figures of other days are no file');
    letGo();
    await settled(page);
    t.equal(await csv.isDisabled(), false);
    const [, totals] = await cellsOf(page, 'Figures of story groups');
    t.match(totals![2], /^No data before \d/);
    await page.unroute(stats);
  });

  await t.test('a figure says what it counts, by day, and which batches it is made of', (t) =>
    tryWhy(t, page, other, scene),
  );

  await t.test('a change of content is marked and says before and after, and a second group is found', async (t) => {
    await tryChangesAndBeside(t, page, w, scene);
  });

  await t.test('apps, instances and groups of others, or that there are not, lead to no figures', async (t) => {
    const stranger = await w.person();
    const theirs = await w.call(stranger, 'POST', '/app', {
      store_id: 'com.other',
      store_type: 'ios',
      is_live: false,
      title: 'Other',
    });
    const own = apps[0]!;
    for (const query of [
      `app=${theirs.id}`,
      `app=${own.id}&apps=${own.id},${theirs.id}`,
      `app=${own.id}&instances=${theirs.instances[0].id}`,
      `app=${own.id}&groups=${theirs.id}`,
      `app=${own.id}&groups=${groups.map(({ id }) => id).join()},${groups.map(({ id }) => id.replace(/^.{8}/, '00000000')).join()},${apps.map(({ id }) => id).join()},${Array.from({ length: 20 }, (_, at) => at).join()}`,
    ]) {
      await visitAnew(page, `/analytics?${query}`);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      t.equal(await page.getByRole('table').count(), 0, query);
      t.match(page.url(), query.split('&')[0], 'and no other app takes the place of the one that is asked for');
    }
    await tryMixedRoles(t, w, scene);
  });

  await t.test('what does not load says so in its place, and can be asked for again', (t) =>
    tryFailures(t, page, scene),
  );

  await t.test('who goes to another app in the bar leaves the instance and the groups of the one before', async (t) => {
    const [shop, outlet] = apps;
    const own = groups.filter(({ instance_id }) => instance_id === shop!.instances[1]!.id);
    const chosen = `instances=${shop!.instances[1]!.id}&groups=${own[0]!.id}`;
    await visitAnew(page, `/analytics?app=${shop!.id}&${chosen}`);
    await settled(page);
    t.same(
      (await cellsOf(page, 'Figures of story groups')).slice(2).map(([name]) => name),
      [own[0]!.title],
    );
    await page.getByRole('button', { name: 'Shop iOS Change app' }).click();
    await page.getByRole('menuitemradio', { name: 'Outlet Android' }).click();
    await page.getByRole('link', { name: groups[1]!.title, exact: true }).waitFor();
    await settled(page);
    t.same(
      (await cellsOf(page, 'Figures of story groups'))
        .slice(2)
        .map(([name]) => name)
        .sort(),
      groups
        .filter(({ app_id }) => app_id === outlet!.id)
        .map(({ title }) => title)
        .sort(),
    );
  });

  await t.test('of a thousand groups those near the window are drawn, sorted as well', async (t) => {
    const stats = '**/api/story_group/n/stats?*days=false*';
    await page.route(stats, async (route) => {
      const answer = await route.fetch();
      const { data, ...rest } = await answer.json();
      const many = Array.from({ length: 1000 }, (_, at) => ({
        ...data[at % data.length],
        id: `${String(at).padStart(8, '0')}-0000-7000-8000-000000000000`,
        title: `Copy ${at}`,
        stats: { ...data[at % data.length].stats, reach: at },
      }));
      await route.fulfill({ response: answer, json: { ...rest, data: many } });
    });
    await visitAnew(page, `/analytics?app=${apps[0]!.id}&from=${utcDay(8)}&to=${utcDay(1)}`);
    await settled(page);
    const table = page.getByRole('table', { name: 'Figures of story groups' });
    const drawn = async () => (await cellsOf(page, 'Figures of story groups')).slice(2).map(([name]) => name!);
    t.equal(await table.getAttribute('aria-rowcount'), '1002');
    t.match((await drawn()).slice(0, 3), ['Copy 999', 'Copy 998', 'Copy 997']);
    t.ok((await drawn()).length < 80);
    await table.getByRole('button', { name: 'Reach', exact: true }).click();
    await page.waitForURL(/dir=asc/);
    await table.getByRole('link', { name: 'Copy 0', exact: true }).waitFor();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await table.getByRole('link', { name: 'Copy 999', exact: true }).waitFor();
    t.notOk((await drawn()).includes('Copy 0'));
    await page.unroute(stats);
  });

  await t.test('it fits both widths and has no axe violations in both colors', async (t) => {
    const few = groups.slice(0, 6).map(({ id }) => id);
    await visitAnew(page, `/analytics?app=${apps[0]!.id}&apps=${apps.map(({ id }) => id).join()}&groups=${few.join()}`);
    await settled(page);
    await page.getByRole('figure', { name: /^Line chart/ }).waitFor();
    await page.getByRole('table', { name: 'Came back' }).waitFor({ state: 'attached' });
    await looks(t, page, 'analytics');
    await visitInside(
      page,
      `/analytics/${groups[0]!.id}?app=${apps[0]!.id}&from=${utcDay(1)}&to=${utcDay(1)}&why=reach.group.${groups[0]!.id}`,
    );
    await page.getByText('Where it comes from').first().waitFor();
    await looks(t, page, 'analytics-why');
  });
});
