import type { BrowserContext, Locator, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { openChromium } from '../chromium.ts';
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
  const accepted: number[] = [];
  shop.on('response', (response) => /\/events$/.test(response.url()) && accepted.push(response.status()));
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
  await until(async () => accepted.includes(202), 'the batch to be accepted');
  await shop.close();
};

t.test('from sign-up to the first figures and the whole history', async (t) => {
  const { base, context } = await running(t);
  const faults = watch(context);
  const page = await context.newPage();
  const email = 'nora@marlow.example';
  await signUp(page, base, email);
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

  // The page keeps it to itself.
  const asked = page.waitForRequest((one) => one.url() === `${base}/api/user`);
  await page.reload();
  const { authorization } = await (await asked).allHeaders();
  const call = async (path: string) =>
    (await (await fetch(`${base}/api${path}`, { headers: { authorization: authorization! } })).json()).data;
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
  await until(
    async () => (await call(`/story_group/n/stats?story_group_id=${groupId}`))[0]?.stats.total_impression === 2,
    'the figures',
  );
  await page.goto(`${base}/stories/${groupId}`);
  const side = page.getByText('Last 7 days').locator('xpath=ancestor::*[self::section or self::div][2]');
  await side.getByText('Impression').waitFor();
  const [row] = await call(`/story_group/n/stats?story_group_id=${groupId}`);
  t.match(row.stats, { reach: 1, total_impression: 2, total_open: 1, closed: 1, total_click: 0 });
  t.match(await page.getByRole('main').innerText(), /Impression\s+2\b/, 'the page shows the viewing');

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
  t.same(faults, [], 'no page failed unseen');

  await t.test('an expired token is renewed unseen; an ended session goes to sign-in and back', async (t) => {
    const group = `${base}/stories/${groupId}`;
    let renewals = 0;
    page.on('response', (answer) => {
      if (answer.url() === `${base}/api/refresh` && answer.ok()) renewals += 1;
    });
    await page.route('**/api/user', (route) => route.fulfill({ status: 401, json: { code: 'Unauthorized' } }), {
      times: 1,
    });
    await page.goto(group);
    await page.getByRole('heading', { name: 'Autumn Edit' }).waitFor();
    t.equal(renewals, 2, 'that of the page, and that of the refused call');
    await context.clearCookies({ name: 'storyrail' });
    await page.reload();
    await page.waitForURL('**/login**');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('secret-7');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Autumn Edit' }).waitFor();
    t.match(page.url(), `/stories/${groupId}`);
  });

  // Pages with a browser test of their own are looked at there.
  await t.test('axe finds nothing serious on any page, light and dark, wide and narrow', async (t) => {
    /** By address: what only its page has. */
    const signedIn: readonly (readonly [path: string, ready: (page: Page) => Locator])[] = [
      ['/content', (page) => page.getByRole('main').getByRole('link', { name: 'Autumn Edit', exact: true })],
      [
        '/content?deleted=1',
        (page) => page.getByRole('dialog', { name: 'Recently deleted' }).getByText('Nothing deleted'),
      ],
      [
        '/content/calendar',
        (page) =>
          page
            .getByRole('main')
            .filter({ has: page.getByRole('heading', { name: 'Calendar', level: 1 }) })
            .getByRole('link', { name: /Autumn Edit/ }),
      ],
      [`/stories/${groupId}`, (page) => page.getByText('Completion rate')],
      [`/stories/${groupId}?tab=analytics`, (page) => page.getByRole('table', { name: /^Story analytics for/ })],
      [`/stories/${groupId}?tab=history`, (page) => page.getByText('Current version')],
      [
        '/settings/payment',
        (page) => page.getByRole('region', { name: 'Your plan' }).getByText('Pre-Trial', { exact: true }),
      ],
      [
        '/settings/payment?openPlanModal=list',
        (page) => page.getByRole('list', { name: 'Plans' }).getByRole('heading'),
      ],
      ['/nowhere', (page) => page.getByRole('heading', { name: 'Page not found' })],
    ];
    const open = [
      '/login',
      '/register',
      '/forgot-password',
      '/successful',
      '/join/used',
      `/showcase/${app.token}`,
      '/showcase/unknown',
      '/dev/outbox',
    ];
    const storageState = await context.storageState();
    const look = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', bypassCSP: true } as const;
    const nameOf = (path: string) => path.replace(/\W+/g, '_').slice(0, 40);
    for (const more of [{}, { storageState }]) {
      const view = await context.browser()!.newContext({ ...look, ...more });
      view.setDefaultTimeout(45_000);
      const looked = await view.newPage();
      const load = async (path: string) => {
        // By way of one that asks for nothing: what a page sends on leaving must not keep the next one waiting.
        await looked.goto(`${base}/health/live`);
        await looked.evaluate(() => sessionStorage.clear());
        await looked.goto(base + path, { waitUntil: 'networkidle' });
      };
      if ('storageState' in more) {
        await load('/content');
        for (const [path, ready] of signedIn) {
          await visitInside(looked, path);
          await ready(looked).first().waitFor();
          await looks(t, looked, nameOf(path));
        }
      } else
        for (const path of open) {
          await load(path);
          await looks(t, looked, nameOf(path));
        }
      await view.close();
    }
  });
});
