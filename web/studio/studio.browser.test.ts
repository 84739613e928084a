import type { Page } from 'playwright-core';
import t from 'tap';
import type { SdkStories } from '#contracts/sdk/protocol.ts';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import { flatten } from '#contracts/studio/flat.ts';
import { componentKinds } from '#contracts/studio/kinds.ts';
import { axeViolations } from '#ops/testing/axe.ts';
import { collectPageErrors, drawnPicture, startDashboard } from '#ops/testing/dashboard.ts';
import { looks } from '#ops/testing/looks.ts';
import { pickUp } from '#ops/testing/pick-up.ts';
import { startStopwatch, until } from '#ops/testing/stopwatch.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';
import { keyTable, shownCaps } from './commands/test-key-table.ts';
import { studioHand } from './test-hand.ts';
import { loseAnswer, studioFields } from './test-ways.ts';

const saved = (page: Page) => page.getByRole('status').getByText('Draft saved').waitFor();
const add = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Add to story' }).getByRole('button', { name, exact: true }).click();

const { button, field } = studioFields;
const { still, pointOf, selectedBox, drag, middleOf } = studioHand;
t.test('the studio', async (t) => {
  const w = await startDashboard(t);
  const nora = await w.person({ firstname: 'Nora' });
  const make = (path: string, body: object) => w.call(nora, 'POST', path, body);
  const app = await make('/app', { store_id: 'com.a.b', store_type: 'ios', is_live: false, title: 'Marlow' });
  const icon = await w.upload(nora, await drawnPicture('A', '#b5482a', 300, 300));
  const coat = { name: 'coat.png', mimeType: 'image/png', buffer: await drawnPicture('Coat', '#2d4f86', 1080, 1920) };
  const ts_start = Math.floor(Date.now() / 1000);
  const [instance] = app.instances;
  const group: string = (await make('/n/story_group', { app_id: app.id, title: 'Autumn', icon, ts_start }))
    .story_group_id;
  const context = await w.windowOf(nora, { bypassCSP: true });
  t.teardown(() => context.close());
  const faults = collectPageErrors(context);
  const page = await context.newPage();
  const read = async (path: string, query: Record<string, string>) =>
    (await w.inject('GET', `/api${path}`, { as: nora, query })).json().data;
  const stories = async (): Promise<StoryRow[]> =>
    (await read('/story_group/detail', { story_group_id: group })).stories;
  const openId = () => new URL(page.url()).searchParams.get('story')!;
  /** The design of the story that is open, as it is saved. */
  const stored = async () => {
    await saved(page);
    return (await read('/story/draft', { story_id: openId() })).draft.content.studio;
  };
  /** What was published first. */
  let first: ReturnType<typeof flatten> = [];
  const delivered = async (): Promise<SdkStories> =>
    (await w.inject('GET', `/sdk/v1/${instance.token}/stories`)).json();

  await t.test('Create Story opens a new draft, in which each kind is drawn, saved and published', async (t) => {
    await page.goto(`${w.base}/stories/${group}`);
    await page.route('**/api/story/draft', loseAnswer, { times: 2 });
    await page.getByRole('link', { name: 'Create Story' }).first().click();
    await page.getByRole('heading', { name: "The story wasn't added" }).waitFor();
    await Promise.all([page.waitForResponse('**/api/story/draft'), button(page, 'Try again').click()]);
    await page.reload();
    await page.waitForURL('**/studio/**story=**');
    await page.getByRole('heading', { level: 1 }).getByText('Untitled story').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Create Story' }).first().waitFor();
    await page.goForward();
    t.equal((await read('/story/drafts', { story_group_id: group })).length, 1, 'nothing begins another one');
    await page.getByRole('button', { name: /Untitled story\. Rename/ }).click();
    await page.getByLabel('Story title').fill('Coats');
    await page.getByLabel('Story title').press('Enter');
    await page.getByRole('radio', { name: 'Media' }).click();
    await page.getByRole('region', { name: 'Background' }).locator('input[type=file]').setInputFiles(coat);
    await page.getByRole('button', { name: 'Replace picture or video' }).waitFor();
    await page.getByRole('radio', { name: 'Elements' }).click();
    for (const name of ['Text', 'Reaction', 'Poll', 'Quiz', 'Rating', 'Countdown']) await add(page, name);
    const choosing = page.waitForEvent('filechooser');
    await add(page, 'Image');
    await (await choosing).setFiles(coat);
    await field(page, 'Description').fill('A blue coat');
    await add(page, 'Swipe Up');
    await field(page, 'Web link').fill('https://shop.example/coats');
    await add(page, 'Product tag');
    await field(page, 'Product name').fill('Storm Shell');
    await field(page, 'Product ID').fill('sku-1');
    await field(page, 'Web link').fill('https://shop.example/storm');
    await field(page, 'Web link').press('Tab');
    await saved(page);
    t.same((await delivered()).data.groups, [], 'a draft reaches no viewer');
    const publish = page.getByRole('button', { name: 'Publish', exact: true });
    await publish.click();
    const dialog = page.getByRole('dialog', { name: 'Publish this story' });
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Published', { exact: true }).waitFor();
    const took = startStopwatch();
    await until(async () => (await delivered()).data.groups.length === 1, 'it is delivered');
    t.ok(took() < 2000, `delivered after ${Math.round(took())} ms`);
    const [story] = (await delivered()).data.groups[0]!.stories;
    first = flatten(story!.studio!);
    t.same(new Set(first.map(({ kind }) => kind)), new Set(componentKinds), 'all nine kinds are delivered');
    t.equal((await stories()).length, 1);
  });

  await t.test(
    'a change is a draft beside the live story, can be left out, and an earlier version comes back',
    async (t) => {
      await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
      await page.getByRole('region', { name: 'Layers' }).getByText('Which one do you prefer?').click();
      await field(page, 'Question').fill('Camel or navy?');
      await field(page, 'Question').press('Tab');
      await page.getByRole('button', { name: 'Ask a new question' }).click();
      await page.getByRole('button', { name: /Coats\. Rename/ }).click();
      await page.getByLabel('Story title').fill('Winter coats');
      await page.getByLabel('Story title').press('Enter');
      await saved(page);
      t.equal((await stories())[0]!.title, 'Coats', 'the live story stays');
      await page.getByRole('button', { name: 'Changes and versions' }).click();
      const changes = page.getByRole('complementary', { name: 'Changes in the draft' });
      await changes.getByText('Winter coats').waitFor();
      await looks(t, page, 'the changes of a draft');
      await changes.getByRole('checkbox', { name: 'Publish: Title' }).uncheck({ force: true });
      await page.getByText('Published', { exact: true }).waitFor({ state: 'detached' });
      await changes.getByRole('button', { name: /^Publish \d changes?$/ }).click();
      await page.getByText('Published', { exact: true }).waitFor();
      const [live] = await stories();
      t.same([live!.title, live!.studio!.pollData[0]!.question], ['Coats', 'Camel or navy?']);
      await saved(page);
      await page.getByRole('heading', { level: 1 }).getByText('Winter coats').waitFor();
      await page.getByRole('listbox').focus();
      for (const key of ['ControlOrMeta+a', 'Delete']) await page.keyboard.press(key);
      await until(async () => (await stored()) === null, 'the design to be gone from the draft');
      await page.getByRole('button', { name: 'Changes and versions' }).click();
      const versions = page.getByRole('complementary', { name: 'Versions' });
      await versions.getByRole('button', { name: /^Version 2/ }).waitFor();
      await versions.getByRole('button', { name: /^First published/ }).click();
      await versions.getByRole('button', { name: 'Restore to draft' }).click();
      await page.getByRole('region', { name: 'Layers' }).getByText('Which one do you prefer?').waitFor();
      await until(async () => (await stored()) !== null, 'the first version to be the draft');
      t.same(flatten(await stored()), first, 'each kind comes back as it was published');
      t.equal((await stories())[0]!.studio!.pollData[0]!.question, 'Camel or navy?', 'what is live stays');
      await button(page, 'Changes and versions').click();
      await button(page, 'Discard draft').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click();
      await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
      const story_id = openId();
      // Who leaves a story sends what waits.
      await visitInside(page, `/stories/${group}`);
      await page.getByRole('link', { name: 'Create Story' }).first().waitFor();
      t.equal((await read('/story/draft', { story_id })).draft, null, 'the draft stays away');
      t.same(faults, []);
    },
  );

  await t.test('a template is used for a new story, and the whole way goes without a mouse', async (t) => {
    await page.getByRole('link', { name: 'Create Story' }).first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/studio/**story=**');
    const templates = page.getByRole('radio', { name: 'Elements' });
    await templates.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Quiz and poll' }).focus();
    await page.keyboard.press('Enter');
    const template = page.getByRole('button', { name: /^Use .* for this story$/ }).first();
    await template.focus();
    await page.keyboard.press('Enter');
    await page.getByText(/applied\. Your words and pictures stay\./).waitFor();
    await page.getByRole('button', { name: /Untitled story\. Rename/ }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Weekend sale');
    await page.keyboard.press('Enter');
    await saved(page);
    await page.keyboard.press('ControlOrMeta+Enter');
    const dialog = page.getByRole('dialog', { name: /^Publish/ });
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Publish', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page
      .getByText(/ublished/)
      .last()
      .waitFor();
    await until(async () => (await stories()).some(({ title }) => title === 'Weekend sale'), 'it is published');
    t.same(faults, []);
  });

  await t.test('number fields and the list of layers do all that dragging does', async (t) => {
    await button(page, 'Add a story').click();
    await page.getByRole('menuitem', { name: 'Blank story' }).click();
    await page.getByRole('heading', { level: 1 }).getByText('Untitled story').waitFor();
    await page.getByRole('radio', { name: 'Elements' }).click();
    for (const name of ['Text', 'Countdown']) await add(page, name);
    const layers = page.getByRole('region', { name: 'Layers' });
    const order = () =>
      layers.getByRole('button', { name: /^Move / }).evaluateAll((all) => all.map((one) => one.ariaLabel));
    const names = ['From the left', 'From the top', 'Width', 'Height', 'Rotation', 'Shown from', 'Shown to'];
    const figures = () => Promise.all(names.map((name) => field(page, name).inputValue()));
    const select = () => layers.getByRole('button', { name: 'Your text', exact: true }).click();
    await select();
    await page.getByRole('button', { name: 'Unfold timeline' }).click();
    await still(page);
    const [start, startOrder] = [await figures(), await order()];
    const [left, top, width, height] = start.map(Number) as [number, number, number, number];
    const middle = [left + width / 2, top + height / 2] as const;

    await page.keyboard.down('Alt');
    await drag(page, await pointOf(page, ...middle), await pointOf(page, middle[0] + 6, middle[1] + 90));
    const corner = await middleOf(page.locator('[data-handle="se"]'));
    await drag(page, corner, [corner[0] - 30, corner[1] + 40]);
    await page.keyboard.up('Alt');
    const knob = await middleOf(page.locator('[data-handle="turn"]'));
    const [x, y, wide, high] = await selectedBox(page);
    await page.keyboard.down('Shift');
    await drag(page, knob, await pointOf(page, x + wide / 2 + 150, y + high / 2 - 150));
    await page.keyboard.up('Shift');
    const end = await middleOf(page.getByRole('slider', { name: 'End of Your text' }));
    await drag(page, end, [end[0] - 120, end[1]]);
    const dragged = await figures();
    for (const [at, name] of names.entries())
      if (name !== 'Shown from') t.not(dragged[at], start[at], `${name} was dragged`);
    await drag(
      page,
      await middleOf(layers.getByRole('button', { name: 'Move Your text' })),
      await middleOf(layers.getByRole('button', { name: 'Move Ends in' })),
    );
    await until(async () => (await order()).join() !== startOrder.join(), 'the layers to be in another order');
    const [draggedOrder, drawn] = [await order(), await stored()];

    for (let step = 0; step < 5; step += 1) await button(page, 'Undo').click();
    await select();
    t.same([await figures(), await order()], [start, startOrder]);
    for (const [at, name] of names.entries()) {
      await field(page, name).fill(dragged[at]!);
      await field(page, name).press('Enter');
    }
    const told = (all: typeof startOrder) => `Your text is over place ${all.indexOf('Move Your text') + 1} of 2.`;
    await pickUp(page, 'Move Your text', told(startOrder));
    await page.keyboard.press(draggedOrder.indexOf('Move Your text') > 0 ? 'ArrowDown' : 'ArrowUp');
    await page.getByText(told(draggedOrder)).waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await until(async () => (await order()).join() === draggedOrder.join(), 'the layers to be in that order');
    t.same(await figures(), dragged);
    t.same(await stored(), drawn, 'the same design came of both');
  });

  await t.test('each panel is one that all people can use, light and dark', async (t) => {
    const accessible = async (name: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const question = colorScheme === 'dark' ? { rules: ['color-contrast'] } : {};
        t.same(await axeViolations(page, question), [], `${name}, ${colorScheme}`);
        if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/panel-${name}-${colorScheme}.png` });
      }
    };
    await accessible('elements, layers, properties and timeline');
    for (const tab of ['Media', 'Templates', 'Elements']) {
      await page.getByRole('radio', { name: tab }).click();
      if (tab === 'Templates')
        await page
          .getByRole('button', { name: /^Use .* for this story$/ })
          .first()
          .waitFor();
      if (tab !== 'Elements') await accessible(tab);
    }
    await page.getByRole('button', { name: /^Publish/ }).click();
    await page.getByRole('region', { name: 'Fix before publishing' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').focus();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await keys.getByRole('heading', { name: 'Mouse' }).waitFor();
    const rows = await keys
      .locator('section:not(:last-of-type) dl > div')
      .evaluateAll((all) =>
        all.map((row) => [
          row.querySelector('dt')!.textContent,
          [...row.querySelectorAll('kbd')].map((cap) => cap.textContent).join(' '),
        ]),
      );
    const due = keyTable.map(([label, ...caps]) => [label, shownCaps(caps)]);
    t.same(rows.sort(), due.sort(), 'the list of keys has each command that has keys, and no other');
    await page.keyboard.press('Escape');
    t.same(faults, []);
  });

  await t.test('what is not saved is kept on this device and offered after a crash', async (t) => {
    await page.getByRole('region', { name: 'Add to story' }).waitFor();
    await page.getByRole('radio', { name: 'Elements' }).click();
    await page.route(/CanvasMenu/, (route) => route.abort('internetdisconnected'));
    await page.getByRole('region', { name: 'Canvas' }).locator('.design').click({ button: 'right', force: true });
    await page.getByText("This couldn't load.").waitFor();
    await context.setOffline(true);
    await add(page, 'Rating');
    await page.getByRole('status').getByText('Offline. Changes are saved on this device.').waitFor();
    const [address, story_id] = [page.url(), openId()];
    // A crash tells a page nothing before it, so that it can't send anything either.
    await page.evaluate(() => {
      for (const name of ['visibilitychange', 'pagehide'])
        window.addEventListener(name, (event) => event.stopImmediatePropagation(), true);
    });
    await page.goto('about:blank');
    await context.setOffline(false);
    const { rev, content } = (await read('/story/draft', { story_id })).draft;
    const body = { story_id, content: { ...content, title: 'Elsewhere' } };
    await w.inject('PUT', '/api/story/draft', { as: nora, body, headers: { 'if-match': `"${rev}"` } });
    await page.goto(address);
    await page.getByText(/^Unsaved changes from .* The draft was saved again/).waitFor();
    t.ok(await page.getByRole('button', { name: /^Elsewhere\. Rename/ }).isDisabled(), 'nothing takes their place');
    await page.getByRole('button', { name: 'Restore changes' }).click();
    await saved(page);
    await page
      .getByRole('region', { name: 'Layers' })
      .getByText(/enjoy|rate|like/i)
      .first()
      .waitFor();
    t.ok(await page.getByRole('button', { name: 'Undo' }).isEnabled());
  });

  await t.test(
    'a phone has what needs no large screen: layers, words, undo, whether it is saved, the checklist',
    async (t) => {
      await page.setViewportSize({ width: 390, height: 844 });
      const layers = page.getByRole('region', { name: 'Layers' });
      await layers
        .getByText(/enjoy|rate|like/i)
        .first()
        .click();
      await field(page, 'Question').fill('How was the sale?');
      await field(page, 'Question').press('Tab');
      await layers.getByText('How was the sale?').waitFor();
      await page.getByRole('status').getByText('Draft saved').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await layers.getByText('How was the sale?').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Checklist' }).click();
      const checklist = page.getByRole('region', { name: 'Before you publish' });
      await checklist.getByRole('heading', { name: /^Done/ }).waitFor();
      t.ok(await page.getByRole('button', { name: /^Preview/ }).isVisible());
      // The button went from below the pointer, which lies on another one that tells its name.
      await page.mouse.move(0, 400);
      await page.getByRole('tooltip').waitFor({ state: 'detached' });
      await looks(t, page, 'the checklist');
      await page.getByRole('button', { name: 'Close the checklist' }).click();
      await layers
        .getByText(/enjoy|rate|like/i)
        .first()
        .waitFor();
      t.same(faults.filter((fault) => !/INTERNET_DISCONNECTED|CanvasMenu/.test(fault)).join(), '');
    },
  );
});
