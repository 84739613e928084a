import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { type FiguresScene, figuresOf, type KnownFigures, type SentEvent } from './figures-scene.ts';
import type { Person } from './people.ts';
import { until } from './stopwatch.ts';
import { visitInside } from './visit-inside.ts';

const dayMs = 86_400_000;
/** A UTC day before today, `YYYY-MM-DD`. */
export const utcDay = (daysAgo: number): string => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);

/** What a comparison tells its differences to: a test, or what collects them. */
export interface Comparison {
  ok(found: unknown, words: string): unknown;
  equal(found: unknown, due: unknown, words: string): unknown;
  same(found: unknown, due: unknown, words: string): unknown;
}

/** What a page is asked for: days from today back, and ids. */
export interface FiguresFilter {
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

/** Numbers as a page says them exactly. */
export const exact = new Intl.NumberFormat('en-US');
/** A figure as a person reads it, whole. */
const said = (name: string, known: KnownFigures, key: keyof KnownFigures): string => {
  if (name === 'CTR') return known.total_impression === 0 ? '–' : `${(known.ctr * 100).toFixed(1)}%`;
  if (name === 'Avg. Watch Length')
    return known.average_watch_length === 0 ? '–' : `${known.average_watch_length.toFixed(1)} s`;
  return exact.format(known[key]);
};

/** The exact texts of a table's cells, by row; a short figure has its exact one beside it for who listens. */
export const cellsOf = (page: Page, caption: string): Promise<string[][]> =>
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

/** The names in a table whose second row are totals, once so many rows stand there: an address may change before the rows do. */
export const namesInTable = async (page: Page, caption: string, count: number): Promise<string[]> => {
  const names = async () => (await cellsOf(page, caption)).slice(2).map(([name]) => name!);
  await until(async () => (await names()).length === count, `${count} rows of ${caption}`);
  return names();
};

const addressOf = (base: string, { apps, instances, groups, first, last }: FiguresFilter): string => {
  const query = new URLSearchParams({ app: apps[0]!, from: utcDay(first), to: utcDay(last) });
  if (apps.length > 1) query.set('apps', apps.join());
  if (instances.length > 0) query.set('instances', instances.join());
  if (groups.length > 0) query.set('groups', groups.join());
  return `${base}/analytics?${query}`;
};

/** Waits until the page of figures shows what its address asks for. */
export const settled = async (page: Page): Promise<void> => {
  await page.getByRole('table', { name: 'Figures of story groups' }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
};

/** A filter by chance over what a person may see. */
export const drawFilter = (
  { random, apps, groups }: FiguresScene,
  mine: (group: FiguresScene['groups'][number]) => boolean,
): FiguresFilter => {
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
export const visitAnew = async (page: Page, address: string): Promise<void> => {
  await visitInside(page, '/help');
  await page.getByRole('heading', { name: 'Help and Resources' }).waitFor();
  await visitInside(page, address);
};

/** Reads all figures of a page, its chart as a table and its file, and compares them with what was sent. */
export const compareFiguresPage = async (
  t: Comparison,
  page: Page,
  base: string,
  scene: FiguresScene,
  filter: FiguresFilter,
  person: Person,
) => {
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
  const own = scene.sent.filter(({ group_id }) => ids.has(group_id));
  const between = (from: number, to: number): SentEvent[] => {
    const [first, last] = [utcDay(from), utcDay(to)];
    return own.filter(({ day }) => day >= first && day <= last);
  };
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
        numbers: columns.map(([name, key]) => {
          const none = (isWeb && notWeb.has(name)) || said(name, known, key) === '–';
          return none ? '' : String(known[key]);
        }),
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
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Table as shown/ }).click();
  const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n');
  t.same(
    lines.slice(1, -1).map((line) => line.split(',').slice(2)),
    due.map(({ numbers }) => numbers),
    `file of ${about}`,
  );
  const days = `${utcDay(filter.first)} to ${utcDay(filter.last)}, UTC days`;
  t.ok(lines.at(-1)?.includes(days), `its last line says ${days}: ${lines.at(-1)}`);

  await visitInside(page, `${page.url()}&chart=table&measure=impression`);
  await settled(page);
  const rowsByDay = (await cellsOf(page, 'Impression by day')).slice(1);
  const length = filter.first - filter.last + 1;
  const firstDay = own.reduce((least, { day }) => (day < least ? day : least), '9');
  t.same(
    rowsByDay.map((row) => row.slice(1)),
    Array.from({ length }, (_, at) => {
      const ago = filter.first - at;
      const impressions = (daysAgo: number) => exact.format(figuresOf(between(daysAgo, daysAgo)).total_impression);
      const was = utcDay(ago + length) < firstDay ? '–' : impressions(ago + length);
      return [utcDay(ago) < firstDay ? '–' : impressions(ago), was];
    }),
    `days of ${about}`,
  );
};
