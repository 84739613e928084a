import type { BrowserContext, Page } from 'playwright-core';
import t from 'tap';
import type { SdkEvent, SdkStories } from '#contracts/sdk/protocol.ts';
import type { DraftAnswer } from '#contracts/studio/draft-content.ts';
import { sentDesign } from '#contracts/studio/examples.ts';
import { flatten } from '#contracts/studio/flat.ts';
import { isAnswerable } from '#contracts/studio/kinds.ts';
import { collectPageErrors, drawnPicture, startDashboard } from '#ops/testing/dashboard.ts';
import { looks } from '#ops/testing/looks.ts';
import { openShopPage } from '#ops/testing/shop-page.ts';
import { until } from '#ops/testing/stopwatch.ts';
import { studioHand } from './test-hand.ts';
import { studioFields, studioWays } from './test-ways.ts';

const ways = studioWays;
const { button, field, write } = studioFields;
const { still, pointOf, selectedBox, drag, middleOf, isNear } = studioHand;
const saved = (page: Page): Promise<void> => page.getByRole('status').getByText('Draft saved').waitFor();
t.test('stories make their way round, and two people draw them', async (t) => {
  let clock: number | null = null;
  const w = await startDashboard(t, { now: () => clock ?? Date.now() });
  const nora = await w.person({ firstname: 'Nora', lastname: 'Lindqvist' });
  const vera = await w.person({ firstname: 'Vera', lastname: 'Okafor', account_id: nora.account_id });
  const send = (path: string, body: object) => w.call(nora, 'POST', path, body);
  const app = await send('/app', { store_id: 'com.a.b', store_type: 'ios', is_live: false, title: 'Marlow' });
  const [{ id: instance, token }] = app.instances;
  const picture = await drawnPicture('Coat', '#2d4f86', 1080, 1920);
  const media = await w.upload(nora, picture);
  const ts_start = Math.floor(Date.now() / 1000);
  const { story_group_id: group }: { story_group_id: string } = await send('/n/story_group', {
    app_id: app.id,
    title: 'Autumn',
    icon: media,
    ts_start,
    status: 1,
  });
  const ids: string[] = [];
  for (const { kind } of ways) {
    const content = { title: `A ${kind}`, media, studio: { ...sentDesign(), duration_ms: 20_000 } };
    ids.push((await send('/story/draft', { story_group_id: group, content })).story_id);
  }
  const draftOf = async (id: string): Promise<DraftAnswer> =>
    (await w.inject('GET', `/api/story/draft?story_id=${id}`, { as: nora })).json().data;
  const draftsOf = async (): Promise<string[]> =>
    (await w.inject('GET', `/api/story/drafts?story_group_id=${group}`, { as: nora }))
      .json()
      .data.map(({ story_id }: { story_id: string }) => story_id);
  const designOf = async (id: string) => (await draftOf(id)).draft!.content.studio!;
  const delivered = async () =>
    ((await w.inject('GET', `/sdk/v1/${token}/stories`)).json() as SdkStories).data.groups[0]?.stories ?? [];
  const studioAt = (at: number) => `${w.base}/studio/${app.id}/${instance}/${group}?story=${ids[at]}`;
  const openWindow = async (who: typeof nora): Promise<[page: Page, faults: string[], context: BrowserContext]> => {
    const context = await w.windowOf(who, { bypassCSP: true });
    t.teardown(() => context.close());
    return [await context.newPage(), collectPageErrors(context), context];
  };
  const open = async (page: Page, at: number) => {
    const strip = page.getByRole('navigation', { name: 'Stories' });
    await strip.getByRole('button', { name: new RegExp(`^${at + 1}\\. `) }).click();
    await page.getByRole('heading', { level: 1 }).getByText(`A ${ways[at]!.kind}`, { exact: true }).waitFor();
    await still(page);
  };
  const [page, faults] = await openWindow(nora);
  await page.goto(studioAt(0));

  await t.test('each kind is drawn by mouse and saved', async (t) => {
    const boxes: number[][] = [];
    for (const [at, { kind, item, fill }] of ways.entries()) {
      await open(page, at);
      const choosing = kind === 'image' ? page.waitForEvent('filechooser') : null;
      const palette = page.getByRole('region', { name: 'Add to story' });
      await drag(
        page,
        await middleOf(palette.getByRole('button', { name: item, exact: true })),
        await pointOf(page, 180, 400),
      );
      if (choosing) await (await choosing).setFiles({ name: 'coat.png', mimeType: 'image/png', buffer: picture });
      await page.locator('div[data-selected]').waitFor();
      if (isAnswerable(kind)) await page.getByRole('region', { name: 'After the answer' }).waitFor();
      await still(page);
      const [left, top, width, height] = await selectedBox(page);
      t.ok(isNear([left + width / 2, top + height / 2], [180, 400]), `${kind}: its middle is where it was let go`);
      await page.keyboard.down('Alt');
      await drag(page, await pointOf(page, 180, 400), await pointOf(page, 188, 280));
      await drag(
        page,
        await middleOf(page.locator('[data-handle="se"]')),
        await pointOf(page, left + width - 16, top + height - 100),
      );
      await page.keyboard.up('Alt');
      const box = await selectedBox(page);
      t.ok(isNear(box, [left + 8, top - 120, width - 24, height + 20]), `${kind}: moved and resized`);
      await fill?.(page);
      boxes.push(box);
    }
    await saved(page);
    // A story that was left at once is saved as well.
    for (const [at, { kind }] of ways.entries()) {
      const [one] = flatten(await designOf(ids[at]!));
      const { position, size } = one!.component;
      t.equal(one!.kind, kind);
      t.ok(isNear([position.x, position.y, size.width, size.height], boxes[at]!), `${kind}: saved as it is drawn`);
    }
    t.same(await delivered(), [], 'a draft reaches no viewer');
  });

  await t.test('all are published in one go and delivered as they were drawn', async (t) => {
    const drawn = await Promise.all(ids.map(designOf));
    await button(page, 'Publish').click();
    const dialog = page.getByRole('dialog', { name: /^Publish/ });
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('9 stories published').waitFor();
    await until(async () => (await delivered()).length === ways.length, 'all to be delivered');
    t.same(
      (await delivered()).map(({ id, studio }) => [id, flatten(studio!)]),
      ids.map((id, at) => [id, flatten(drawn[at]!)]),
    );
    await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
    t.same(await draftsOf(), [], 'and no further story was begun');
  });

  await t.test('the player plays them where they were drawn, and what is answered is taken', async (t) => {
    const stories = await delivered();
    const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, bypassCSP: true };
    const context = await w.strangersWindow(phone);
    const played = collectPageErrors(context);
    const taken: [type: string, component: string, value: string | null][] = [];
    context.on('response', (response) => {
      if (!response.url().endsWith(`/${token}/events`) || response.status() !== 202) return;
      const { events } = response.request().postDataJSON() as { events: SdkEvent[] };
      for (const { type, component_id, value } of events)
        taken.push([type, component_id ?? '', value === undefined ? null : String(value)]);
    });
    const isTaken = (...event: (typeof taken)[number]) => taken.some((one) => one.join() === event.join());
    const shop = await openShopPage(context, w.base, token);
    await shop.evaluate(() => addEventListener('story-rail:click', (event) => event.preventDefault(), true));
    await shop.getByRole('button', { name: /^Autumn/ }).click();
    for (const [at, { kind, act, sends }] of ways.entries()) {
      const { position, size, id } = flatten(stories[at]!.studio!)[0]!.component;
      // Beside the component: the next story.
      if (at > 0) await shop.mouse.click(345, 480);
      await shop.locator('dialog p.quiet', { hasText: `A ${kind}, ` }).waitFor({ state: 'attached' });
      const part = shop.locator(`.part.${kind}`);
      await part.waitFor();
      const { x, y, width, height } = (await part.boundingBox())!;
      t.ok(isNear([x, y, width, height], [position.x, position.y, size.width, size.height]), `${kind}: at its place`);
      await act?.(shop);
      const [type, value] = sends ?? ['component_impression', null];
      await until(() => isTaken(type, id, value), `${type} of ${kind} to be taken`);
    }
    t.same(played, []);
    await context.close();
  });

  await t.test(
    'what is published elsewhere meanwhile is loaded, or what is drawn here is kept beside it',
    async (t) => {
      const id = ids[4]!;
      await open(page, 4);
      for (const [theirs, mine, act, is, shown] of [
        ['May', 'June', 'Load the other version', 'Live', 'May'],
        ['July', 'August', 'Keep mine', 'Draft saved', 'August'],
      ] as const) {
        await write(page, { Title: theirs });
        await saved(page);
        let release = () => {};
        const held = new Promise<void>((done) => {
          release = done;
        });
        await page.route('**/api/story/draft', (route) => held.then(() => route.continue()), { times: 1 });
        const sent = page.waitForRequest(
          (request) => request.method() === 'PUT' && request.url().endsWith('/story/draft'),
        );
        await write(page, { Title: mine });
        await sent;
        // What is to be decided is said over the review, too.
        const inReview = act === 'Keep mine';
        if (inReview) await button(page, 'Changes and versions').click();
        const drafts = [{ story_id: id, rev: (await draftOf(id)).draft!.rev }];
        await w.call(vera, 'POST', '/story/publish', { story_group_id: group, drafts, status: 1 });
        release();
        await page.getByText('This draft was published or discarded somewhere else').waitFor();
        await button(page, act).click();
        if (inReview) await button(page, 'Changes and versions').click();
        await page.getByRole('status').getByText(is, { exact: true }).waitFor();
        t.equal(await field(page, 'Title').inputValue(), shown);
        const { draft, published } = await draftOf(id);
        t.same([draft?.content.title ?? null, published?.title], [act === 'Keep mine' ? mine : null, theirs]);
      }
    },
  );

  await t.test('one writes a story at a time: the other watches, asks, and takes over', async (t) => {
    // Here time passes when it is told to: nobody is too slow to answer.
    clock = Date.now() + 60_000;
    const [guest, guestFaults, guestContext] = await openWindow(vera);
    // A device whose clock is fast holds and counts as the others do.
    await guestContext.addInitScript('{ const now = Date.now; Date.now = () => now() + 240_000; }');
    await open(page, 2);
    await page.getByRole('region', { name: 'Layers' }).getByText('Which coat for May?').click();
    await write(page, { Text: 'Which coat for June?' });
    await saved(page);
    await guest.goto(studioAt(2));
    const held = (one: Page, name: string) => one.getByText(`${name} is editing this story.`);
    await held(guest, 'Nora Lindqvist').waitFor();
    await page.getByRole('list', { name: 'In the studio' }).getByLabel('Vera Okafor is on story 3').waitFor();
    await guest.getByRole('list', { name: 'In the studio' }).getByLabel('Nora Lindqvist is on story 3').waitFor();
    await until(() => field(guest, 'Title').isDisabled(), 'what another one writes to be only looked at');
    await looks(t, guest, 'studio-held');
    await button(guest, 'Changes and versions').click();
    await guest.getByText("You can't change this story right now.").waitFor();
    await held(guest, 'Nora Lindqvist').waitFor();
    await looks(t, guest, 'studio-held-review');
    t.ok(await button(guest, 'Discard draft').isDisabled());
    await button(guest, 'Changes and versions').click();

    await write(page, { Text: 'Which coat for July?' });
    await saved(page);
    await guest.getByRole('region', { name: 'Layers' }).getByText('Which coat for July?').waitFor();

    const asked = page.getByRole('dialog', { name: 'Vera Okafor wants to edit this story' });
    await button(guest, 'Ask to take over').click();
    await asked.waitFor();
    await looks(t, page, 'studio-asked');
    await asked.getByRole('button', { name: 'Keep editing' }).click();
    await guest.getByText('Nora Lindqvist keeps editing. Try again in a few minutes, or edit a copy.').waitFor();
    t.ok(await field(guest, 'Title').isDisabled());

    await open(page, 3);
    await page.getByRole('region', { name: 'Layers' }).getByText('Reaction').click();
    await write(page, { Name: 'Mood' });
    await saved(page);
    await open(guest, 3);
    await held(guest, 'Nora Lindqvist').waitFor();
    // What is written while the other one waits is saved before the place is given.
    await field(page, 'Name').fill('Mood of the day');
    await button(page, 'Changes and versions').click();
    await button(guest, 'Ask to take over').click();
    await asked.getByRole('button', { name: 'Hand over' }).click();
    await held(page, 'Vera Okafor').waitFor();
    await button(page, 'Changes and versions').click();
    await held(guest, 'Nora Lindqvist').waitFor({ state: 'detached' });
    await until(() => field(page, 'Name').isDisabled(), 'what was given away to be only looked at');
    await guest.getByRole('region', { name: 'Layers' }).getByText('Mood of the day').click();
    await write(guest, { Name: 'Mood of the week' });
    await saved(guest);
    await page.getByRole('region', { name: 'Layers' }).getByText('Mood of the week').waitFor();
    t.equal((await designOf(ids[3]!)).reactionData[0]!.name, 'Mood of the week');

    await guestContext.route('**/api/story/draft', (route) => route.fulfill({ status: 503, body: '' }));
    await write(guest, { Name: 'Mood of the year' });
    await guest.getByRole('status').getByText('Offline. Changes are saved on this device.').waitFor();
    await button(page, 'Ask to take over').click();
    await guest.getByRole('dialog', { name: 'Nora Lindqvist wants to edit this story' }).waitFor();
    clock += 21_000;
    await page.getByText(/is editing this story\.$/).waitFor({ state: 'detached' });
    await write(page, { Name: 'Mood of the month' });
    await saved(page);
    await guestContext.unroute('**/api/story/draft');
    await guest.getByText('Your unsaved changes are kept on this device.').waitFor();
    await button(guest, 'Edit a copy').click();
    await guest.getByText(/is editing this story\.$/).waitFor({ state: 'detached' });
    await saved(guest);
    await guest.getByRole('region', { name: 'Layers' }).getByText('Mood of the year').waitFor();
    const copy = (await draftsOf()).find((id) => !ids.includes(id))!;
    t.equal((await designOf(copy)).reactionData[0]!.name, 'Mood of the year', 'who loses the place loses no change');
    t.equal((await designOf(ids[3]!)).reactionData[0]!.name, 'Mood of the month');
    const [own, copied] = [(await designOf(ids[3]!)).reactionData[0]!.id, (await designOf(copy)).reactionData[0]!.id];
    t.not(copied, own, 'answers to one never count for the other');
    t.same([...faults, ...guestFaults], []);
  });
});
