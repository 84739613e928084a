import type { Request, Route } from 'playwright-core';
import t from 'tap';
import type { StoryRow } from '#contracts/story-group/story-rows.ts';
import type { Draft, DraftAnswer } from '#contracts/studio/draft-content.ts';
import { type ExamplePart, exampleComponent, exampleDesign } from '#contracts/studio/examples.ts';
import { collectPageErrors, drawnPicture, startDashboard } from '#ops/testing/dashboard.ts';
import { looks } from '#ops/testing/looks.ts';
import { until } from '#ops/testing/stopwatch.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

t.test('what comes into the studio from outside, and goes out of it', async (t) => {
  const clock = { ahead: 0 };
  const w = await startDashboard(t, { now: () => Date.now() + clock.ahead });
  const nora = await w.person({ firstname: 'Nora' });
  const make = (path: string, body: object) => w.call(nora, 'POST', path, body);
  const app = await make('/app', { store_id: 'com.a.b', store_type: 'ios', is_live: false, title: 'Marlow' });
  const icon = await w.upload(nora, await drawnPicture('A', '#b5482a', 300, 300));
  const ts_start = Math.floor(Date.now() / 1000);
  const groupOf = async (title: string): Promise<string> =>
    (await make('/n/story_group', { app_id: app.id, title, icon, ts_start })).story_group_id;
  const scarf = (await drawnPicture('Scarf', '#8a2d2d')).toString('base64');
  const [group, other] = [await groupOf('Autumn'), await groupOf('Winter')];
  const coat = await w.upload(nora, await drawnPicture('Coat', '#2d4f86', 300, 300));
  const draw = async (title: string, story_group_id: string, ...more: ExamplePart[]): Promise<string> => {
    const design = exampleDesign(['text', 'text-0001', { text: `Words of ${title}` }], ...more);
    const content = { title, studio: { ...design, background: '#204060' } };
    return (await make('/story/draft', { story_group_id, content })).story_id;
  };
  const full = Array.from({ length: 28 }, (_, at): ExamplePart => ['text', `more-${at + 1000}`, { text: '' }]);
  const coats = await draw('Coats', group, ['image', 'image-0001', { media: coat }]);
  const [boots, hats] = [await draw('Boots', group), await draw('Hats', other, ...full)];
  const context = await w.windowOf(nora, { bypassCSP: true });
  t.teardown(() => context.close());
  const faults = collectPageErrors(context);
  const page = await context.newPage();
  const draftOf = async (story: string): Promise<DraftAnswer> =>
    (await w.inject('GET', `/api/story/draft?story_id=${story}`, { as: nora })).json().data;
  const drafted = async (story: string) => (await draftOf(story)).draft!.content;
  const stories = async (): Promise<StoryRow[]> =>
    (await w.inject('GET', `/api/story_group/detail?story_group_id=${group}`, { as: nora })).json().data.stories;
  const drafts = async (): Promise<Draft[]> =>
    (await w.inject('GET', `/api/story/drafts?story_group_id=${group}`, { as: nora })).json().data;
  const texts = async (): Promise<string[]> => (await drafted(coats)).studio!.textData.map(({ text }) => text);
  const told = (text: string | RegExp) => page.getByText(text).first().waitFor();
  const strip = page.getByRole('navigation', { name: 'Stories' });
  const layers = page.getByRole('region', { name: 'Layers' });
  const studioOf = (of: string, story: string) => `/studio/${app.id}/${app.instances[0].id}/${of}?story=${story}`;
  await page.goto(w.base + studioOf(group, coats));
  await layers.getByText('Words of Coats').waitFor();

  await t.test('a clipboard that cannot be read changes nothing, and what can be of it is pasted', async (t) => {
    const paste = (given: Record<string, string>) =>
      page.evaluate((texts) => {
        const data = new DataTransfer();
        for (const [type, text] of Object.entries(texts)) data.setData(type, text);
        const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
        document.body.dispatchEvent(event);
      }, given);
    await page.getByRole('listbox').focus();
    const evil = '<img src="/none.png" onerror="window.broken = true"><b>Bold</b>';
    await paste({ 'text/html': evil });
    await paste({ 'text/plain': 'a'.repeat(300_000) });
    await told('Not pasted. It’s over 256 KiB.');
    await paste({ 'text/html': evil, 'text/plain': evil });
    await until(async () => (await texts()).includes(evil), 'the markup to be words');
    const layers = [
      { kind: 'text', component: exampleComponent('text', 'text-0002', { text: 'Sound' }) },
      { kind: 'poll', component: { id: 'poll-0001', question: 4, position: 'left' } },
      { kind: 'fax', component: {} },
    ];
    await paste({ 'application/json': JSON.stringify({ storyrail: 1, kind: 'components', components: layers }) });
    await told(/^Left out: Poll.*not readable/);
    await until(async () => (await texts()).includes('Sound'), 'the layer that is sound');
    t.same(await texts(), ['Words of Coats', evil, 'Sound']);
    t.notOk(await page.evaluate(() => 'broken' in window), 'nothing of it runs');
  });

  await t.test('a picture that is used nowhere by then is pasted, also into another group', async (t) => {
    const images = async (story: string) => (await drafted(story)).studio!.imageData;
    const press = (key: string) => page.keyboard.press(`ControlOrMeta+${key}`);
    await page.getByRole('radio', { name: 'Media' }).click();
    await layers.getByText('A coat').click();
    await page.getByRole('listbox').focus();
    await press('x');
    await page.getByText('Pictures that you use in this group show here.').waitFor();
    await press('v');
    const isBack = async () => (await images(coats)).some(({ id, media }) => id !== 'image-0001' && media === coat);
    await until(isBack, 'the picture that was cut');
    await press('c');
    await visitInside(page, studioOf(other, hats));
    await layers.getByText('Words of Hats').waitFor();
    await page.getByRole('listbox').focus();
    await press('v');
    await until(async () => (await images(hats)).some(({ media }) => media === coat), 'the picture of the other group');
    await page.getByRole('radio', { name: 'Media' }).click();
    await page.getByRole('button', { name: 'Add this picture as a component' }).click();
    await told('Left out: Image (30 components at most)');
    t.equal((await images(hats)).length, 1);
    await visitInside(page, studioOf(group, coats));
    await layers.getByText('Words of Coats').waitFor();
  });

  await t.test('a file that is no image or video is refused in words, dropped or pasted', async (t) => {
    const drop = (name: string, type: string, how: 'drop' | 'paste') =>
      page.evaluate(
        ([name, type, how]) => {
          const data = new DataTransfer();
          data.items.add(new File(['%PDF-1.7 none of its kind'], name, { type }));
          const more = { bubbles: true, cancelable: true };
          const stage = document.querySelector('section[aria-label="Canvas"]')!;
          if (how === 'drop')
            stage.dispatchEvent(new DragEvent('drop', { ...more, dataTransfer: data, clientX: 700, clientY: 400 }));
          else document.body.dispatchEvent(new ClipboardEvent('paste', { ...more, clipboardData: data }));
        },
        [name, type, how] as const,
      );
    const before = await texts();
    await drop('lease.pdf', 'application/pdf', 'drop');
    await told(/^The file couldn't be uploaded\. ./);
    await page.getByRole('button', { name: 'Close message' }).first().click();
    await page.getByText(/^The file couldn't be uploaded\. ./).waitFor({ state: 'detached' });
    await drop('coat.png', 'image/png', 'paste');
    await told(/^The file couldn't be uploaded\. ./);
    t.same(await texts(), before);
    t.equal((await drafted(coats)).media, null);
  });

  const uploads: Route[] = [];
  const holdUploads = () => page.route('**/api/upload', (route) => void uploads.push(route));
  const dropPictures = (place: string, ...names: string[]) =>
    page.evaluate(
      ([place, base64, names]) => {
        const dataTransfer = new DataTransfer();
        const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
        for (const name of names) dataTransfer.items.add(new File([bytes], name, { type: 'image/png' }));
        const at = { bubbles: true, cancelable: true, clientX: 700, clientY: 400 };
        return !document.querySelector(place)!.dispatchEvent(new DragEvent('drop', { ...at, dataTransfer }));
      },
      [place, scarf, names] as const,
    );

  await t.test('publishing waits for the last save of a story that was left, which nobody sees leave', async (t) => {
    const left: (string | null)[] = [];
    const hear = (request: Request) => {
      if (request.method() === 'DELETE' && request.url().endsWith('/story_group/presence'))
        left.push(request.postDataJSON().story_id ?? null);
    };
    page.on('request', hear);
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/api/story/draft', async (route) => {
      if (route.request().method() === 'PUT') await held;
      await route.continue();
    });
    await strip.getByRole('button', { name: /Boots/ }).click();
    await page.getByRole('button', { name: /Boots\. Rename/ }).click();
    await page.getByLabel('Story title').fill('Winter boots');
    await page.getByLabel('Story title').press('Enter');
    await strip.getByRole('button', { name: /Coats/ }).click();
    await page.getByRole('button', { name: /Coats\. Rename/ }).waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Publish/ });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    t.equal(await dialog.count(), 0, 'while the save is on its way');
    release();
    await dialog.getByText('Winter boots').waitFor();
    await looks(t, page, 'the dialog of publishing');
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await told('2 stories published');
    t.same(
      (await stories()).map(({ id, title }) => [id, title]),
      [
        [coats, 'Coats'],
        [boots, 'Winter boots'],
      ],
    );
    t.same(await drafts(), []);
    await until(async () => left.length === 2, 'both stories to be free for others');
    t.same(left, [coats, boots], 'each is left for the other, and the group is not');
    page.off('request', hear);
    t.same(faults, []);
  });

  await t.test('a file shows that it is on its way; one whose story was left by then is lost in words', async (t) => {
    await holdUploads();
    await dropPictures('section[aria-label="Canvas"]', 'coat.png');
    const bar = strip.getByRole('progressbar', { name: 'Uploading coat.png' });
    await bar.waitFor();
    await until(async () => uploads.length === 1, 'the file to be sent');
    await looks(t, page, 'a file on its way');
    await strip.getByRole('button', { name: /Winter boots/ }).click();
    await page.getByRole('button', { name: /Winter boots\. Rename/ }).waitFor();
    t.equal(await bar.count(), 1, 'also beside another story');
    await uploads.pop()!.continue();
    await page.unroute('**/api/upload');
    await told(/^The file couldn't be uploaded\. You left the story/);
    await bar.waitFor({ state: 'detached' });
    t.same(await drafts(), [], 'neither story was changed');
    await strip.getByRole('button', { name: /Coats/ }).click();
    await page.getByRole('button', { name: /Coats\. Rename/ }).waitFor();
  });

  await t.test('a draft that is older than the live story is published by whoever chooses it', async (t) => {
    const { media, studio } = (await stories())[1]!;
    const body = { story_id: boots, content: { title: 'Snow boots', media, studio } };
    await w.inject('PUT', '/api/story/draft', { as: nora, body, headers: { 'if-match': '"0"' } });
    await strip.getByRole('button', { name: /Snow boots, draft$/ }).waitFor();
    await page.getByRole('button', { name: /Coats\. Rename/ }).click();
    await page.getByLabel('Story title').fill('Warm coats');
    await page.getByLabel('Story title').press('Enter');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Publish/ });
    const older = dialog.getByRole('checkbox', { name: '2. Snow boots' });
    t.ok(await older.isChecked());
    await w.call(nora, 'PATCH', '/story', { id: boots, title: 'Sale boots' });
    const press = () => dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await press();
    await dialog.getByText('The live story changed after this draft was made.').waitFor();
    t.notOk(await older.isChecked(), 'it waits until somebody chooses it');
    await looks(t, page, 'the dialog of an outdated draft');
    await press();
    await page.getByText('Published', { exact: true }).waitFor();
    t.same(
      (await stories()).map(({ title }) => title),
      ['Warm coats', 'Sale boots'],
    );
  });

  await t.test('a draft that was changed elsewhere is not discarded by whoever saw another one', async (t) => {
    const rename = async (from: string, to: string) => {
      await page.getByRole('button', { name: new RegExp(`${from}\\. Rename`) }).click();
      await page.getByLabel('Story title').fill(to);
      await page.getByLabel('Story title').press('Enter');
    };
    const discard = async () => {
      await page.getByRole('button', { name: 'Changes and versions' }).click();
      await page.getByRole('button', { name: 'Discard draft' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click();
    };
    await rename('Warm coats', 'Wool coats');
    await page.getByRole('status').getByText('Draft saved').waitFor();
    const { rev, content } = (await draftOf(coats)).draft!;
    await page.route(
      '**/api/story/draft',
      async (route) => {
        const body = { story_id: coats, content: { ...content, title: 'Their coats' } };
        await w.inject('PUT', '/api/story/draft', { as: nora, body, headers: { 'if-match': `"${rev}"` } });
        await route.continue();
      },
      { times: 1 },
    );
    await rename('Wool coats', 'My coats');
    const note = page.getByText('This draft was changed somewhere else');
    await note.waitFor();
    await discard();
    await told('This was changed by someone else since you opened it.');
    t.equal((await drafted(coats)).title, 'Their coats', 'it is there');
    await page.getByRole('button', { name: 'Changes and versions' }).click();
    await page.getByRole('button', { name: 'Load the other version' }).click();
    await page.getByRole('button', { name: /Their coats\. Rename/ }).waitFor();
    await discard();
    await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
    await page.getByRole('button', { name: /Warm coats\. Rename/ }).waitFor();
    t.same([(await draftOf(coats)).draft, await note.count()], [null, 0]);
  });

  await t.test('files that are dropped on the strip become stories, as many as the group can have', async (t) => {
    const onStrip = (...names: string[]) => dropPictures('nav[aria-label="Stories"]', ...names);
    t.ok(await onStrip('scarf.png'), 'the browser does not open it');
    await page.getByRole('button', { name: /scarf\. Rename/ }).waitFor();
    await strip.getByRole('button', { name: '3. scarf, draft' }).waitFor();
    await holdUploads();
    await onStrip(...Array.from({ length: 99 }, (_, at) => `${at}.png`));
    await told('2 files were left out. A group can have 100 stories.');
    t.same(faults, []);
    await page.goto('about:blank');
    await page.unroute('**/api/upload');
  });

  await t.test('an element that the plan does not have is shown beside it, and the work goes on', async (t) => {
    clock.ahead = 15 * 86_400_000;
    const path = `${w.base}/studio/${app.id}/${app.instances[0].id}/${group}?story=`;
    await page.goto(path + coats);
    const palette = page.getByRole('region', { name: 'Add to story' });
    const quiz = palette.getByRole('button', { name: 'Quiz', exact: true });
    await quiz.click();
    const upsell = page.getByRole('dialog', { name: 'Quizzes' });
    await upsell.getByText('Growth', { exact: true }).waitFor();
    await upsell.getByText('You are on Starter').waitFor();
    await upsell.locator('[data-kit="design"]').getByText('Which one do you prefer?').first().waitFor();
    await looks(t, page, 'studio-upsell');
    await page.keyboard.press('Escape');
    await upsell.waitFor({ state: 'detached' });
    t.ok(await quiz.evaluate((element) => element === document.activeElement), 'the focus is where it was');
    await palette.getByRole('button', { name: 'Text', exact: true }).click();
    await page.getByRole('status').getByText('Draft saved').waitFor();
    await quiz.click();
    await upsell.getByRole('link', { name: 'Gain Access' }).click();
    await page.waitForURL(({ pathname, searchParams }) => {
      const from = searchParams.get('from') ?? '';
      return pathname === '/settings/payment' && searchParams.get('feature') === 'quiz' && from.startsWith('/studio/');
    });
    const plans = page.getByRole('list', { name: 'Plans' });
    t.match(await plans.getByRole('listitem').filter({ hasText: 'Suggested' }).innerText(), /^Growth/);

    const daniel = await w.person({ account_id: nora.account_id, permissions: { app_owner: [app.id] } });
    const his = await w.windowOf(daniel, { bypassCSP: true });
    t.teardown(() => his.close());
    const theirs = await his.newPage();
    await theirs.goto(path + boots);
    const closed = theirs
      .getByRole('region', { name: 'Add to story' })
      .getByRole('button', { name: 'Quiz', exact: true });
    await closed.hover();
    await theirs
      .getByRole('tooltip')
      .getByText("you don't have permission to use this feature", { exact: false })
      .waitFor();
    await closed.click({ force: true });
    t.equal(await theirs.getByRole('dialog').count(), 0, 'whoever may not buy asks an owner');
  });
});
