import type { BrowserContext, Locator } from 'playwright-core';
import t, { type Test } from 'tap';
import { openChromium } from '../chromium.ts';
import { drawnPicture, untilShown } from '../dashboard.ts';
import { addAppByHand, addTwoStories, makeGroup, signUp } from '../first-steps.ts';
import { until } from '../harness.ts';
import { looks } from '../looks.ts';
import { freshDatabase, testServer } from '../postgres.ts';
import { freePort, isReady, makeTempFolder, startProcess } from '../running.ts';
import { openShopPage } from '../shop-page.ts';
import { visitInside } from '../visit-inside.ts';

const running = async (t: Test) => {
  const server = await testServer();
  t.teardown(server.stop);
  const database = await freshDatabase(server.url);
  t.teardown(database.drop);
  const { dir, remove } = await makeTempFolder();
  t.teardown(remove);
  const port = await freePort();
  const run = startProcess({ DATA_DIR: dir, DATABASE_URL: database.url, PORT: String(port), LIMIT_API: '0' });
  t.teardown(async () => {
    run.child.kill('SIGTERM');
    await run.ended;
  });
  await until(() => isReady(port), 'the product to start');
  const browser = await openChromium(t);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: 'Europe/Stockholm' });
  context.setDefaultTimeout(45_000);
  return { base: `http://127.0.0.1:${port}`, context };
};

/** Faults that a page shows to nobody: errors in scripts, refused by policy, answers of 5xx. */
const watch = (context: BrowserContext): string[] => {
  const faults: string[] = [];
  context.on('weberror', (error) => void faults.push(error.error().message));
  context.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) faults.push(message.text());
  });
  context.on('response', (answer) => {
    if (answer.status() >= 500) faults.push(`${answer.status()} ${answer.url()}`);
  });
  return faults;
};

const mailedLink = async (base: string, to: string): Promise<string> => {
  let link = '';
  await until(async () => {
    const mails = (await (await fetch(`${base}/dev/outbox.json`)).json()) as { to: string; links: string[] }[];
    link = mails.find((mail) => mail.to === to)?.links[0] ?? '';
    return link !== '';
  }, 'the mail');
  return link;
};

const isDelivered = async (base: string, token: string) =>
  (await (await fetch(`${base}/sdk/v1/${token}/stories`)).text()).includes('Autumn Edit');

const lookAtShowcase = async (t: Test, context: BrowserContext, base: string, token: string) => {
  await until(() => isDelivered(base, token), 'the group to be delivered');
  const show = await context.newPage();
  const sent: string[] = [];
  show.on('request', (request) => /\/events$/.test(request.url()) && sent.push(request.url()));
  await show.goto(`${base}/showcase/${token}`);
  await show
    .locator('story-rail')
    .getByRole('button', { name: /Autumn Edit/ })
    .waitFor();
  await looks(t, show, 'showcase');
  await show
    .locator('story-rail')
    .getByRole('button', { name: /Autumn Edit/ })
    .click();
  await show.getByText('story_impression').first().waitFor();
  await show.keyboard.press('ArrowRight');
  await show.getByText('Knitwear from 39').first().waitFor();
  await until(async () => (await show.getByText('story_impression').count()) >= 2, 'the second story to count');
  await show.keyboard.press('Escape');
  await show.getByText('group_closed').first().waitFor();
  t.equal(await show.getByText('batch accepted').count(), 0);
  await show.close();
  t.same(sent, [], 'a preview sends nothing');
};

const watchInShop = async (context: BrowserContext, base: string, token: string) => {
  const shop = await openShopPage(context, base, token);
  const accepted: string[] = [];
  shop.on('response', (response) => {
    if (/\/events$/.test(response.url()) && response.status() === 202)
      accepted.push(response.request().postData() ?? '');
  });
  const rail = shop.locator('story-rail');
  await shop.evaluate(() => {
    const counted: string[] = [];
    Object.assign(window, { counted });
    document
      .querySelector('story-rail')!
      .addEventListener('story-rail:track', (event) =>
        counted.push((event as CustomEvent<{ type: string }>).detail.type),
      );
  });
  const impressions = (count: number) =>
    shop.waitForFunction(
      (least) =>
        (window as unknown as { counted: string[] }).counted.filter((type) => type === 'story_impression').length >=
        least,
      count,
    );
  await rail.getByRole('button', { name: /Autumn Edit/ }).click();
  await impressions(1);
  await shop.keyboard.press('ArrowRight');
  await impressions(2);
  await shop.keyboard.press('Escape');
  await until(() => accepted.some((batch) => batch.includes('group_closed')), 'the last batch to be accepted');
  await shop.close();
};

