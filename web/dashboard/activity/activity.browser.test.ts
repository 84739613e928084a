import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import type { AuditRow } from '#contracts/audit/rows.ts';

import { runCommand } from '#kernel/commands/handler.ts';
import { load, save } from '#kernel/commands/streams.ts';
import { axeViolations } from '#ops/testing/axe.ts';
import { collectPageErrors, type Dashboard, drawnPicture, startDashboard, untilShown } from '#ops/testing/dashboard.ts';
import { until } from '#ops/testing/harness.ts';
import { looks } from '#ops/testing/looks.ts';
import { contextOf } from '#ops/testing/people.ts';
import { appendAs } from '#ops/testing/scene.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

/** An account in which Nora made a group and a story, Daniel changed name and cover, and the system did something too. */
const plantAccount = async (w: Dashboard) => {
  const nora = await w.person({ firstname: 'Nora', lastname: 'Lindqvist' });
  const { call } = w;
  const app = await call(nora, 'POST', '/app', {
    store_id: 'com.marlow.shop',
    store_type: 'ios',
    is_live: false,
    title: 'Marlow',
  });
  const permissions = { app_owner: [app.id as string] };
  const daniel = await w.person({
    account_id: nora.account_id,
    firstname: 'Daniel',
    lastname: 'Okafor',
    permissions,
  });
  const picture = async (word: string, colour: string) => w.upload(nora, await drawnPicture(word, colour, 300, 300));
  const group: string = (
    await call(nora, 'POST', '/n/story_group', {
      app_id: app.id,
      title: 'Fall Favourites',
      icon: await picture('F', '#2d4f86'),
      ts_start: Math.floor(Date.now() / 1000),
    })
  ).story_group_id;
  await call(nora, 'POST', '/story', {
    story_group_id: group,
    title: 'Coats',
    type: 1,
    media: await picture('C', '#333'),
  });
  await call(daniel, 'PATCH', '/n/story_group', {
    story_group_id: group,
    title: 'Autumn Edit',
    icon: await picture('A', '#b5482a'),
  });
  await w.caughtUp();
  return { nora, daniel, app_id: app.id as string, group, call };
};

const open = async (t: Test, context: BrowserContext, address: string): Promise<Page> => {
  const page = await context.newPage();
  t.teardown(() => context.close());
  await page.goto(address);
  return page;
};
const entries = (page: Page) => page.locator('button.EntryParts-entry');
const counted = (page: Page, words: string) => page.getByRole('status').getByText(words, { exact: true }).waitFor();
const choose = async (page: Page, filter: string, choice: string | RegExp) => {
  await page.getByRole('button', { name: new RegExp(`^${filter}: `) }).click();
  await page.getByRole('dialog', { name: filter }).getByRole('button', { name: choice }).first().click();
};

