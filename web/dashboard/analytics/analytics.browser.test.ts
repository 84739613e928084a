import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import type { EpochMs } from '#contracts/time.ts';
import { collectPageErrors, startDashboard, untilShown } from '#ops/testing/dashboard.ts';
import {
  type FiguresScene,
  figuresOf,
  type KnownFigures,
  plantFigures,
  type SentEvent,
} from '#ops/testing/figures-scene.ts';
import type { Person } from '#ops/testing/harness.ts';
import { looks } from '#ops/testing/looks.ts';
import { visit } from '#ops/testing/visit.ts';

const dayMs = 86_400_000;
const dayOf = (daysAgo: number): string => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);

/** What a page is asked for: days from today back, and ids. */
interface Filter {
  apps: string[];
  instances: string[];
  groups: string[];
  first: number;
  last: number;
}

const shownColumns = [
  ['Reach', 'reach'],
  ['Impression', 'total_impression'],
  ['Opened', 'total_open'],
  ['Click', 'total_click'],
  ['CTR', 'ctr'],
  ['Completions', 'total_complete'],
  ['Avg. Watch Length', 'average_watch_length'],
  ['Next', 'nexts'],
  ['Previous', 'prevs'],
  ['Closed', 'closed'],
  ['Skipped', 'total_skipped'],
  ['Shared', 'share_count'],
] as const satisfies readonly (readonly [string, keyof KnownFigures])[];
const notWeb = new Set(['Completions', 'Skipped', 'Shared']);

const exact = new Intl.NumberFormat('en-US');
/** A figure as a person reads it, whole. */
const said = (name: string, known: KnownFigures, key: keyof KnownFigures): string => {
  if (name === 'CTR') return known.total_impression === 0 ? '–' : `${(known.ctr * 100).toFixed(1)}%`;
  if (name === 'Avg. Watch Length') return `${known.average_watch_length.toFixed(1)} s`;
  return exact.format(known[key]);
};

/** The exact texts of a table's cells, by row; a short figure has its exact one beside it for who listens. */
const cellsOf = (page: Page, caption: string): Promise<string[][]> =>
  page
    .getByRole('table', { name: caption, exact: true })
    .evaluate((table) =>
      [...table.querySelectorAll('tr')].map((row) =>
        [...row.querySelectorAll('th, td')].map(
          (cell) =>
            cell.querySelector('td > .visually-hidden, [class*="figure"] .visually-hidden, span > .visually-hidden')
              ?.textContent ??
            cell.textContent ??
            '',
        ),
      ),
    );

const addressOf = (base: string, { apps, instances, groups, first, last }: Filter): string => {
  const query = new URLSearchParams({ app: apps[0]!, from: dayOf(first), to: dayOf(last) });
  if (apps.length > 1) query.set('apps', apps.join());
  if (instances.length > 0) query.set('instances', instances.join());
  if (groups.length > 0) query.set('groups', groups.join());
  return `${base}/analytics?${query}`;
};

