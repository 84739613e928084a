import t from 'tap';
import type { ExamplePart } from '#contracts/studio/examples.ts';
import { axeViolations } from '#ops/testing/axe.ts';
import { until } from '#ops/testing/stopwatch.ts';
import {
  at,
  counted,
  designed,
  drag,
  open,
  screen,
  sdk,
  shows,
  site,
  threeGroups,
  types,
  visit,
} from './test-visit.ts';

t.test('without consent nobody is named and nothing is stored', async (t) => {
  threeGroups();
  const { context, page } = await visit({ consent: 'false', 'viewer-id': 'me', 'device-id': 'phone', labels: 'vip' });
  await open(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await counted('group_closed');
  for (const batch of sdk.batches) {
    t.equal(batch.consent, false);
    for (const name of ['viewer_id', 'session_id', 'device_id']) t.notOk(name in batch, name);
  }
  t.same(sdk.state.invalid, []);
  t.notMatch(sdk.requests.join(' '), /viewer_id|device_id/);
  t.match(sdk.requests.join(' '), 'labels=vip');
  t.equal(await page.evaluate(() => localStorage.length + sessionStorage.length + document.cookie.length), 0);
  await context.close();
});

t.test('withdrawing consent empties the storage, and a changed attribute asks again', async (t) => {
  threeGroups();
  const { context, page } = await visit({ 'viewer-id': 'me', 'device-id': 'phone' });
  await open(page);
  await page.keyboard.press('Escape');
  t.ok(await page.evaluate(() => localStorage.length));
  t.match(sdk.requests.join(' '), /device_id=phone&?.*|viewer_id=me/);
  await page.evaluate(() => document.querySelector('story-rail')?.setAttribute('consent', 'false'));
  await page.waitForFunction(() => localStorage.length === 0);
  const group = sdk.state.groups[0]!;
  sdk.state.groups = [{ ...group, title: 'Only for gold' }];
  await page.evaluate(() => document.querySelector('story-rail')?.setAttribute('labels', 'gold'));
  await page.getByRole('button', { name: 'Only for gold' }).waitFor();
  t.ok(sdk.requests.some((url) => url.includes('labels=gold') && !url.includes('viewer_id')));
  await context.close();
});

t.test('React 19 writes no attribute for consent={false}, and it is still no consent', async (t) => {
  // The element may be defined before React draws it or after; the component says it in words.
  const pages: Record<string, string>[] = [{ raw: 'first' }, { raw: 'last' }, { component: '' }];
  for (const query of pages) {
    threeGroups();
    const { context, page } = await visit({ sdk: sdk.origin, ...query }, {}, '/react');
    await open(page);
    await page.keyboard.press('Escape');
    await counted('group_closed');
    const told = JSON.stringify(query);
    t.same([...new Set(sdk.batches.map((batch) => batch.consent))], [false], told);
    t.notMatch(JSON.stringify(sdk.batches), /"viewer_id"|"session_id"/, told);
    t.notMatch(sdk.requests.join(' '), /viewer_id/, told);
    t.equal(await page.evaluate(() => localStorage.length), 0, told);
    if ('component' in query)
      t.same(
        (await page.evaluate(() => window.told)).map((one) => one.split(' ')[0]),
        ['open', 'close'],
      );
    sdk.batches.length = 0;
    await page.getByRole('button', { name: 'Agree' }).click();
    await until(() => sdk.requests.some((url) => url.includes('viewer_id=me')), 'stories for a viewer who agrees');
    await open(page);
    await page.keyboard.press('Escape');
    await counted('group_closed');
    t.match(sdk.batches.at(-1), { consent: true, viewer_id: 'me' }, told);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.waitForFunction(() => localStorage.length === 0);
    t.same(await page.evaluate(() => window.seen.violations), [], told);
    await context.close();
  }
});

t.test('a preview sends and stores nothing, says what would be sent, and what went before still goes', async (t) => {
  threeGroups();
  const { context, page } = await visit({ preview: '', 'viewer-id': 'me' });
  await open(page);
  await page.keyboard.press('ArrowRight');
  await shows(page, 'b-even');
  await page.keyboard.press('Escape');
  const tracked = () =>
    page.evaluate(() => window.seen.events.filter((event) => event.name === 'track').map((event) => event.detail.type));
  await until(async () => (await tracked()).includes('group_closed'), 'the end of the viewing');
  t.match(await tracked(), ['bar_impression', 'group_opened']);
  t.equal(await page.evaluate(() => localStorage.length + sessionStorage.length), 0);
  // On the way out a page hands over all that is left, before the next visit's first event.
  await page.goto('about:blank');
  await context.close();

  const visited = await visit({ 'viewer-id': 'me' });
  await counted('bar_impression');
  await visited.page.evaluate(() => document.querySelector('story-rail')?.setAttribute('preview', ''));
  const asked = () => sdk.requests.filter((url) => url.includes('/stories')).length;
  await until(() => asked() > 2, 'the bar to be asked for anew');
  const before = sdk.counted().length;
  await open(visited.page);
  await visited.page.keyboard.press('Escape');
  await visited.page.evaluate(() => document.querySelector('story-rail')?.removeAttribute('preview'));
  await until(() => asked() > 3, 'the end of the preview');
  await open(visited.page);
  await visited.page.keyboard.press('Escape');
  await counted('group_closed');
  t.equal(types(sdk.counted()).filter((type) => type === 'group_opened').length, 1, 'only what was not a preview');
  t.ok(before > 0);
  await visited.context.close();
});

t.test('offline and lost answers cost no event and double none', async (t) => {
  threeGroups();
  const { context, page } = await visit();
  await counted('bar_impression');
  sdk.state.status = 503;
  await open(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await until(() => types(sdk.counted()).includes('group_closed'), 'a batch whose answer is an error');
  await context.setOffline(true);
  await page.locator('.cover').nth(2).click();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => window.seen.events.some(({ detail }) => detail.status === 0));
  sdk.state.status = 202;
  await context.setOffline(false);
  await until(() => types(sdk.counted()).filter((type) => type === 'group_closed').length === 2, 'all events');
  await page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.includes(':batch:')));
  const tracked = await page.evaluate(() =>
    window.seen.events.filter(({ name }) => name === 'track').map(({ detail }) => detail.id),
  );
  t.same(
    sdk
      .counted()
      .map((event) => event.id)
      .sort(),
    tracked.sort(),
    'each event counts once',
  );
  t.ok(sdk.batches.length > new Set(sdk.batches.map((batch) => batch.batch_id)).size, 'a batch kept its id');
  await context.close();
});

