import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { sdkLimits } from '#contracts/sdk/protocol.ts';
import type { Dashboard } from './dashboard.ts';
import { type Comparison, cellsOf, exact, utcDay, visitAnew } from './figures-page.ts';
import { type FiguresScene, figuresOf, type KnownFigures, type PlantedGroup, type SentEvent } from './figures-scene.ts';

const hourMs = 3_600_000;
const stepMs = sdkLimits.imageWatchMs / 20;

const share = (part: number, whole: number): string => (whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`);
const seconds = (value: number): string => (value === 0 ? '–' : `${value.toFixed(1)} s`);

/** The figures of a group in the order of its page; web apps leave the last one out. */
const measuresOf = (known: KnownFigures, isWeb: boolean): [string, string][] => [
  ['Reach', exact.format(known.reach)],
  ['Impression', exact.format(known.total_impression)],
  ['Click', exact.format(known.total_click)],
  ['CTR', share(known.total_click, known.total_impression)],
  ['Avg. Watch Length', seconds(known.average_watch_length)],
  ['Opened', exact.format(known.total_open)],
  ...(isWeb ? [] : ([['Completions', exact.format(known.total_complete)]] as [string, string][])),
];

const funnelOf = (events: readonly SentEvent[], first: string, isWeb: boolean): string[] => {
  const count = (type: string) => events.filter((event) => event.type === type).length;
  const steps: [string, number][] = [
    ['Seen in the bar', count('bar_impression')],
    ['Opened', count('group_opened')],
    [
      'Watched the first story',
      events.filter(({ type, story_id }) => type === 'story_impression' && story_id === first).length,
    ],
    ...(isWeb ? [] : ([['Watched to the end', count('group_completed')]] as [string, number][])),
    ['Clicked', count('story_clicked')],
  ];
  return steps.map(([name, value]) => `${name} ${exact.format(value)} ${share(value, steps[0]![1])}`);
};

const watchRows = (events: readonly SentEvent[], stories: readonly string[]): string[][] =>
  stories.flatMap((id, place) => {
    const left = events.filter(({ type, story_id }) => type === 'story_left' && story_id === id);
    if (left.length === 0) return [];
    const still = (step: number) => left.filter(({ watch_ms }) => watch_ms >= step * stepMs).length;
    return [
      [
        `Story ${place + 1}`,
        '',
        exact.format(left.length),
        ...[5, 10, 15, 19].map((step) => share(still(step), left.length)),
      ],
    ];
  });

const versionRows = (events: readonly SentEvent[], of: 'app_version' | 'sdk_version', isWeb: boolean): string[][] =>
  [...new Set(events.map((event) => event[of]))]
    .map((version) => ({ version, known: figuresOf(events.filter((event) => event[of] === version)) }))
    .filter(({ known }) => Object.entries(known).some(([name, value]) => counted.has(name) && value > 0))
    .sort(
      (a, b) =>
        b.known.total_impression - a.known.total_impression ||
        b.known.total_open - a.known.total_open ||
        (a.version < b.version ? -1 : 1),
    )
    .map(({ version, known }) => [
      version || 'Not named',
      "Viewers aren't counted by version",
      exact.format(known.total_impression),
      exact.format(known.total_open),
      exact.format(known.total_click),
      share(known.total_click, known.total_impression),
      ...(isWeb ? [] : [exact.format(known.total_complete)]),
      seconds(known.average_watch_length),
    ]);
const counted = new Set(['total_impression', 'total_open', 'total_click', 'total_complete', 'average_watch_length']);

/** The averages of a week by the clock of a zone: seven rows of 24 hours, of the hours that are over. */
const weekOf = (opens: readonly SentEvent[], from: number, until: number, timeZone: string): string[][] => {
  const sums = new Map<string, { times: number; opens: number }>();
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' });
  const byHour = new Map<number, number>();
  for (const { at } of opens) byHour.set(Math.floor(at / hourMs), (byHour.get(Math.floor(at / hourMs)) ?? 0) + 1);
  for (let hour = from; hour + hourMs <= until; hour += hourMs) {
    const key = parts.format(hour).replace(', ', ' ');
    const held = sums.get(key) ?? { times: 0, opens: 0 };
    sums.set(key, { times: held.times + 1, opens: held.opens + (byHour.get(Math.floor(hour / hourMs)) ?? 0) });
  }
  return ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((day) => [
    day,
    ...Array.from({ length: 24 }, (_, hour) => {
      const held = sums.get(`${day} ${String(hour).padStart(2, '0')}`);
      return held ? exact.format(Math.round((held.opens / held.times) * 100) / 100) : 'No such hour in these days';
    }),
  ]);
};

/** Reads all figures of the page of a group, beside another one, and compares them with what was sent. */
export const compareGroupPage = async (
  t: Comparison,
  page: Page,
  base: string,
  scene: FiguresScene,
  {
    group,
    other,
    first,
    last,
    overview,
  }: { group: PlantedGroup; other: PlantedGroup; first: number; last: number; overview: boolean },
): Promise<void> => {
  const app = scene.apps.find(({ id }) => id === group.app_id)!;
  const isWeb = app.store_type === 'web';
  const bothSend = !isWeb && scene.apps.find(({ id }) => id === other.app_id)!.store_type !== 'web';
  const [begin, end] = [utcDay(first), utcDay(last)];
  const within = scene.sent.filter(({ day }) => day >= begin && day <= end);
  const events = within.filter(({ group_id }) => group_id === group.id);
  const about = `${group.title} beside ${other.title}, ${utcDay(first)} to ${utcDay(last)}`;
  const query = new URLSearchParams({
    app: group.app_id,
    from: utcDay(first),
    to: utcDay(last),
    beside: other.id,
    chart: 'table',
    measure: 'open',
  });
  await visitAnew(page, `${base}/analytics/${group.id}?${query}`);
  await page.getByRole('table', { name: 'Two groups side by side' }).waitFor();
  const [one, two] = [group, other].map((each) =>
    measuresOf(figuresOf(within.filter(({ group_id }) => group_id === each.id)), !bothSend),
  );
  const beside = await cellsOf(page, 'Two groups side by side');
  t.same(
    beside.map((row) => row.slice(0, 3)),
    [['Figure', group.title, other.title], ...one!.map(([name, figure], at) => [name, figure, two![at]![1]])],
    about,
  );
  const opens = (of: PlantedGroup, day: string) =>
    exact.format(
      within.filter((event) => event.type === 'group_opened' && event.group_id === of.id && event.day === day).length,
    );
  const days = Array.from({ length: first - last + 1 }, (_, at) => utcDay(first - at));
  const chart = await cellsOf(page, 'Opened by day, UTC');
  t.same(
    chart.slice(1).map((row) => row.slice(1, 3)),
    days.map((day) => [opens(group, day), opens(other, day)]),
    `days of ${about}`,
  );

  const funnel = page.getByRole('list', { name: 'From the bar to the click' }).getByRole('listitem');
  await funnel.first().waitFor();
  t.same(
    await funnel.evaluateAll((items) =>
      items.map((item) => {
        const [label, ...more] = [...item.querySelector('span')!.children];
        const [count, part] = more.slice(-2);
        return [label, count!.querySelector('.visually-hidden') ?? count, part]
          .map((one) => one!.textContent)
          .join(' ');
      }),
    ),
    funnelOf(events, group.stories[0]!, isWeb),
    `funnel of ${about}`,
  );

  const watched = watchRows(events, group.stories);
  if (watched.length > 0) {
    await page.getByRole('table', { name: 'How far each story was watched' }).waitFor();
    t.same((await cellsOf(page, 'How far each story was watched')).slice(1), watched, `watch times of ${about}`);
  }
  for (const [name, of] of [
    ['App', 'app_version'],
    ['SDK', 'sdk_version'],
  ] as const) {
    await page.getByRole('radio', { name, exact: true }).click();
    // What is chosen stands in the address: until that has changed, the table is the one of before.
    await page.getByRole('radio', { name, exact: true, checked: true }).waitFor();
    await page.getByRole('table', { name: 'Figures by version' }).waitFor();
    t.same((await cellsOf(page, 'Figures by version')).slice(1), versionRows(events, of, isWeb), `${of} of ${about}`);
  }
  if (!overview) {
    t.equal(await page.getByRole('table', { name: 'Hours of the week' }).count(), 0, `no hours for ${about}`);
    return;
  }
  const from = Date.parse(utcDay(first));
  const until = Math.min(Date.parse(utcDay(last)) + 24 * hourMs, Math.floor(Date.now() / hourMs) * hourMs);
  // The app has data from the first day on that anything was sent.
  const begins = Math.max(
    from,
    Date.parse(
      scene.sent.filter(({ app_id }) => app_id === app.id).reduce((least, { day }) => (day < least ? day : least), '9'),
    ),
  );
  const opened = within.filter((event) => event.app_id === app.id && event.type === 'group_opened' && event.at < until);
  // Of a day that has just begun no hour is over.
  if (opened.length === 0 && begins === from) {
    await page.getByText('Nothing happened in these days.').first().waitFor();
    t.equal(await page.getByRole('table', { name: 'Hours of the week' }).count(), 0, `no hour for ${about}`);
    return;
  }
  await page.getByRole('table', { name: 'Hours of the week' }).waitFor();
  const zone = /Times are in (.+)\./.exec((await page.getByText('Times are in').textContent()) ?? '')![1]!;
  t.same(
    (await cellsOf(page, 'Hours of the week')).slice(1),
    weekOf(opened, begins, until, zone.replaceAll(' ', '_')),
    `hours of ${app.title}, ${about}`,
  );
};

/** Changes a story, looks at the change from the curve of its group, and puts another group beside that. */
export const tryChangesAndBeside = async (t: Test, page: Page, w: Dashboard, scene: FiguresScene): Promise<void> => {
  const [group, other] = [scene.groups[0]!, scene.groups[3]!];
  await w.call(scene.nora, 'PATCH', '/story', { story_id: group.stories[0], title: 'Quay at dawn' });
  await w.caughtUp();
  await page.goto(`${w.base}/analytics/${group.id}?app=${group.app_id}&from=${utcDay(6)}&to=${utcDay(0)}`);
  const marks = page.getByRole('list', { name: 'Changes of content' });
  await marks.getByRole('button', { name: /^1 change on / }).click();
  await page.waitForURL(/changed=\d+/);
  const drawer = page.getByRole('dialog', { name: '1 change' });
  await drawer.getByText('Quay at dawn').last().waitFor();
  t.equal(await drawer.getByText('Story 1', { exact: true }).count(), 1, 'as it was called before');
  await drawer.getByText('There are no whole days on both sides to compare yet.').waitFor();
  t.match(await drawer.getByRole('link', { name: 'Show in History' }).getAttribute('href'), /tab=history.*version=/);
  await page.goBack();
  await drawer.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Compare with another group' }).click();
  const find = page.getByRole('searchbox', { name: 'Compare with another group' });
  await find.fill('nothing of that name');
  await page.getByText('No group is called "nothing of that name".').waitFor();
  await find.fill(other.title);
  await page.getByRole('button', { name: new RegExp(`^${other.title} Shop`) }).click();
  await page.waitForURL(new RegExp(`beside=${other.id}`));
  await page.getByRole('table', { name: 'Two groups side by side' }).waitFor();
  t.same((await cellsOf(page, 'Two groups side by side'))[0]!.slice(1, 3), [group.title, other.title]);
  await page.getByRole('button', { name: 'Stop comparing' }).click();
  await page.waitForURL((url) => !url.searchParams.has('beside'));
};