const settled = async (page: Page): Promise<void> => {
  await page.getByRole('table', { name: 'Figures of story groups' }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
};

/** A filter by chance over what a person may see. */
const draw = (
  { random, apps, groups }: FiguresScene,
  mine: (group: FiguresScene['groups'][number]) => boolean,
): Filter => {
  const some = <T>(list: readonly T[], most: number): T[] =>
    list
      .map((one) => [random(), one] as const)
      .sort(([a], [b]) => a - b)
      .slice(0, 1 + Math.floor(random() * most))
      .map(([, one]) => one);
  const visible = groups.filter(mine);
  const own = some(
    apps.filter(({ id }) => visible.some(({ app_id }) => app_id === id)),
    3,
  );
  const instances =
    random() < 0.4
      ? some(
          own.flatMap((app) => app.instances.map(({ id }) => id)),
          2,
        )
      : [];
  const inPlace = visible.filter(
    ({ app_id, instance_id }) =>
      own.some(({ id }) => id === app_id) && (instances.length === 0 || instances.includes(instance_id)),
  );
  const named =
    random() < 0.4
      ? some(
          inPlace.map(({ id }) => id),
          3,
        )
      : [];
  const last = Math.floor(random() * 6);
  return { apps: own.map(({ id }) => id), instances, groups: named, first: last + Math.floor(random() * 8), last };
};

/** Goes to an address by way of a page without figures, so that what the filter before showed is gone. */
const visitAnew = async (page: Page, address: string): Promise<void> => {
  await visit(page, '/help');
  await page.getByRole('heading', { name: 'Help and Resources' }).waitFor();
  await visit(page, address);
};

/** Reads all figures of a page, its chart as a table and its file, and compares them with what was sent. */
const compare = async (t: Test, page: Page, base: string, scene: FiguresScene, filter: Filter, person: Person) => {
  const mine = ({ user_id, app_id }: FiguresScene['groups'][number]) =>
    person !== scene.mei || (user_id === scene.mei.user_id && app_id === scene.apps[1]!.id);
  const groups = scene.groups.filter(
    (group) =>
      mine(group) &&
      filter.apps.includes(group.app_id) &&
      (filter.instances.length === 0 || filter.instances.includes(group.instance_id)) &&
      (filter.groups.length === 0 || filter.groups.includes(group.id)),
  );
  const ids = new Set(groups.map(({ id }) => id));
  const between = (from: number, to: number): SentEvent[] =>
    scene.sent.filter(({ group_id, day }) => ids.has(group_id) && day >= dayOf(from) && day <= dayOf(to));
  const events = between(filter.first, filter.last);
  const all = figuresOf(events);
  const webApp = scene.apps[2]!.id;
  const onlyWeb = filter.apps.every((id) => id === webApp);
  const columns = shownColumns.filter(([name]) => !(onlyWeb && notWeb.has(name)));
  await visitAnew(page, addressOf(base, filter));
  if (groups.length === 0) {
    await page.getByRole('heading', { name: 'No story groups yet' }).waitFor();
    return;
  }
  await settled(page);
  const about = JSON.stringify(filter);

  const tabs = await page.getByRole('group', { name: 'Metric' }).getByRole('button').allInnerTexts();
  const tabOf = (name: string) =>
    tabs
      .find((one) => one.startsWith(name))
      ?.split('\n')
      .map((line) => line.trim());
  for (const [name, key] of columns.filter(([name]) =>
    ['Reach', 'Impression', 'Click', 'CTR', 'Completions', 'Avg. Watch Length'].includes(name),
  ))
    t.ok(
      tabOf(name)?.includes(said(name, all, key)),
      `tab ${name} ${said(name, all, key)}: ${tabOf(name)} of ${about}`,
    );

  const [head, totals, ...rows] = await cellsOf(page, 'Figures of story groups');
  t.same(
    head!.slice(2, 2 + columns.length),
    columns.map(([name]) => name),
    'columns',
  );
  t.same(
    totals!.slice(2, 2 + columns.length),
    columns.map(([name, key]) => said(name, all, key)),
    `totals of ${about}`,
  );
  const due = groups
    .map((group) => {
      const known = figuresOf(events.filter(({ group_id }) => group_id === group.id));
      const isWeb = group.app_id === webApp;
      return {
        reach: known.reach,
        title: group.title,
        cells: columns.map(([name, key]) =>
          isWeb && notWeb.has(name) ? 'Not counted for web apps' : said(name, known, key),
        ),
        numbers: columns.map(([name, key]) => (isWeb && notWeb.has(name) ? '' : String(known[key]))),
      };
    })
    .sort((a, b) => b.reach - a.reach || a.title.localeCompare(b.title));
  t.same(
    rows.map((row) => row.slice(2, 2 + columns.length)),
    due.map(({ cells }) => cells),
    `rows of ${about}`,
  );
  t.same(
    rows.map((row) => row[0]),
    due.map(({ title }) => title),
    `their order of ${about}`,
  );

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  await page.getByRole('menuitem', { name: /^Table as shown/ }).click();
  const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n');
  t.same(
    lines.slice(1, -1).map((line) => line.split(',').slice(2)),
    due.map(({ numbers }) => numbers),
    `file of ${about}`,
  );
  t.match(lines.at(-1), `${dayOf(filter.first)} to ${dayOf(filter.last)}, UTC days`);

  await visit(page, `${page.url()}&chart=table&measure=impression`);
  await settled(page);
  const days = (await cellsOf(page, 'Impression by day')).slice(1);
  const length = filter.first - filter.last + 1;
  t.same(
    days.map((row) => row.slice(1)),
    Array.from({ length }, (_, at) => {
      const ago = filter.first - at;
      const impressions = (daysAgo: number) => exact.format(figuresOf(between(daysAgo, daysAgo)).total_impression);
      const firstDay = scene.sent
        .filter(({ group_id }) => ids.has(group_id))
        .map(({ day }) => day)
        .sort()[0]!;
      const was = dayOf(ago + length) < firstDay ? '–' : impressions(ago + length);
      return [dayOf(ago) < firstDay ? '–' : impressions(ago), was];
    }),
    `days of ${about}`,
  );
};

t.test('analytics', async (t) => {
  const clock: { at: EpochMs | null } = { at: null };
  const w = await startDashboard(t, { now: () => clock.at ?? (Date.now() as EpochMs) });
  const scene = await plantFigures(w, clock, { groups: 18, events: 12_000, seed: 7 });
  const { nora, daniel, mei, apps, groups } = scene;
  const open = async (t: Test, context: BrowserContext): Promise<Page> => {
    t.teardown(() => context.close());
    return context.newPage();
  };

  await t.test(
    'every figure, the table by day and the file are what was sent, whatever is chosen, for each role',
    async (t) => {
      for (const [person, times] of [
        [nora, 3],
        [daniel, 2],
        [mei, 1],
      ] as const) {
        const context = await w.windowOf(person);
        const faults = collectPageErrors(context);
        const page = await open(t, context);
        await page.goto(`${w.base}/analytics`);
        await page.getByRole('button', { name: 'Columns' }).click();
        await page.getByRole('menuitem', { name: 'Show all columns' }).click();
        const sees = (group: (typeof groups)[number]) =>
          person === nora || (person === mei ? group.user_id === mei.user_id : group.app_id !== apps[1]!.id);
        for (let time = 0; time < times; time += 1) await compare(t, page, w.base, scene, draw(scene, sees), person);
        t.same(faults, []);
      }
    },
  );

  await t.test('the address holds what is chosen, opens the same in another browser, and back goes back', async (t) => {
    const page = await open(t, await w.windowOf(nora));
    await page.goto(`${w.base}/home`);
    await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Analytics' }).click();
    await settled(page);
    t.equal(await page.getByRole('button', { name: 'Add app' }).count(), 0);
    await page.getByRole('button', { name: /^Apps/ }).click();
    for (const name of ['Outlet', 'Journal', 'Shop'])
      if ((await page.getByRole('checkbox', { name }).getAttribute('aria-checked')) === 'false')
        await page.getByRole('checkbox', { name }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Click', exact: true }).first().click();
    await page.waitForURL(/sort=total_click/);
    await page.getByRole('group', { name: 'Metric' }).getByRole('button', { name: /^CTR/ }).click();
    await page.waitForURL(/measure=ctr/);
    await settled(page);
    const rows = await cellsOf(page, 'Figures of story groups');
    t.equal(rows.length, 20);
    const other = await open(t, await w.windowOf(nora));
    await other.goto(page.url());
    await settled(other);
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
    const page = await open(t, await w.windowOf(nora));
    const app = apps[0]!.id;
    await page.goto(`${w.base}/analytics?app=${app}&from=${dayOf(3)}&to=${dayOf(2)}`);
    await settled(page);
    const range = page
      .getByRole('button', { name: 'Nov 2026' })
      .or(page.getByRole('button', { name: /\d{4}$/ }))
      .first();
    await range.click();
    const dialog = page.getByRole('dialog');
    const tomorrow = dayOf(-1);
    for (const [first, last, words] of [
      [dayOf(1), dayOf(4), 'The range must end after it starts.'],
      ['2021-01-01', dayOf(1), 'Choose a range of at most 366 days.'],
      [dayOf(1), tomorrow, 'Choose days up to today.'],
      ['20 Nov', dayOf(1), 'Use a date like 2026-11-20.'],
    ] as const) {
      await dialog.getByLabel('First day').fill(first);
      await dialog.getByLabel('Last day').fill(last);
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await dialog.getByText(words).waitFor();
      t.match(page.url(), `from=${dayOf(3)}&to=${dayOf(2)}`, 'the last good range stays');
    }
    await dialog.getByLabel('First day').fill(dayOf(5));
    await dialog.getByLabel('Last day').fill(dayOf(4));
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL((url) => url.searchParams.get('from') === dayOf(5));
    await settled(page);
    const own = scene.sent.filter(({ app_id }) => app_id === app);
    const impressions = (from: number, to: number) =>
      figuresOf(own.filter(({ day }) => day >= dayOf(from) && day <= dayOf(to))).total_impression;
    const change = (now: number, before: number) => `${Math.abs(((now - before) / before) * 100).toFixed(1)}%`;
    const tab = page.getByRole('button', { name: /^Impression/ }).first();
    await untilShown(tab, new RegExp(change(impressions(5, 4), impressions(7, 6)).replace('.', '\\.')));
    await visit(page, `${page.url()}&vs=${dayOf(12)}`);
    await settled(page);
    await untilShown(tab, new RegExp(change(impressions(5, 4), impressions(12, 11)).replace('.', '\\.')));
    await page.getByRole('button', { name: /^vs / }).click();
    await page.getByRole('menuitemradio', { name: /^Same days last year/ }).click();
    await page.waitForURL(/vs=year/);
    await untilShown(tab, /No data before/);
    await page.goto(`${w.base}/analytics?app=${app}`);
    await page.waitForURL((url) => url.searchParams.get('from') === dayOf(5), { timeout: 5000 });
  });

  await t.test('columns are chosen, groups are found, and figures of before the account are dashes', async (t) => {
    const page = await open(t, await w.windowOf(nora));
    const app = apps[0]!.id;
    await page.goto(`${w.base}/analytics?app=${app}`);
    await settled(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Skipped' }).click();
    await page.keyboard.press('Escape');
    t.notOk((await cellsOf(page, 'Figures of story groups'))[0]!.includes('Skipped'));
    await page.getByRole('searchbox', { name: 'Find a group' }).fill('group 1');
    await page.waitForURL(/find=group/);
    const found = (await cellsOf(page, 'Figures of story groups')).slice(2).map((row) => row[0]);
    t.same(found.sort(), ['Group 1', 'Group 10', 'Group 13', 'Group 16']);
    await page.getByRole('searchbox', { name: 'Find a group' }).fill('nothing of that name');
    await page.getByRole('heading', { name: 'No matching groups' }).waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await settled(page);
    await page.goto(`${w.base}/analytics?app=${app}&from=2020-01-01&to=2020-01-05`);
    await settled(page);
    const [, totals] = await cellsOf(page, 'Figures of story groups');
    t.match(totals![2], /^No data before \d/);
  });

  await t.test('apps, instances and groups of others, or that there are not, lead to no figures', async (t) => {
    const stranger = await w.person();
    const theirs = await w.call(stranger, 'POST', '/app', {
      store_id: 'com.other',
      store_type: 'ios',
      is_live: false,
      title: 'Other',
    });
    const page = await open(t, await w.windowOf(nora));
    await page.goto(`${w.base}/help`);
    const own = apps[0]!;
    for (const query of [
      `app=${own.id}&apps=${own.id},${theirs.id}`,
      `app=${own.id}&instances=${theirs.instances[0].id}`,
      `app=${own.id}&groups=${theirs.id}`,
      `app=${own.id}&groups=${groups.map(({ id }) => id).join()},${groups.map(({ id }) => id.replace(/^.{8}/, '00000000')).join()},${apps.map(({ id }) => id).join()},${Array.from({ length: 20 }, (_, at) => at).join()}`,
    ]) {
      await visitAnew(page, `/analytics?${query}`);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      t.equal(await page.getByRole('table').count(), 0, query);
    }
  });

  await t.test('it fits both widths and has no axe violations in both colors', async (t) => {
    const context = await w.windowOf(nora, { bypassCSP: true });
    const page = await open(t, context);
    await page.goto(`${w.base}/analytics?app=${apps[0]!.id}&apps=${apps.map(({ id }) => id).join()}`);
    await settled(page);
    await page.getByRole('figure', { name: /^Line chart/ }).waitFor();
    await looks(t, page, 'analytics');
  });
});
