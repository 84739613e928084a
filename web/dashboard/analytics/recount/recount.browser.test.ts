import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import t from 'tap';
import type { EpochMs } from '#contracts/time.ts';
import { collectPageErrors, startDashboard } from '#ops/testing/dashboard.ts';
import { cellsOf, exact, settled, utcDay, visitAnew } from '#ops/testing/figures-page.ts';
import { figuresOf, plantFigures, type SentEvent } from '#ops/testing/figures-scene.ts';
import { looks } from '#ops/testing/looks.ts';
import { sendBatch } from '#ops/testing/scene.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

const signed = (value: number): string =>
  value === 0 ? '0' : `${value > 0 ? '+' : '−'}${exact.format(Math.abs(value))}`;
const row = (name: string, first: number, second: number): string[] => [
  name,
  exact.format(first),
  exact.format(second),
  signed(second - first),
];

t.test('what if', async (t) => {
  const clock: { at: EpochMs | null } = { at: null };
  const w = await startDashboard(t, { now: () => clock.at ?? (Date.now() as EpochMs) });
  const scene = await plantFigures(w, clock, { groups: 6, stories: 12, events: 3000, seed: 3 });
  const { nora, daniel, mei, apps, groups, sent } = scene;
  const shop = apps[0]!;
  const own = groups.filter(({ app_id }) => app_id === shop.id);
  const inRange = (events: readonly SentEvent[], app = shop.id) =>
    events.filter(({ app_id, day }) => app_id === app && day >= utcDay(9) && day <= utcDay(0));
  /** A second later than all that was sent so far had arrived. */
  const moment = Math.ceil(Date.now() / 1000) + 1;
  const known = figuresOf(inRange(sent));
  const context = await w.windowOf(nora);
  const faults = collectPageErrors(context);
  const page = await context.newPage();
  const address = (more = '', app = shop.id) => `/analytics?app=${app}&from=${utcDay(9)}&to=${utcDay(0)}${more}`;
  const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'What if' });
  const recount = (page: Page) => drawerOf(page).getByRole('button', { name: 'Recount', exact: true }).click();
  const answered = (page: Page) => page.getByRole('table', { name: 'All story groups', exact: true }).waitFor();
  /** What was left after so many seconds, as the figures of impressions. */
  const under = (seconds: number, events: readonly SentEvent[]) => {
    const left = events.filter(({ type, watch_ms }) => type === 'story_left' && watch_ms >= seconds * 1000);
    return { impression: left.length, reach: new Set(left.map(({ viewer }) => viewer)).size };
  };

  await t.test('figures stand under another rule, in a table, a file and a link', async (t) => {
    await page.goto(w.base + address());
    await settled(page);
    await page.getByRole('button', { name: 'What if…' }).click();
    await page.waitForURL(/whatif=rule/);
    const seconds = drawerOf(page).getByRole('textbox', { name: 'Seconds of watch time' });
    for (const wrong of ['', 'three', '-1', '61', '3e1']) {
      await seconds.fill(wrong);
      await recount(page);
      await drawerOf(page).getByText('Use seconds from 0 to 60, such as 3 or 2.5.').waitFor();
    }
    await drawerOf(page).getByRole('slider').press('End');
    t.equal(await seconds.inputValue(), '60');
    await seconds.fill('3');
    await recount(page);
    await page.waitForURL(/whatif=3/);
    await answered(page);
    const rule = under(3, inRange(sent));
    t.same((await cellsOf(page, 'All story groups')).slice(1), [
      row('Impressions', known.total_impression, rule.impression),
      row('Reach', known.reach, rule.reach),
    ]);
    const byGroup = (figure: 'impression' | 'reach') =>
      own
        .map((group) => {
          const events = inRange(sent).filter(({ group_id }) => group_id === group.id);
          const { total_impression, reach } = figuresOf(events);
          const now = { impression: total_impression, reach };
          return { sort: total_impression, row: row(group.title, now[figure], under(3, events)[figure]) };
        })
        .sort((a, b) => b.sort - a.sort)
        .map((one) => one.row);
    t.same((await cellsOf(page, 'Impressions by story group')).slice(1), byGroup('impression'));
    await drawerOf(page).getByRole('radio', { name: 'Reach' }).click();
    await page.waitForURL(/counted=reach/);
    t.same((await cellsOf(page, 'Reach by story group')).slice(1), byGroup('reach'));
    await drawerOf(page)
      .getByText(/left after at least 3 seconds of watch time/)
      .waitFor();
    const saved = page.waitForEvent('download');
    await drawerOf(page).getByRole('button', { name: 'Save CSV' }).click();
    const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n');
    t.match(lines[0], 'Impressions, after 3 s');
    const difference = rule.impression - known.total_impression;
    t.match(lines[1], `All story groups,${known.total_impression},${rule.impression},${difference},${known.reach}`);
    t.equal(lines.length, own.length + 3);
    t.match(
      lines.at(-1),
      new RegExp(`Shop\\. ${utcDay(9)} to ${utcDay(0)}, UTC days.*3 seconds.*Counted .*:\\d\\d UTC`),
    );

    const link = page.url();
    await page.goBack();
    await drawerOf(page).waitFor({ state: 'detached' });
    t.notMatch(page.url(), /whatif/);
    await visitInside(page, '/help');
    await page.getByRole('heading', { name: 'Help and Resources' }).waitFor();
    const shown = page.waitForRequest('**/api/analytics/recount').catch(() => null);
    await page.goto(link.replace('whatif=3', 'whatif=2.5'));
    await answered(page);
    t.same((await shown)?.postDataJSON().rule, { impression_seconds: 2.5 });
    t.match((await cellsOf(page, 'All story groups'))[1], [
      'Impressions',
      exact.format(known.total_impression),
      exact.format(under(2.5, inRange(sent)).impression),
    ]);
    t.same(faults, []);
  });

  await t.test('a recount says how far it is, can be given up, waits for its turn and for the network', async (t) => {
    let free = () => {};
    const running = w.kernel.locks.hold(
      `recount:${nora.account_id}`,
      () =>
        new Promise<void>((done) => {
          free = done;
        }),
    );
    await visitAnew(page, address('&whatif=8'));
    await drawerOf(page).getByText('Another recount is running').waitFor();
    await drawerOf(page).getByText('A recount of this account is already running. Wait until it is done.').waitFor();
    free();
    await running;
    await context.setOffline(true);
    await drawerOf(page).getByRole('button', { name: 'Try again' }).click();
    await drawerOf(page).getByText("You're offline. The recount starts once you're connected.").waitFor();
    await context.setOffline(false);
    await answered(page);

    let held: (() => void) | null = null;
    await page.route('**/api/analytics/recount', async (route) => {
      await new Promise<void>((done) => {
        held = done;
      });
      await route.continue().catch(() => undefined);
    });
    await drawerOf(page).getByRole('textbox').fill('7');
    await recount(page);
    await drawerOf(page).getByText('Starting', { exact: true }).waitFor();
    await drawerOf(page).getByRole('progressbar').waitFor();
    await drawerOf(page).getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(/whatif=rule/);
    await drawerOf(page).getByRole('progressbar').waitFor({ state: 'detached' });
    t.equal(await drawerOf(page).getByRole('textbox').inputValue(), '7', 'what was typed stays');
    (held as (() => void) | null)?.();
    await page.unroute('**/api/analytics/recount');
    await page.route('**/api/analytics/recount', (route) =>
      route.fulfill({
        contentType: 'text/event-stream',
        body: 'event: progress\ndata: {"done":0.45,"batches":1200}\n\nevent: failure\ndata: {"code":"Unavailable","message":"Try again later."}\n\n',
      }),
    );
    // It stands there only between the tries, a second or so: the page itself looks for it.
    const told = page.waitForFunction(
      (due) => {
        const said = [...document.querySelectorAll('[role="dialog"] p')].map(({ textContent }) => textContent);
        return due.every((text) => said.includes(text));
      },
      ['Reading stored data, 45%', '1,200 batches from devices so far'],
    );
    await recount(page);
    await told;
    await drawerOf(page).getByText("This couldn't be recounted").waitFor();
    await page.unroute('**/api/analytics/recount');
  });

  await t.test('a range that is too long and several apps lead to one that can be recounted', async (t) => {
    await visitAnew(page, `/analytics?app=${shop.id}&from=${utcDay(40)}&to=${utcDay(0)}&whatif=3`);
    await drawerOf(page).getByText('Choose up to 31 days to recount.').waitFor();
    await drawerOf(page).getByRole('button', { name: 'Use the last 31 days' }).click();
    await answered(page);
    t.match(page.url(), `from=${utcDay(30)}&to=${utcDay(0)}`);
    await visitInside(page, address(`&apps=${apps.map(({ id }) => id).join()}&whatif=3`));
    await drawerOf(page).getByText('A recount covers one app. Choose one.').waitFor();
    await drawerOf(page).getByRole('button', { name: 'Outlet' }).click();
    await answered(page);
    const outlet = inRange(sent, apps[1]!.id);
    t.match((await cellsOf(page, 'All story groups'))[1], [
      'Impressions',
      exact.format(figuresOf(outlet).total_impression),
    ]);
  });

  await t.test('figures stand as they stood at a moment from a file, beside those of now', async (t) => {
    await w.until(() => Date.now() > (moment + 1) * 1000, 'the moment to be over');
    const today = utcDay(0);
    const late: SentEvent[] = [];
    const send = async (viewer: string, types: SentEvent['type'][]) => {
      const { id: group_id, instance_id, stories } = own[0]!;
      const { token } = shop.instances.find(({ id }) => id === instance_id)!;
      const batch = types.map((type) => {
        const story_id = type.startsWith('story_') ? stories[0]! : null;
        const sender = { app_version: '', sdk_version: '1.0.0', at: Date.now() as EpochMs };
        late.push({
          app_id: shop.id,
          instance_id,
          group_id,
          story_id,
          viewer,
          type,
          day: today,
          watch_ms: 0,
          ...sender,
        });
        return { type, group_id, ...(story_id ? { story_id } : {}) };
      });
      t.equal((await sendBatch(w, token, batch, { viewer_id: viewer })).statusCode, 202);
    };
    await send('late-1', ['group_opened', 'story_impression', 'story_impression', 'story_clicked', 'group_completed']);
    await send('late-2', ['group_opened', 'story_impression']);
    await w.until(async () => {
      const { rows } = await w.kernel.analytics.pool.query('select count(*)::int as left from telemetry_uncounted');
      return rows[0].left === 0;
    }, 'all to be counted');
    await visitAnew(page, address('&whatif=rule'));
    await drawerOf(page).getByRole('radio', { name: 'An earlier moment' }).click();
    await page.waitForURL(/whatif=moment/);
    await recount(page);
    await drawerOf(page).getByText('Choose a date and time.').waitFor();
    const field = drawerOf(page).getByRole('textbox', { name: 'Data that arrived by' });
    await field.fill('yesterday');
    await recount(page);
    await drawerOf(page)
      .getByText(/can't be read|date/i)
      .first()
      .waitFor();
    await field.fill(`${utcDay(-2)} 10:00`);
    await recount(page);
    await drawerOf(page).getByText('Choose a moment that has passed.').waitFor();
    await field.fill(`${new Date(moment * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`);
    await recount(page);
    await page.waitForURL(new RegExp(`whatif=at\\.${moment}`));
    await answered(page);
    const now = figuresOf(inRange([...sent, ...late]));
    t.same((await cellsOf(page, 'All story groups')).slice(1), [
      row('Impressions', known.total_impression, now.total_impression),
      row('Reach', known.reach, now.reach),
      row('Opened', known.total_open, now.total_open),
      row('Clicks', known.total_click, now.total_click),
      row('Completions', known.total_complete, now.total_complete),
    ]);
    t.same(
      (await cellsOf(page, 'Impressions by story group')).slice(1).map(([, , , difference]) => difference),
      (await cellsOf(page, 'Impressions by story group'))
        .slice(1)
        .map(([title]) => (title === own[0]!.title ? '+3' : '0')),
    );
    await drawerOf(page)
      .getByText(/^Only data that had arrived by /)
      .waitFor();
    await looks(t, page, 'analytics-recount');
    const { pool } = w.kernel.analytics;
    await pool.query('insert into telemetry_expired (until) values (to_timestamp($1))', [
      Date.parse(utcDay(8)) / 1000 - 3600,
    ]);
    await visitInside(page, address('&whatif=4'));
    await drawerOf(page).getByText("These days can't be recounted").waitFor();
    await drawerOf(page)
      .getByText(`Choose days from ${utcDay(8)} on.`)
      .waitFor();
    await visitInside(page, address(`&whatif=at.${Date.parse(utcDay(9)) / 1000}`));
    await drawerOf(page)
      .getByText(`Data from before ${utcDay(8)} is no longer kept.`)
      .waitFor();
    await pool.query('delete from telemetry_expired');
  });

  await t.test(
    'owners of the account see who came back, and nobody else; creators are not offered a recount',
    async (t) => {
      await page.route('**/api/analytics/returns*', (route) => route.fulfill({ status: 500, json: {} }));
      await page.goto(w.base + address());
      const card = page.getByRole('region', { name: 'Came back' });
      await card.getByText("This couldn't load").waitFor();
      await page.unroute('**/api/analytics/returns*');
      await card.getByRole('button', { name: 'Try again' }).click();
      await card.getByRole('table', { name: 'Came back' }).waitFor({ state: 'attached' });
      const seen = new Map<string, Set<string>>();
      for (const { viewer, day } of sent) seen.set(day, (seen.get(day) ?? new Set()).add(viewer));
      const due = [1, 7].map((later) => {
        let [cohort, returned] = [0, 0];
        for (let ago = 9; ago >= 1 + later; ago -= 1)
          for (const viewer of seen.get(utcDay(ago)) ?? []) {
            cohort += 1;
            if (seen.get(utcDay(ago - later))?.has(viewer)) returned += 1;
          }
        return [
          `${((returned / cohort) * 100).toFixed(1)}%`,
          `${exact.format(returned)} of ${exact.format(cohort)} viewers`,
        ];
      });
      const cells = (await cellsOf(page, 'Came back')).slice(1);
      t.same(
        cells.map((one) => one.slice(0, 3)),
        [
          ['The next day', ...due[0]!],
          ['7 days later', ...due[1]!],
          ['30 days later', '–', '–'],
        ],
      );
      t.match(cells[2]![3], 'No day in this range is 30 full days back yet');
      for (const [person, app, offers] of [
        [daniel, shop.id, 1],
        [mei, apps[1]!.id, 0],
      ] as const) {
        const window = await w.windowOf(person);
        const other = await window.newPage();
        await other.goto(w.base + address('&whatif=3', app));
        if (offers) await answered(other);
        else await settled(other);
        t.equal(await other.getByRole('button', { name: 'What if…', includeHidden: true }).count(), offers);
        t.equal(await other.getByRole('dialog').count(), offers);
        t.equal(await other.getByRole('region', { name: 'Came back', includeHidden: true }).count(), 0);
        await window.close();
      }
    },
  );
});