t.test('leaving the page sends the last story by beacon', async (t) => {
  threeGroups();
  const { context, page } = await visit();
  await open(page);
  await shows(page, 'a');
  await page.waitForFunction(() => window.seen.events.some(({ detail }) => detail.type === 'story_impression'));
  await page.goto('about:blank');
  await counted('group_closed');
  t.same(types(sdk.counted()).slice(-2), ['story_left', 'group_closed']);
  t.equal(new Set(sdk.counted().map((event) => event.id)).size, sdk.counted().length);
  await context.close();
});

t.test('only the next story is preloaded', async (t) => {
  threeGroups();
  const { context, page } = await visit();
  t.same(sdk.media(), [], 'nothing before the bar is tapped');
  await open(page);
  await until(() => sdk.media().length === 2, 'the next story');
  await page.waitForFunction(() => window.seen.events.some(({ detail }) => detail.type === 'story_impression'));
  t.match(sdk.media(), [/-a$/, /-b-even$/]);
  t.equal(sdk.media().length, 2);
  await page.keyboard.press('ArrowRight');
  await until(() => sdk.media().length === 3, 'one more');
  t.match(sdk.media()[2], /-c$/);
  await context.close();
});

t.test('links open safely, and the page may take them over', async (t) => {
  const { group, story } = sdk;
  sdk.reset([
    group('One', [
      story('a', { outlink: `${site.origin}/shop`, button_text: 'Shop coats', duration_ms: 60_000 }),
      story('b-even', { deep_link: 'javascript:document.title="bad"', button_text: 'Bad' }),
    ]),
  ]);
  const { context, page } = await visit();
  await open(page);
  const link = page.locator('dialog a.link');
  t.equal(await link.getAttribute('rel'), 'noopener');
  const popup = context.waitForEvent('page');
  await link.click();
  const opened = await popup;
  await opened.waitForURL(`${site.origin}/shop`);
  t.equal(await opened.evaluate(() => window.opener), null);
  await opened.close();
  await page.evaluate(() => addEventListener('story-rail:click', (event) => event.preventDefault()));
  await drag(page, [200, 600], [205, 300]);
  const clicks = await page.evaluate(() => window.seen.events.filter(({ name }) => name === 'click'));
  t.same(new Set(clicks.map(({ detail }) => `${clicks.length} ${detail.url}`)), new Set([`2 ${site.origin}/shop`]));
  t.equal(context.pages().length, 1, 'a prevented click opens nothing');
  await page.keyboard.press('ArrowRight');
  await shows(page, 'b-even');
  t.notOk(await link.isVisible(), 'an unsafe link is not offered');
  await page.keyboard.press('Escape');
  await counted('group_closed');
  t.equal(types(sdk.counted()).filter((type) => type === 'story_clicked').length, 2);
  await context.close();
});