t.test('activity', async (t) => {
  const w = await startDashboard(t);
  const { nora, daniel, group, call } = await plantAccount(w);
  const audit = async (query: Record<string, string> = {}): Promise<{ data: AuditRow[]; total: number }> =>
    (await w.inject('GET', '/api/audit', { as: nora, query })).json();
  const changes = async (query: Record<string, string> = {}) => audit({ ...query, kind: 'changes' });
  const changed = (await audit({ action: 'StoryGroupDetailsChanged' })).data[0]!;
  const month = new Date().toISOString().slice(0, 7).replace('-', '');
  const signIn = async (system: string) => {
    const client = {
      ip: '192.0.2.7',
      user_agent: `Mozilla/5.0 (${system}) AppleWebKit/537.36 Chrome/142.0 Safari/537.36`,
    };
    const context = { ...contextOf(nora, Date.now()), request_id: randomUUID(), client };
    const data = { user_id: nora.user_id, session_id: randomUUID() };
    await runCommand(w.kernel, context, async (trx) => {
      await save(trx, await load(trx, `security-${nora.account_id}-${month}`), [{ type: 'UserSignedIn', data }]);
      return { status: 200, data: null };
    });
  };
  for (const system of ['Macintosh', 'Macintosh', 'Windows NT 10.0']) await signIn(system);
  await w.caughtUp();

  const context = await w.windowOf(nora);
  const faults = collectPageErrors(context);
  const page = await open(t, context, `${w.base}/activity`);

  await t.test('an owner reads who did what, with before and after, pictures too', async (t) => {
    await page.getByRole('heading', { name: /^Today, / }).waitFor();
    await until(async () => (await entries(page).count()) === (await changes()).total, 'an entry for each change');
    const entry = entries(page).filter({ hasText: 'Daniel Okafor changed the name and the cover of Fall Favourites' });
    t.match(await entry.innerText(), 'Fall Favourites → Autumn Edit');
    await entry.click();
    await page.waitForURL(new RegExp(`entry=${changed.id}`));
    const details = page.getByRole('region', { name: 'Selected entry' });
    await details.getByRole('heading', { name: 'Changed the name and the cover' }).waitFor();
    const covers = details.locator('.ChangeRows-row img');
    t.equal(await covers.count(), 2, 'the covers before and after');
    const icons = changed.changes.find((one) => one.field === 'icon')!;
    t.same(
      await covers.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src.replace(/\.\d+\.webp$/, ''))),
      [icons.from, icons.to],
    );
    await until(
      () => covers.evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0)),
      'the pictures',
    );
    await untilShown(details, /Before\s+After[\s\S]*Fall Favourites[\s\S]*Autumn Edit/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await details.getByRole('heading', { name: /Added the story/ }).waitFor();
    t.same(faults, []);
  });

  await t.test('filters by person, thing, act and days stand in the address and survive a reload', async (t) => {
    await visitInside(page, '/activity');
    await entries(page).first().waitFor();
    await choose(page, 'Person', 'Daniel Okafor');
    await page.waitForURL(new RegExp(`who=${daniel.user_id}`));
    const his = (await changes({ actor_id: daniel.user_id })).total;
    await until(async () => (await entries(page).count()) === his, 'his entries');
    await choose(page, 'Item', /Autumn Edit/);
    await choose(page, 'Action', 'Story group details changed');
    await choose(page, 'Days', 'Today');
    await counted(page, '1 entry');
    t.match(page.url(), new RegExp(`thing=${group}`));
    t.match(page.url(), /act=StoryGroupDetailsChanged/);
    t.match(page.url(), /when=today/);
    await page.reload();
    await counted(page, '1 entry');
    for (const name of ['Days: Today', 'Person: Daniel Okafor', 'Action: Story group details changed'])
      await page.getByRole('button', { name }).waitFor();

    await choose(page, 'Action', 'Story deleted');
    await page.getByRole('heading', { name: 'No matching entries' }).waitFor();
    await page.getByRole('button', { name: 'Show everything' }).click();
    await counted(page, `${(await audit()).total} entries`);
    t.equal(new URL(page.url()).search, '?kind=all');
    await choose(page, 'Person', 'Storyrail, automatic');
    await page.getByRole('heading', { name: 'No matching entries' }).waitFor();
  });

  await t.test('a link leads from a group to its entries, and from an entry to the group', async () => {
    await visitInside(page, `/stories/${group}?tab=history`);
    await page.getByRole('link', { name: 'Show in Activity' }).click();
    await page.waitForURL(`${w.base}/activity?thing=${group}`);
    const { total } = await audit({ subject_id: group });
    await counted(page, `${total} entries`);
    await page.getByRole('button', { name: 'Item: Autumn Edit' }).waitFor();
    await entries(page).filter({ hasText: 'Fall Favourites' }).first().click();
    await page.getByRole('link', { name: 'Open story group' }).click();
    await page.waitForURL(`${w.base}/stories/${group}?tab=history**`);
  });

  await t.test('CSV holds every entry of the filter', async (t) => {
    await visitInside(page, `/activity?who=${daniel.user_id}`);
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
    await entries(page).first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    t.match(download.suggestedFilename(), /^activity-\d{4}-\d{2}-\d{2}\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    const { total } = await changes({ actor_id: daniel.user_id });
    t.equal(lines.length, total + 1);
    t.match(lines[0], /^Unix time,Time \(UTC\),Who,/);
    t.ok(lines.slice(1).every((line) => line.includes(',Daniel Okafor,user,')));
    t.ok(lines.some((line) => line.includes('title: Fall Favourites') && line.includes('title: Autumn Edit')));
    await page.getByText(`${total} entries saved as CSV.`).waitFor();
  });

  await t.test('sign-ins stand apart from changes, are told once where they repeat, and say from where', async (t) => {
    await visitInside(page, '/activity');
    await entries(page).first().waitFor();
    const signIns = entries(page).filter({ hasText: 'signed in' });
    t.equal(await signIns.count(), 0, 'changes come first');
    await page.getByRole('radio', { name: 'Sign-ins' }).click();
    await page.waitForURL(/kind=sign_ins/);
    await counted(page, '3 entries');
    const run = entries(page).filter({ hasText: 'signed in 3 times' });
    await run.waitFor();
    t.equal(await entries(page).count(), 1);
    await run.click();
    t.equal(await run.getAttribute('aria-expanded'), 'true');
    await entries(page).filter({ hasText: 'Chrome on Windows, 192.0.2.7' }).click();
    const details = page.getByRole('region', { name: 'Selected entry' });
    await untilShown(details, /Device\s+Chrome on Windows\s+Address\s+192\.0\.2\.7/);
    t.equal(await details.getByText('Before', { exact: true }).count(), 0, 'nothing was changed by it');
    t.equal(await entries(page).filter({ hasText: 'Chrome on macOS, 192.0.2.7' }).count(), 2);
    await run.click();
    t.equal(await entries(page).count(), 1);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    t.equal(lines.length, 4, 'the file has each of them');
  });

  await t.test('what comes in while the page is read is announced, and shown when asked for', async () => {
    // A load: what is read again behind a list that is shown already could have the new entry in it.
    await page.goto(`${w.base}/activity`);
    await until(async () => (await entries(page).count()) === (await changes()).total, 'an entry for each change');
    const before = await entries(page).count();
    await call(nora, 'PATCH', '/account', { name: 'Marlow & Co' });
    await w.caughtUp();
    await page.getByRole('button', { name: '1 new entry' }).click({ timeout: 30_000 });
    await until(async () => (await entries(page).count()) === before + 1, 'the new entry');
  });

  await t.test('a long account is drawn only near the window; older entries load on the way down', async (t) => {
    const kim = await w.person({ firstname: 'Kim', lastname: 'Hall' });
    for (let begin = 0; begin < 260; begin += 52)
      await appendAs(
        w,
        kim,
        `account-${kim.account_id}`,
        Array.from({ length: 52 }, (_, at) => ({
          type: 'AccountDetailsChanged',
          data: { name: `Name ${begin + at}` },
        })),
      );
    await w.caughtUp();
    const { data } = (await w.inject('GET', '/api/audit', { as: kim, query: { offset: '262' } })).json();
    const page = await open(t, await w.windowOf(kim), `${w.base}/activity?entry=${data[0].id}`);
    await page.getByRole('region', { name: 'Selected entry' }).getByText('Created the account').waitFor();
    await visitInside(page, '/activity');
    await entries(page).first().waitFor();
    await counted(page, '263 entries');
    t.ok((await entries(page).count()) < 100, 'not all of them are drawn');
    await until(async () => {
      await page.keyboard.press('End');
      return (await page.getByText('created the account').count()) > 0;
    }, 'the first entry of the account');
    t.ok((await entries(page).count()) < 100);
  });

  await t.test('staff is told apart, with the person for whom it was done', async () => {
    const ines = { id: nora.user_id, name: 'Ines Barros', type: 'staff' };
    const shown = { ...changed, actor: ines, on_behalf_of: { ...changed.actor, name: 'Nora Lindqvist' } };
    await page.route('**/api/audit**', (route) => route.fulfill({ json: { data: [shown], total: 1 } }));
    await visitInside(page, '/activity?act=StoryGroupDetailsChanged&when=today');
    await entries(page).getByText('Staff, as Nora Lindqvist').waitFor();
    const details = page.getByRole('region', { name: 'Selected entry' });
    await untilShown(details, /Ines Barros, Storyrail staff[\s\S]*On behalf of\s+Nora Lindqvist/);
    await page.unroute('**/api/audit**');
  });

  await t.test('only account owners read it; whoever may not is told whom to ask', async (t) => {
    const page = await open(t, await w.windowOf(daniel), `${w.base}/activity`);
    await page.getByRole('heading', { name: 'You need permission' }).waitFor();
    t.equal(await page.getByRole('link', { name: 'Activity' }).count(), 0);
  });

  await t.test('a list that does not load says so and can be asked for again', async () => {
    let broken = true;
    await page.route('**/api/audit**', (route) =>
      broken ? route.fulfill({ status: 500, json: { data: null, code: 'Internal', message: '' } }) : route.continue(),
    );
    await visitInside(page, '/activity?act=StoryAdded');
    await page.getByText("Activity couldn't load").waitFor();
    broken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await entries(page).first().waitFor();
    await page.unroute('**/api/audit**');
  });

  await t.test('on a phone an entry opens in a panel; nothing serious for axe', async (t) => {
    await visitInside(page, '/activity');
    await page.waitForURL((url) => url.search === '');
    await entries(page).first().waitFor();
    await looks(t, page, 'activity');
    await page.setViewportSize({ width: 390, height: 844 });
    await entries(page).filter({ hasText: 'Fall Favourites' }).first().click();
    await page.getByRole('dialog', { name: 'Entry' }).getByText('Before').first().waitFor();
    for (const [colorScheme, question] of [
      ['light', {}],
      ['dark', { rules: ['color-contrast'] }],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      t.same(await axeViolations(page, question), [], `the panel, ${colorScheme}`);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    t.notMatch(page.url(), /entry=/);
  });
});