t.test('from sign-up to the first figures and the whole history', async (t) => {
  const { base, context } = await running(t);
  const faults = watch(context);
  const page = await context.newPage();
  // The page keeps it to itself.
  let authorization = '';
  page.on('request', (request) => {
    authorization = request.headers().authorization ?? authorization;
  });
  const email = 'nora@marlow.example';
  await signUp(page, base, email);
  await looks(t, page, 'successful');
  await page.goto(await mailedLink(base, email));
  await page.getByText(`Finish signing up ${email} for`).waitFor();
  await page.getByRole('button', { name: 'Verify email' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Later' }).click();
  await page.getByRole('button', { name: 'Go to Home' }).click();
  await page.waitForURL('**/home**');
  await addAppByHand(page);
  await makeGroup(page);
  const groupId = new URL(page.url()).pathname.split('/').at(-1)!;
  await addTwoStories(page);

  const call = async (path: string) =>
    (await (await fetch(`${base}/api${path}`, { headers: { authorization } })).json()).data;
  const [app] = await call('/app/n/list');

  const live = page.getByRole('switch', { name: /Autumn Edit/ }).first();
  await live.click();
  await page
    .getByText(/Inactive/)
    .first()
    .waitFor();
  // What an app gets follows a moment later; only then does it say anything about the next change.
  await until(async () => !(await isDelivered(base, app.token)), 'the group to be gone from apps');
  await live.click();
  await until(
    async () => (await live.getAttribute('aria-checked')) === 'true' || (await live.isChecked()),
    'the group to be active again',
  );

  await lookAtShowcase(t, context, base, app.token);
  await watchInShop(context, base, app.token);
  await until(async () => {
    const [row] = await call(`/story_group/n/stats?story_group_id=${groupId}`);
    return row?.stats.total_impression === 2 && row.stats.closed === 1;
  }, 'the figures');
  await page.goto(`${base}/stories/${groupId}`);
  const side = page.getByText('Last 7 days').locator('xpath=ancestor::*[self::section or self::div][2]');
  await side.getByText('Impression').waitFor();
  const [row] = await call(`/story_group/n/stats?story_group_id=${groupId}`);
  t.match(row.stats, { reach: 1, total_impression: 2, total_open: 1, closed: 1, total_click: 0 });
  await untilShown(page.getByRole('main'), /Impression\s+2\b/);

  type Told = { sentence: string; changes: { field: string; to: unknown }[] };
  let history: Told[] = [];
  await until(async () => {
    history = await call(`/story_group/history?story_group_id=${groupId}`);
    return history.length >= 5;
  }, 'the history');
  t.match(
    history.map((one) => one.sentence),
    [
      /activated .Autumn Edit/,
      /inactivated .Autumn Edit/,
      /added the story .Knitwear from 39. to .Autumn Edit/,
      /added the story .Parkas are back. to .Autumn Edit/,
      /created the story group .Autumn Edit/,
    ],
  );
  t.match(
    history.at(-1)!.changes.find((one) => one.field === 'title'),
    { to: 'Autumn Edit' },
  );
  await visitInside(page, `/stories/${groupId}?tab=history`);
  await page.getByRole('slider', { name: 'Time' }).waitFor();
  await page
    .getByText(/Knitwear from 39/)
    .first()
    .waitFor();

  const activated = history[0]!.sentence;
  let said = '';
  await until(async () => {
    const audit = (await call('/audit')) as { sentence: string; actor: { name: string } }[];
    said = audit.map((one) => `${one.actor.name} ${one.sentence}`).join('\n');
    return said.includes(activated);
  }, 'the audit');
  for (const step of [
    /signed up/,
    /verified their email/,
    /added the app .Marlow/,
    /created the story group .Autumn Edit/,
    /added the story .Parkas/,
    /inactivated .Autumn/,
    /activated .Autumn/,
  ])
    t.match(said, step);
  t.match(said, /Nora Maria Lindqvist/);

  await t.test('a test device and a test group are made by screens alone', async () => {
    const main = page.getByRole('main');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: /Your menu$/ }).click();
    await page.getByRole('menuitem', { name: 'Settings', exact: true }).click();
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Test Devices' }).click();
    await main.getByLabel('Name', { exact: true }).fill('Pixel 9, QA 1');
    await main.getByLabel('Device ID').fill('a41c9e0B');
    await main.getByRole('button', { name: 'Add device' }).click();
    await page.getByText('Pixel 9, QA 1 added.').waitFor();
    await page.getByRole('link', { name: 'Content', exact: true }).first().click();
    await main.getByRole('button', { name: 'Add story group' }).first().click();
    const buffer = await drawnPicture('B', '#b5482a', 600, 600);
    await dialog.getByLabel('Cover image file').setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer });
    await dialog.getByLabel('Story group name').fill('Bug hunt');
    await dialog.getByRole('button', { name: 'Save as Test Group' }).click();
    await page.waitForURL('**/stories/**');
    await dialog.getByRole('heading', { name: 'Create Story' }).waitFor();
    await visitInside(page, '/content?status=test');
    await main.getByRole('radio', { name: 'Test 1' }).waitFor();
    await main
      .getByRole('link', { name: /Bug hunt/ })
      .first()
      .waitFor();
  });
  t.same(faults, [], 'no page failed unseen');

  // Pages with a browser test of their own are looked at there.
  await t.test('axe finds nothing serious on any page, light and dark, wide and narrow', async (t) => {
    /** By address: what only its page has. */
    const inside: readonly (readonly [path: string, ready: Locator])[] = [
      ['/content', page.getByRole('main').getByRole('link', { name: 'Autumn Edit', exact: true })],
      ['/content?deleted=1', page.getByRole('dialog', { name: 'Recently deleted' }).getByText('Nothing deleted')],
      [
        '/content/calendar',
        page
          .getByRole('main')
          .filter({ has: page.getByRole('heading', { name: 'Calendar', level: 1 }) })
          .getByRole('link', { name: /Autumn Edit/ }),
      ],
      [`/stories/${groupId}`, page.getByText('Completion rate')],
      [`/stories/${groupId}?tab=analytics`, page.getByRole('table', { name: /^Story analytics for/ })],
      [`/stories/${groupId}?tab=history`, page.getByText('Current version')],
      ['/settings/payment', page.getByRole('region', { name: 'Your plan' }).getByText('Pre-Trial', { exact: true })],
      ['/settings/payment?openPlanModal=list', page.getByRole('list', { name: 'Plans' }).getByRole('heading')],
      ['/nowhere', page.getByRole('heading', { name: 'Page not found' })],
    ];
    const nameOf = (path: string) => path.replace(/\W+/g, '_').slice(0, 40);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const [path, ready] of inside) {
      await visitInside(page, path);
      await ready.first().waitFor();
      await looks(t, page, nameOf(path));
    }
    for (const path of ['/showcase/unknown', '/dev/outbox']) {
      await page.goto(base + path, { waitUntil: 'networkidle' });
      await looks(t, page, nameOf(path));
    }
  });

  await t.test('an ended session goes to sign-in and back', async (t) => {
    await context.clearCookies({ name: 'storyrail' });
    await page.goto(`${base}/stories/${groupId}`);
    await page.waitForURL('**/login**');
    await page.getByLabel('Email').waitFor();
    await looks(t, page, 'login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.waitForURL('**/forgot-password');
    await looks(t, page, 'forgot-password');
    await page.goBack();
    await page.getByLabel('Password', { exact: true }).fill('secret-7');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Autumn Edit' }).waitFor();
    t.match(page.url(), `/stories/${groupId}`);
  });
});