t.test('a medium that fails says so and lets one go on', async (t) => {
  const { group, story } = sdk;
  sdk.reset([group('One', [story('a', { media: `${sdk.origin}/media/broken` }), story('b-even')])]);
  const { context, page } = await visit();
  await open(page);
  await page.getByText("This story couldn't load.").waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  t.equal(await page.locator('img.media').evaluate(({ style }) => style.opacity), '0', 'without a broken sign');
  await page.mouse.click(350, 700);
  await shows(page, 'b-even');
  t.notOk(await page.getByText("This story couldn't load.").isVisible());
  await context.close();
});

t.test('an unknown token shows nothing and warns', async (t) => {
  threeGroups();
  const { context, page } = await visit();
  const warning = page.waitForEvent('console', (message) => message.type() === 'warning');
  await page.evaluate(() => document.querySelector('story-rail')?.setAttribute('token', 'nobody'));
  t.match((await warning).text(), /story-rail/);
  await until(async () => (await page.locator('.cover').count()) === 0, 'an empty bar');
  await context.close();
});

t.test('under reduced motion nothing moves and stories still go on', async (t) => {
  const { group, story } = sdk;
  sdk.reset([group('One', [story('a', { duration_ms: 3000 }), story('b-even')])]);
  const { context, page } = await visit({}, { reducedMotion: 'reduce' });
  await open(page);
  await shows(page, 'a');
  const state = await page.evaluate(() => {
    const root = document.querySelector('story-rail')?.shadowRoot;
    const bar = root?.querySelector<HTMLElement>('.segments i');
    return { running: root?.getAnimations().length, bar: bar?.style.transform };
  });
  t.same(state, { running: 0, bar: 'scaleX(1)' });
  await shows(page, 'b-even');
  await context.close();
});

