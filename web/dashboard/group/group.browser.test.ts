import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { axeViolations } from '#ops/testing/axe.ts';
import { collectPageErrors, type Dashboard, drawnPicture, startDashboard, untilShown } from '#ops/testing/dashboard.ts';
import { type Person, until } from '#ops/testing/harness.ts';
import { pickUp } from '#ops/testing/pick-up.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

const day = 86_400_000;
const permission =
  "It looks like you don't have permission to use this feature. Please contact your Account Owner to resolve this issue.";

/** A shop with one group: three stories, a rename ten days ago, a deleted story. */
const plantGroup = async (w: Dashboard, clock: { at: number | null }) => {
  const nora = await w.person({ firstname: 'Nora' });
  const send = (method: string, path: string, body: object, as: Person = nora) => w.call(as, method, path, body);
  const app = await send('POST', '/app', { store_id: 'com.a.b', store_type: 'ios', is_live: false, title: 'Marlow' });
  clock.at = Date.now() - 12 * day;
  const icon = await w.upload(nora, await drawnPicture('A', '#b5482a', 300, 300));
  const media = await w.upload(nora, await drawnPicture('Coat', '#2d4f86'));
  const ts_start = Math.floor(clock.at / 1000);
  const fields = { app_id: app.id, icon, ts_start };
  const group: string = (await send('POST', '/n/story_group', { ...fields, title: 'Fall' })).story_group_id;
  const story = async (title: string, more = {}): Promise<string> =>
    (await send('POST', '/story', { story_group_id: group, title, type: 1, media, ...more })).story_id;
  const stories = [await story('Coat'), await story('Parka'), await story('Knit', { status: 2 })];
  clock.at += 2 * day;
  await send('PATCH', '/n/story_group', { story_group_id: group, title: 'Autumn' });
  clock.at += 2 * day;
  await send('DELETE', '/story', { story_id: stories[2]! });
  clock.at = null;
  const creator = await w.person({
    firstname: 'Priya',
    account_id: nora.account_id,
    permissions: { story_creator: [app.id] },
  });
  const own: string = (
    await send('POST', '/n/story_group', { ...fields, title: 'Draft', ts_start: undatedStart() }, creator)
  ).story_group_id;
  await w.caughtUp();
  return { nora, creator, app_id: app.id as string, group, own, media, send };
};
const undatedStart = () => Math.floor(Date.now() / 1000);

const open = async (t: Test, context: BrowserContext, address: string): Promise<Page> => {
  const page = await context.newPage();
  t.teardown(() => context.close());
  await page.goto(address);
  return page;
};
const card = (page: Page, title: string) => page.locator('.StoryGrid-card').filter({ hasText: title });
const names = async (page: Page) => page.locator('.StoryGrid-card .StoryCard-name').allInnerTexts();

