import type { BrowserContext, Page, Route } from 'playwright-core';
import t from 'tap';
import { collectPageErrors, startDashboard } from '#ops/testing/dashboard.ts';
import { until } from '#ops/testing/harness.ts';
import { seedScene } from '#ops/testing/scene.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

const shapes = (page: Page) => page.locator('[data-first="frame"]');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name });

/** Keeps the answers to matching requests until it is called. */
const hold = async (context: BrowserContext, pattern: RegExp) => {
  const held: Route[] = [];
  let released = false;
  await context.route(pattern, async (route) => {
    if (released) return route.continue();
    held.push(route);
  });
  return async () => {
    released = true;
    for (const route of held) await route.continue();
  };
};

t.test('a page that is waited for', async (t) => {
  const w = await startDashboard(t);
  const nora = await w.person();
  const { group_id } = await seedScene(w, nora);
  const context = await w.windowOf(nora);
  t.teardown(() => context.close());
  await context.addInitScript(() => {
    if (location.protocol === 'http:') localStorage.setItem('storyrail.theme', 'dark');
    const seen = window as unknown as { gaps: number; ended?: true };
    seen.gaps = 0;
    let began = false;
    const look = () => {
      const there = document.querySelector('[data-first="bar"], header') !== null;
      began ||= there;
      if (began && !there) seen.gaps += 1;
      if (!seen.ended) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const activityComes = await hold(context, /\/assets\/ActivityPage/);
  const faults = collectPageErrors(context);
  const page = await context.newPage();

  await t.test('the first HTML holds the frame in the right theme, for who is signed in, without a gap', async (t) => {
    const goOn = await hold(context, /\/assets\/main-.*\.js/);
    await page.goto(`${w.base}/stories/${group_id}`, { waitUntil: 'commit' });
    await shapes(page).waitFor();
    t.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
    t.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(15, 14, 23)');
    await goOn();
    await heading(page, 'Harbour').waitFor();
    t.notOk(await shapes(page).isVisible());
    const gaps = await page.evaluate(() => Object.assign(window as unknown as { gaps: number }, { ended: true }).gaps);
    t.equal(gaps, 0);
    t.same(faults, []);
  });

  await t.test('the frame stays while an address is led on and gets its app', async (t) => {
    await tab(page, 'Content').click();
    await heading(page, 'Content').waitFor();
    const search = await page.getByRole('button', { name: 'Search or jump to' }).elementHandle();
    await page.evaluate(() => {
      history.pushState({ usr: null, key: 'start' }, '', '/');
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    });
    await page.waitForURL(/\/home\?app=.*instance=/);
    await page.getByRole('heading', { level: 1, name: /^Good/ }).waitFor();
    t.ok(await search!.evaluate((button) => button.isConnected), 'what is open in it stays open');
  });

  await t.test('a page on its way shows a line in the bar, the one before stays', async (t) => {
    await tab(page, 'Content').click();
    await heading(page, 'Content').waitFor();
    await tab(page, 'Activity').click();
    await page.getByRole('progressbar', { name: 'Loading page' }).waitFor();
    t.ok(await heading(page, 'Content').isVisible());
    await activityComes();
    await heading(page, 'Activity').waitFor();
    t.equal(await page.getByRole('progressbar', { name: 'Loading page' }).count(), 0);
  });

  await t.test('without a network the page stays and says so; an act is refused once and sent once', async (t) => {
    await tab(page, 'Content').click();
    await heading(page, 'Content').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
    const toggle = page.getByRole('switch').first();
    const was = await toggle.isChecked();
    await context.setOffline(true);
    await page.getByText("You're offline. You can look around, but changes won't be saved.").waitFor();
    await toggle.click();
    await page
      .getByText(/Try again when you're back online/)
      .first()
      .waitFor();
    await until(async () => (await toggle.isChecked()) === was, 'the switch as it was');
    t.ok(await heading(page, 'Content').isVisible());
    t.equal(sent.length, 1);
    await context.setOffline(false);
    await page.getByText(/You can look around/).waitFor({ state: 'detached' });
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await toggle.click();
    t.equal((await answered).status(), 200);
    await until(async () => (await toggle.isChecked()) !== was, 'the switch turned');
    t.equal(sent.length, 2, 'nothing was kept to be sent again');
  });

  await t.test(
    'a server that fails before it answers is told of, and what is shown is read again after it',
    async (t) => {
      const everything = `${w.base}/**`;
      await context.route(everything, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
      await page.getByRole('switch').first().click();
      await page.getByText("Storyrail isn't responding. We'll keep trying.").waitFor();
      t.ok(await heading(page, 'Content').isVisible());
      const again = page.waitForResponse((answer) => answer.url().includes('/api/n/story_group') && answer.ok());
      await context.unroute(everything);
      await again;
      await page.getByText("Storyrail isn't responding. We'll keep trying.").waitFor({ state: 'detached' });
    },
  );

  await t.test('the sign-in has no frame', async (t) => {
    const context = await w.strangersWindow();
    t.teardown(() => context.close());
    const goOn = await hold(context, /\/assets\/main-.*\.js/);
    const page = await context.newPage();
    await page.goto(`${w.base}/login`, { waitUntil: 'commit' });
    await shapes(page).waitFor({ state: 'attached' });
    t.notOk(await shapes(page).isVisible());
    await goOn();
    await page.getByLabel('Password', { exact: true }).waitFor();

    await t.test('and what does not come of it says why, and opens by itself once it can', async (t) => {
      const asked = /\/assets\/ForgotPasswordPage/;
      await context.route(asked, (route) => route.abort('internetdisconnected'));
      await context.setOffline(true);
      await page.getByRole('link', { name: 'Forgot password?' }).click();
      await page.getByRole('heading', { level: 1, name: "You're offline" }).waitFor();
      t.ok(await page.getByRole('button', { name: 'Try again' }).isVisible());
      await context.unroute(asked);
      await context.setOffline(false);
      await page.getByLabel('Email').waitFor();
      t.match(page.url(), /\/forgot-password$/);
    });
  });

  const other = await w.windowOf(nora);
  t.teardown(() => other.close());
  const next = await other.newPage();

  await t.test('a page that does not come says that there is no network, and opens once there is', async (t) => {
    const refused = new Set<Route>();
    await other.route(/\/assets\/ActivityPage/, (route) => {
      refused.add(route);
      return route.abort('internetdisconnected');
    });
    const page = next;
    await page.goto(`${w.base}/content`);
    await heading(page, 'Content').waitFor();
    await other.setOffline(true);
    await tab(page, 'Activity').click();
    await page.getByText("This page opens as soon as you're back online.").waitFor();
    t.ok(await tab(page, 'Home').isVisible(), 'inside the frame');
    await other.unroute(/\/assets\/ActivityPage/);
    await other.setOffline(false);
    await heading(page, 'Activity').waitFor();
    await page.waitForLoadState('networkidle');
    // A page that is there without what it shows says so as well.
    await other.setOffline(true);
    await page.getByText("You're offline. You can look around, but changes won't be saved.").waitFor();
    await visitInside(page, '/activity?act=StoryGroupCreated');
    await page.getByText("You're offline. What's missing here loads as soon as you're back online.").waitFor();
    await other.setOffline(false);
    await page.getByText("You're offline.").waitFor({ state: 'detached' });
  });

  await t.test('a new release in the middle of a visit: the page is loaded anew, once', async (t) => {
    const gone = /\/assets\/HomePage/;
    await other.route(gone, (route) => route.fulfill({ status: 404, json: { code: 'NotFound' } }));
    const page = next;
    const documents: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()));
    // What the server of the new release answers names other scripts.
    await other.route(`${w.base}/`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('main-', 'main-2-') });
    });
    const loaded = page.waitForEvent('load');
    await tab(page, 'Home').click();
    await loaded;
    // The files are still not there: it does not go on for ever.
    await page.getByText('Reload to get the latest version.').waitFor();
    t.equal(documents.length, 1);
    await other.unroute(gone);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: /^Good/ }).waitFor();
  });

  await t.test('a part of a page that does not come says why in its place, and the page around it stays', async (t) => {
    const page = next;
    const parts = /\/assets\/(FirstSteps|SdkEvents|DeletedGroupList|WhyDrawer|HistoryTab|Interaction|TeamSettings)-/;
    await other.route(parts, (route) => route.fulfill({ status: 404, json: { code: 'NotFound' } }));
    await page.evaluate(
      (key) => localStorage.removeItem(key),
      `RaStore.${nora.user_id}.first-steps.${nora.account_id}`,
    );
    const steps = page.waitForResponse(/\/assets\/FirstSteps-/);
    await page.goto(`${w.base}/home`);
    t.equal((await steps).status(), 404);
    await page.getByRole('heading', { name: 'Top story groups' }).waitFor();
    const missing = "This part couldn't load";
    const closed = "This couldn't load. Check your connection, or reload to get the latest version.";
    const released = 'Reload to get the latest version.';
    const again = page.getByRole('button', { name: 'Try again' });
    for (const [path, name, text] of [
      ['/help', 'Help and Resources', missing],
      ['/content?deleted=1', 'Content', missing],
      [`/stories/${group_id}?tab=analytics&why=reach.group.${group_id}`, 'Harbour', closed],
      [`/stories/${group_id}?tab=history`, 'Harbour', released],
      // This time it is known at once that it does not come, while the page is still being put up.
      [`/stories/${group_id}?tab=analytics&why=ctr.group.${group_id}`, 'Harbour', closed],
      ['/analytics?view=interaction', 'Analytics', released],
      ['/settings/team-management', 'Settings', released],
    ] as const) {
      await visitInside(page, path);
      await page.locator('h1', { hasText: name }).waitFor();
      const said = page.getByRole('alert').filter({ hasText: text });
      await (text === closed ? said : said.filter({ has: again })).waitFor();
      if (text === closed) await page.waitForURL(({ searchParams }) => !searchParams.has('why'));
      t.ok(await page.locator('h1', { hasText: name }).isVisible(), path);
    }
    await other.unroute(parts);
    await again.click();
    await page.getByRole('heading', { name: 'Team', exact: true }).waitFor();
  });

  await t.test('in idle time the files of all pages are fetched, once for each release', async (t) => {
    const key = 'storyrail.fetched';
    const page = next;
    const asked = new Set<string>();
    page.on('request', (one) => {
      const path = new URL(one.url()).pathname;
      if (one.resourceType() === 'fetch' && path.startsWith('/assets/')) asked.add(path);
    });
    const release = await page.evaluate((name) => {
      const before = localStorage.getItem(name);
      localStorage.setItem(name, '/assets/first-before.js');
      return before;
    }, key);
    await page.reload();
    await page.waitForFunction(([name, now]) => localStorage.getItem(name!) === now, [key, release]);
    const all = await page.evaluate(() => globalThis.pageFiles!.flatMap(([, files]) => files.split(' ')));
    t.same([...asked].sort(), [...new Set(all)].map((file) => `/assets/${file}`).sort());
    asked.clear();
    await page.clock.install();
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.clock.runFor(5000);
    // What a page asks for is told in its order: whatever it asked for before this is known after it.
    await page.evaluate(() => fetch('/health/live').then((answer) => answer.status));
    t.same([...asked], []);
  });
});