t.test('axe finds nothing serious in the bar and the viewer', async (t) => {
  const { group, story } = sdk;
  sdk.reset([
    group('One', [story('a', { outlink: 'https://shop.test/', button_text: 'Shop' }), story('v', { type: 2 })]),
    group('Two', [story('b-even')]),
  ]);
  const { context, page } = await visit();
  const found = () => axeViolations(page, { within: 'story-rail' });
  t.same(await found(), []);
  await open(page);
  await page.keyboard.press(' ');
  await page.waitForFunction(() => !document.querySelector('story-rail')?.shadowRoot?.getAnimations().length);
  t.same(await found(), []);
  t.match(await page.locator('[aria-live]').textContent(), 'Title a, 1 of 2, One');
  await page.keyboard.press('ArrowRight');
  await page.locator('video').waitFor();
  await page.keyboard.press('m');
  await page.getByRole('button', { name: 'Unmute' }).waitFor();
  t.same(await found(), []);
  await context.close();
});

t.test(
  'every kind is drawn on hostile pages; where scripts may not come the medium and the link are there',
  async (t) => {
    const link = { outlink: 'https://shop.example/coats', button_text: 'Shop coats' };
    const swipe: ExamplePart = ['cta', 'swipe-001', at(590, 40)];
    const asks: ExamplePart[] = [
      ['image', 'image-001', { ...at(70, 40), media: `${sdk.origin}/media/coat` }],
      ['text', 'text-0001', at(115, 40)],
      ['reaction', 'react-001', at(165, 60)],
      ['poll', 'poll-0001', at(230)],
      ['quiz', 'quiz-0001', at(370, 210)],
    ];
    const shown: ExamplePart[] = [
      ['rating', 'rating-01', at(100)],
      ['countdown', 'count-001', at(240, 160)],
      ['product_tag', 'tag-00001', at(420, 60)],
    ];
    const stories = [designed('a', [...asks, swipe], link), designed('b-even', [...shown, swipe], link)];
    const kinds = [
      ['img', 'A coat', 0],
      ['button', '🔥', 0],
      ['button', 'Navy parka', 0],
      ['button', 'Moonlit Path', 0],
      ['radio', '3 of 5', 1],
      ['button', 'Remind me', 1],
      ['link', 'Storm Shell, €249, opens in a new tab', 1],
    ] as const;
    let usual: unknown;
    for (const [path, bars] of [
      ['/', 1],
      ['/unset', 1],
      ['/frame', 1],
      ['/', 2],
      ['/nonce', 1],
    ] as const) {
      sdk.reset([sdk.group('One', stories)]);
      const { context, page } = await visit({ bars: String(bars) }, { ...screen, reducedMotion: 'reduce' }, path);
      const inside = path === '/frame' ? page.frameLocator('iframe') : page;
      for (let bar = 0; bar < bars; bar++) {
        const told = `${path}, bar ${bar + 1}`;
        await inside.locator('.cover').nth(bar).click();
        for (const place of [0, 1]) {
          if (place > 0) await page.keyboard.press('ArrowRight');
          await inside.locator(`dialog .media[src$="${['-a', '-b-even'][place]}"]`).waitFor();
          await inside.getByRole('link', { name: 'Shop coats, opens in a new tab' }).waitFor();
          if (path === '/nonce') continue;
          for (const [role, name] of kinds.filter(([, , where]) => where === place))
            await inside.getByRole(role, { name, exact: true }).waitFor();
          if (place > 0) continue;
          await inside.getByText('Which coat for November?').waitFor();
          const sizes = await inside
            .locator('.part, .option')
            .evaluateAll((all) =>
              all.map((one) => [one.getBoundingClientRect().width, one.getBoundingClientRect().height]),
            );
          usual ??= sizes;
          t.same(sizes, usual, `${told}: as on any page`);
        }
        await page.keyboard.press('Escape');
        await inside.locator('dialog').waitFor({ state: 'detached' });
      }
      const { violations, errors } = await page
        .frames()
        .at(-1)!
        .evaluate(() => window.seen);
      t.same(errors, [], path);
      if (path !== '/nonce') t.same(violations, [], path);
      t.ok(
        sdk.requests.filter((url) => url.endsWith('/modules/design.js')).length <= 1,
        'one module for all players of a page',
      );
      await context.close();
    }
  },
);