t.test('the page of a group', async (t) => {
  const clock: { at: number | null } = { at: null };
  const w = await startDashboard(t, { now: () => clock.at ?? Date.now() });
  const shop = await plantGroup(w, clock);
  const { nora, creator, group, own, media, send } = shop;
  const detail = async (id = group) =>
    (await w.inject('GET', `/api/story_group/detail?story_group_id=${id}`, { as: nora })).json().data;

  const context = await w.windowOf(nora);
  const faults = collectPageErrors(context);
  const calls: string[] = [];
  context.on('request', (request) => /\/sdk\/v1\/(?!player)/.test(request.url()) && calls.push(request.url()));
  const page = await open(t, context, `${w.base}/stories/${group}?tab=history`);

  await t.test('time travel by keyboard, the player of that moment, a restore and its undoing', async (t) => {
    const handle = page.getByRole('slider', { name: 'Time' });
    await handle.waitFor();
    t.equal(await handle.getAttribute('aria-valuetext'), 'Now');
    await page.getByText('Current version').waitFor();
    await handle.focus();
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL(/at=\d+/);
    await page.getByText('Version of').waitFor();
    await page.getByRole('region', { name: 'Selected change' }).getByText('Deleted the story “Knit”').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('region', { name: 'Selected change' }).getByText('Changed the name').waitFor();
    await page.keyboard.press('ArrowLeft');
    const past = page.getByRole('region', { name: 'As it was' });
    await past.getByText('Live in the SDK at that time.').waitFor();
    const player = past.locator('story-rail');
    await player.getByRole('button', { name: /Fall/ }).click();
    const viewer = player.getByRole('dialog', { name: 'Fall' });
    await viewer.waitFor();
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    t.same(calls, [], 'what is watched here counts nowhere');

    await page.getByRole('button', { name: 'Restore this version' }).click();
    const dialog = page.getByRole('dialog', { name: /Restore version \d+\?/ });
    await dialog.getByText('Status of “Knit”').waitFor();
    const told = await dialog.innerText();
    t.match(told, /Name\s+Before:\s+Autumn\s+After:\s+Fall/);
    t.match(told, /Deleted\s+After:\s+Inactive/);
    t.same(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Restore this version' }).click();
    await page.getByText('Story group restored.').waitFor();
    t.match(await detail(), { title: 'Fall', status: 1, stories: [{ status: 1 }, { status: 1 }, { status: 2 }] });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The restore was undone.').waitFor();
    t.match(await detail(), { title: 'Autumn', story_count: 2 });
    await page
      .getByRole('button', { name: /Restored version \d+/ })
      .first()
      .waitFor();
    t.same(faults, []);
  });

  await t.test('any moment can be picked, and a link to it opens the same', async (t) => {
    const ts = Math.floor((Date.now() - 11 * day) / 1000);
    await page.emulateMedia({ colorScheme: 'dark' });
    await visitInside(page, `/stories/${group}?tab=history&at=${ts}`);
    await page.getByRole('region', { name: 'As it was' }).getByText('Fall').first().waitFor();
    await page.getByRole('region', { name: 'Selected change' }).getByText('Added the story “Knit”').waitFor();
    t.same(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Now', exact: true }).click();
    await page.getByText('Current version').waitFor();
    t.notMatch(page.url(), 'at=');
    await page.getByRole('button', { name: /Type of change/ }).click();
    await page.getByRole('menuitemradio', { name: 'Details' }).click();
    await page.waitForURL(/what=details/);
    await page.getByRole('menu').waitFor({ state: 'detached' });
    const list = page.getByRole('region', { name: 'Changes' });
    await list.getByText('Added the story “Knit”').waitFor({ state: 'detached' });
    t.match(await list.innerText(), /Restored version[\s\S]*Changed the name[\s\S]*Created the story group/);
    const rail = (await page.locator('.TimeTravel-track').boundingBox())!;
    await page.mouse.move(rail.x + rail.width - 2, rail.y + 30);
    await page.mouse.down();
    await page.mouse.move(rail.x + rail.width * 0.6, rail.y + 30, { steps: 5 });
    await page.mouse.move(rail.x + rail.width * 0.5, rail.y + 30, { steps: 5 });
    await page.mouse.up();
    await page.waitForURL(/at=\d+/);
    const at = Number(new URL(page.url()).searchParams.get('at')) * 1000;
    t.ok(Math.abs(at - (Date.now() - 6 * day)) < day / 4, 'the middle of twelve days is six days ago');
    await page.getByRole('button', { name: 'Previous change' }).click();
    await page.getByRole('region', { name: 'Selected change' }).getByText('Deleted the story “Knit”').waitFor();
  });

  await t.test('a deleted story comes back from its change, on a phone too', async (t) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 390, height: 844 });
    await visitInside(page, `/stories/${group}?tab=history`);
    await page.getByRole('button', { name: /Deleted the story “Knit”/ }).click();
    await page.getByRole('button', { name: 'Show this version' }).click();
    await page.getByRole('dialog', { name: 'As it was' }).locator('story-rail').getByText('Autumn').waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Restore this story' }).click();
    await page.getByRole('dialog').getByText('Inactive').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore this story' }).click();
    await page.getByText('Story restored.').waitFor();
    t.match((await detail()).stories, [{}, {}, { title: 'Knit', status: 2 }]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    t.ok(width <= 390, `nothing is wider than the phone: ${width}`);
  });

  await t.test(
    'the figures of its stories are saved as CSV; on a phone what belongs to a tab lies below the tabs',
    async (t) => {
      await visitInside(page, `/stories/${group}?tab=analytics`);
      const csv = page.getByRole('button', { name: 'CSV' });
      const saved = async (which: RegExp) => {
        await csv.click();
        const item = page.getByRole('menuitem', { name: which });
        const [file] = await Promise.all([page.waitForEvent('download'), item.click()]);
        t.match(file.suggestedFilename(), /^stories_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/);
        const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
        t.match(lines.at(-1), /\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d, UTC days\. .* Counted .* UTC\./);
        return lines;
      };
      const lines = await saved(/^All columns/);
      t.match(lines[0], /^id,title,.*reach,impression,click/);
      const { stories } = await detail();
      t.same(
        lines
          .slice(1, -1)
          .map((line) => line.split(',')[0])
          .sort(),
        stories.map(({ id }: { id: string }) => id).sort(),
      );
      t.same((await saved(/^Table as shown/)).slice(0, 2), [
        'Story,Reach,Impression,Click,CTR,Avg. Watch Length,Next,Previous,Closed,Completions,Skipped,Shared',
        'Coat,0,0,0,,,0,0,0,0,0,0',
      ]);
      await page.getByText(`${stories.length} stories saved as CSV.`).first().waitFor();
      const tabs = (await page.getByRole('navigation', { name: 'Story group sections' }).boundingBox())!;
      t.ok((await csv.boundingBox())!.y >= tabs.y + tabs.height);
      const top = (await page.locator('main > header').boundingBox())!;
      t.ok(top.height <= 220, `the head leaves a phone to the stories: ${top.height} px`);
      t.same(await axeViolations(page), []);
      t.same(faults, []);

      await page.setViewportSize({ width: 1440, height: 900 });
      const head = page.getByRole('columnheader', { name: 'Story' });
      const width = async () => (await head.boundingBox())!.width;
      await head.waitFor();
      await page.getByRole('heading', { name: 'No views yet' }).waitFor();
      t.equal(await page.locator('.AnalyticsTab-figures, .DayChartCard-root').count(), 0, 'no zeros and no flat line');
      const coat = page.getByRole('table', { name: /^Story analytics for/ }).getByRole('row', { name: 'Coat' });
      t.match((await coat.innerText()).replace(/\s+/g, ' '), /^Coat 0 0 0 – – 0 /);
      await coat.getByRole('button').first().click();
      await page.getByRole('dialog', { name: 'Why this number: Reach' }).waitFor();
      await page.keyboard.press('Escape');
      await page.waitForURL((url) => !url.searchParams.has('why'));
      await visitInside(page, `/stories/${group}?tab=analytics&from=2020-01-01&to=2020-01-05`);
      await untilShown(coat, /^Coat(\s*–\s*No data before \d+ \w+ \d{4}){11}\s*$/);
      const before = await width();
      await page.getByRole('separator', { name: 'Width of Story' }).focus();
      await page.keyboard.press('ArrowRight');
      await until(async () => (await width()) > before, 'a wider column');
      const wider = await width();
      await page.reload();
      await head.waitFor();
      t.equal(await width(), wider, 'widths of columns are kept');
    },
  );

  await t.test('stories are sorted by keyboard, switched together, edited and deleted by the rules', async (t) => {
    await visitInside(page, `/stories/${group}`);
    await card(page, 'Knit').waitFor();
    t.same(await names(page), ['Coat', 'Parka', 'Knit']);
    await pickUp(page, 'Move Knit, position 3', 'Knit is over position 3 of 3.');
    await page.keyboard.press('ArrowLeft');
    await page.getByText('Knit is over position 2 of 3.').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await until(async () => (await detail()).stories[1].title === 'Knit', 'the order on the server');
    t.same(await names(page), ['Coat', 'Knit', 'Parka']);

    await page.getByRole('radio', { name: /Inactive/ }).click();
    await page.waitForURL(/status=inactive/);
    await until(async () => (await names(page)).join() === 'Knit', 'only the inactive story to be shown');
    await page.getByRole('radio', { name: /All/ }).click();

    await card(page, 'Coat').hover();
    const remove = card(page, 'Coat').getByRole('button', { name: 'Delete Coat' });
    t.equal(await remove.getAttribute('aria-disabled'), 'true');
    await page.getByRole('checkbox', { name: 'Select Coat' }).check({ force: true });
    await page.getByRole('checkbox', { name: 'Select Parka' }).check({ force: true });
    await page.getByRole('region', { name: 'Selected stories' }).getByRole('button', { name: 'Inactivate' }).click();
    await page.getByText('2 stories inactivated').waitFor();
    await until(
      async () => (await detail()).stories.every((one: { status: number }) => one.status === 2),
      'the server',
    );

    await card(page, 'Coat').hover();
    await card(page, 'Coat').getByRole('button', { name: 'Edit Coat' }).first().click();
    await page.getByLabel('Swipe-up link').fill('https://marlow.test/');
    await page.getByRole('button', { name: 'Save' }).click();
    const textIsMissing = page.getByText('Please fill Swipe up text');
    await textIsMissing.waitFor();
    await page.getByLabel('Swipe-up link').fill('');
    await textIsMissing.waitFor({ state: 'detached' });
    await page.getByLabel('Swipe-up link').fill('https://marlow.test/');
    await textIsMissing.waitFor();
    await page.getByLabel('Swipe-up text').fill('Swipe Up');
    await page.getByLabel('Title').fill('x'.repeat(41));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Title can be maximum 40 characters.').waitFor();
    await page.getByLabel('Title').fill('Coat two');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Coat two saved.').waitFor();

    await card(page, 'Knit').hover();
    await card(page, 'Knit').getByRole('button', { name: 'Delete Knit' }).click();
    const asked = page.getByRole('alertdialog');
    await asked.getByText('Are you sure?').waitFor();
    t.match(await asked.innerText(), 'If you delete a story, you will lose all its data.');
    await asked.getByRole('button', { name: 'Delete story' }).click();
    await page.getByText('Story Deleted!').waitFor();
    await until(async () => (await detail()).story_count === 2, 'the deletion');
  });

  await t.test('copies and files are added from the page of their own, at most 100', async (t) => {
    await visitInside(page, '/story/add');
    await page.waitForURL(/\/content/);
    await visitInside(page, `/stories/${group}`);
    await card(page, 'Parka').hover();
    await card(page, 'Parka').getByRole('button', { name: 'Copy Parka' }).click();
    await page.getByRole('heading', { name: 'Add Stories' }).waitFor();
    const picture = await drawnPicture('New', '#2d8649');
    const files = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ name: `File ${n}.png`, mimeType: 'image/png', buffer: picture }));
    await page.getByLabel('Pictures and videos').setInputFiles(files(1));
    await page.getByRole('textbox', { name: 'Title' }).last().fill('From a file');
    t.same(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Add 2 stories' }).click();
    await page.waitForURL(new RegExp(`/stories/${group}`));
    await page.getByText('Stories added successfully').waitFor();
    t.same(
      (await detail()).stories.slice(2).map((one: { title: string }) => one.title),
      ['Parka', 'From a file'],
    );

    const ts_start = undatedStart();
    const large = { app_id: shop.app_id, title: 'Large', icon: media, ts_start };
    const { story_group_id: id } = await send('POST', '/n/story_group', large);
    const story = { title: 'One', type: 1, media };
    const body = Array.from({ length: 98 }, () => ({ ...story, story_group_id: id, status: 2 }));
    await send('POST', '/story/multiple', { stories: body });
    await page.evaluate(
      (usr) => {
        history.pushState({ usr, key: 'copy' }, '', '/story/add');
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      },
      { group: { id }, stories: [{ id: 'a', ...story }] },
    );
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    await page.getByLabel('Pictures and videos').setInputFiles(files(2));
    const full = page.getByText(
      'There can be maximum 100 stories in a story group. Please reduce the number of selected stories.',
    );
    await full.waitFor();
    t.equal(await page.getByRole('button', { name: 'Add 3 stories' }).isDisabled(), true);
    await page.getByRole('checkbox', { name: 'Add File 1' }).uncheck({ force: true });
    await full.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add 2 stories' }).click();
    await until(async () => (await detail(id)).story_count === 100, 'the last two stories');
    t.same(faults, []);
  });

  await t.test('a creator edits and restores groups of his own, and switches nothing', async (t) => {
    await send('PATCH', '/n/story_group', { story_group_id: own, title: 'Draft two' }, creator);
    await w.caughtUp();
    const context = await w.windowOf(creator);
    const page = await open(t, context, `${w.base}/stories/${own}?tab=history`);
    const approve = page.getByRole('button', { name: 'Approve' });
    await approve.focus();
    await page.getByRole('tooltip', { name: permission }).or(page.getByText(permission)).first().waitFor();
    await page.getByRole('button', { name: 'Undo this change' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo this change' }).click();
    await page.getByText('Story group restored.').waitFor();
    t.match(await detail(own), { title: 'Draft', status: 10 });
    await visitInside(page, `/stories/${group}`);
    await card(page, 'Parka').first().waitFor();
    t.equal(
      await page.getByRole('button', { name: 'Create Story' }).first().getAttribute('aria-disabled'),
      'true',
      'another person’s group stays closed',
    );
  });
});
