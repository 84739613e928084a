import type { Page } from 'playwright-core';
import t from 'tap';
import { sentDesign } from '#contracts/studio/examples.ts';
import { collectPageErrors, drawnPicture, startDashboard } from '#ops/testing/dashboard.ts';
import { looks } from '#ops/testing/looks.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

const card = (page: Page, title: string) =>
  page.locator('.StoryGrid-card', { has: page.getByText(title, { exact: true }) });

t.test('designs of stories in the dashboard', async (t) => {
  const w = await startDashboard(t);
  const nora = await w.person({ firstname: 'Nora' });
  const make = (path: string, body: object) => w.call(nora, 'POST', path, body);
  const app = await make('/app', { store_id: 'com.a.b', store_type: 'ios', is_live: false, title: 'Marlow' });
  const media = await w.upload(nora, await drawnPicture('Coat', '#2d4f86'));
  const ts_start = Math.floor(Date.now() / 1000);
  const made = await make('/n/story_group', { app_id: app.id, title: 'Autumn', icon: media, ts_start, status: 1 });
  const group: string = made.story_group_id;
  const add = async (title: string, more: object = {}): Promise<string> =>
    (await make('/story', { story_group_id: group, title, type: 1, media, ...more })).story_id;
  const low = { position: { x: 20, y: 420 }, size: { width: 320, height: 140 } };
  const poll = await add('Which coat?', {
    studio: sentDesign(
      ['text', 'text-0001', { font_size: 40, text_weight: 700, position: { x: 20, y: 80 } }],
      ['poll', 'poll-0001', low],
      ['reaction', 'emoj-0001', { position: { x: 60, y: 570 }, size: { width: 240, height: 56 } }],
    ),
  });
  const at = (y: number, height: number) => ({ position: { x: 20, y }, size: { width: 320, height } });
  await add('All of them', {
    studio: sentDesign(
      ['image', 'comp-0001', { media, position: { x: 250, y: 10 }, size: { width: 90, height: 60 }, rotation: 8 }],
      ['quiz', 'comp-0002', at(76, 170)],
      ['rating', 'comp-0003', at(252, 110)],
      ['countdown', 'comp-0004', at(368, 130)],
      ['product_tag', 'comp-0005', at(504, 60)],
      ['cta', 'comp-0006', at(580, 56)],
    ),
  });
  const plain = await add('Plain', { status: 2 });
  const rules = [{ component_id: 'poll-0001', values: ['A'], to: plain }];
  await w.call(nora, 'PATCH', '/story', { id: poll, conditions: { rules } });
  const context = await w.windowOf(nora, { bypassCSP: true });
  t.teardown(() => context.close());
  const faults = collectPageErrors(context);
  const page = await context.newPage();

  await t.test('cards draw them in their size and name what they ask', async (t) => {
    await page.goto(`${w.base}/stories/${group}`);
    const drawn = card(page, 'Which coat?').locator('[data-kit="design"]');
    const option = drawn.locator('.text').getByText('Camel wool', { exact: true });
    await option.waitFor();
    t.equal(await page.getByRole('button', { name: 'Camel wool' }).count(), 0, 'and nothing to readers of screens');
    const [box, inner] = [await drawn.boundingBox(), await option.boundingBox()];
    t.ok(inner!.x > box!.x && inner!.x + inner!.width < box!.x + box!.width, 'within the card');
    t.match((await card(page, 'Which coat?').locator('.StoryGrid-chips').innerText()).replaceAll('\n', ''), /^Poll\+1/);
    t.equal(await card(page, 'Plain').locator('[data-kit="design"]').count(), 0);
    await card(page, 'All of them').locator('[data-kit="design"]').getByText('Storm Shell').first().waitFor();
    await looks(t, page, 'group-designs');
  });

  await t.test('deleting a story names what leads to it', async () => {
    await card(page, 'Plain').hover();
    await card(page, 'Plain').getByRole('button', { name: 'Delete Plain' }).click();
    const asked = page.getByRole('alertdialog', { name: 'Are you sure?', exact: true });
    await asked.getByText('A rule of Which coat? leads here and will rest.', { exact: true }).waitFor();
    await asked.getByRole('button', { name: 'Cancel' }).click();
  });

  await t.test('a copy of a story keeps its design, with ids of its own', async (t) => {
    await card(page, 'Which coat?').hover();
    await card(page, 'Which coat?').getByRole('button', { name: 'Copy Which coat?' }).click();
    await page.getByRole('button', { name: 'Add story', exact: true }).click();
    const stories = async () => {
      const answer = await w.inject('GET', `/api/story_group/detail?story_group_id=${group}`, { as: nora });
      return answer.json().data.stories;
    };
    await w.until(async () => (await stories()).length === 4, 'the copy to be there');
    const [original, , , copy] = await stories();
    const [{ id: before, ...asked }] = original.studio.pollData;
    const [{ id: after, ...askedToo }] = copy.studio.pollData;
    t.same(askedToo, asked);
    t.not(after, before);
  });

  await t.test('history tells a change of a design by component', async (t) => {
    const studio = sentDesign(['poll', 'poll-0001', { ...low, question: 'Which of them?' }]);
    await w.call(nora, 'PATCH', '/story', { id: poll, studio });
    await w.caughtUp();
    await visitInside(page, `/stories/${group}?tab=history`);
    const pane = page.getByRole('main');
    await pane.getByText('Poll “Which of them?” · question').first().waitFor();
    await pane.getByText('Which of them?', { exact: true }).first().waitFor();
    const drawn = pane.getByRole('region', { name: 'Design of Which coat?' });
    const sides = drawn.getByRole('figure');
    await sides.nth(0).locator('[data-kit="design"]').getByText('Which coat?', { exact: true }).waitFor();
    await sides.nth(1).locator('[data-kit="design"]').getByText('Which of them?', { exact: true }).waitFor();
    t.same(await sides.locator('figcaption').allInnerTexts(), ['Before', 'After']);
    const [before, after] = [await sides.nth(0).boundingBox(), await sides.nth(1).boundingBox()];
    t.equal(before!.y, after!.y, 'beside each other');
    await page.setViewportSize({ width: 390, height: 844 });
    const [above, below] = [await sides.nth(0).boundingBox(), await sides.nth(1).boundingBox()];
    t.ok(below!.y > above!.y + above!.height, 'below each other on a phone');
    await looks(t, page, 'history-designs');
  });

  await t.test('a restore draws what it brings back, and names of its fields have room', async (t) => {
    const { version } = await w.call(nora, 'GET', `/story_group/detail?story_group_id=${group}`, {});
    await visitInside(page, `/stories/${group}?tab=history&version=${version - 1}`);
    const past = page.getByRole('region', { name: 'As it was' });
    const player = past.locator('story-rail');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/sdk/')) sent.push(request.url());
    });
    await player.getByRole('button', { name: /Autumn/ }).click();
    await player.getByText('Which coat?', { exact: true }).first().waitFor();
    t.equal(await player.getByText('Which of them?', { exact: true }).count(), 0, 'the design of that moment');
    await player.getByRole('button', { name: /Camel wool/ }).click();
    await page.keyboard.press('Escape');
    t.same(sent, [], 'and nothing of it is counted');
    await page.getByRole('button', { name: 'Restore this version' }).click();
    const dialog = page.getByRole('dialog', { name: /^Restore/ });
    const sides = dialog.getByRole('region', { name: 'Design of Which coat?' }).getByRole('figure');
    await sides.nth(0).locator('[data-kit="design"]').getByText('Which of them?', { exact: true }).waitFor();
    await sides.nth(1).locator('[data-kit="design"]').getByText('Which coat?', { exact: true }).waitFor();
    const field = dialog.getByText('Poll “Which coat?” · question of “Which coat?”', { exact: true });
    t.ok((await field.boundingBox())!.height < 24, 'on one line');
    await looks(t, page, 'restore-designs');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await t.test('lists whose rows bring no design ask for those in sight, in one call', async (t) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/story/designs') asked.push(searchParams.get('story_id')!);
    });
    const overview = page.waitForResponse(/\/api\/n\/analytics\/overview/);
    await visitInside(page, '/home');
    t.notMatch(await (await overview).text(), 'pollData');
    const newest = page.getByRole('region', { name: 'Latest stories' });
    const tile = newest.getByRole('listitem').filter({ hasText: 'All of them' });
    await tile.locator('[data-kit="design"]').getByText('Storm Shell').first().waitFor();
    t.match(await tile.innerText(), 'Quiz, Rating, Countdown, Product tag');
    t.equal(await newest.getByRole('listitem').filter({ hasText: 'Plain' }).locator('[data-kit="design"]').count(), 0);
    t.equal(asked.length, 1);
    t.notMatch(asked[0], plain);
    await page.goto(`${w.base}/content?app=${app.id}`);
    const strip = page.locator('.GroupCards-strip');
    await strip.locator('[data-kit="design"]').getByText('Storm Shell').first().waitFor();
    t.equal(await strip.locator('[data-kit="thumb"]').count(), 4);
    await strip.locator('[data-kit="design"]').nth(2).waitFor({ state: 'attached' });
    t.equal(await strip.locator('[data-kit="design"]').count(), 3);
    t.equal(asked.length, 2);
  });
  t.same(faults, []);
});
