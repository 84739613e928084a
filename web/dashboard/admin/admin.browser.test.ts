import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import type { AdminAuditRow } from '#contracts/admin-log.ts';
import { type Dashboard, drawnPicture, seriousFindings, startDashboard, watchFaults } from '#ops/testing/dashboard.ts';
import { until } from '#ops/testing/harness.ts';
import { appendAs } from '#ops/testing/scene.ts';

/** Staff, and an account in which Nora made a group and Daniel paused it; beside it an account without content. */
const plant = async (w: Dashboard) => {
  const ines = await w.person({ staff: true, permissions: {}, firstname: 'Ines', lastname: 'Barros' });
  const nora = await w.person({ firstname: 'Nora', lastname: 'Lindqvist', email: 'nora@marlow.test' });
  const call = async (as: typeof nora, method: string, path: string, body: object) => {
    const answer = await w.inject(method, `/api${path}`, { as, body });
    if (answer.statusCode >= 300) throw new Error(answer.body);
    return answer.json().data;
  };
  const app = await call(nora, 'POST', '/app', {
    store_id: 'com.marlow.shop',
    store_type: 'ios',
    is_live: false,
    title: 'Marlow',
  });
  await call(nora, 'PATCH', '/account', { name: 'Marlow AB', country: 'SE' });
  const permissions = { app_owner: [app.id as string] };
  const daniel = await w.person({ account_id: nora.account_id, firstname: 'Daniel', lastname: 'Okafor', permissions });
  const icon = await w.upload(nora, await drawnPicture('A', '#b5482a', 300, 300));
  const group: string = (
    await call(nora, 'POST', '/n/story_group', {
      app_id: app.id,
      title: 'Autumn Edit',
      icon,
      ts_start: Math.floor(Date.now() / 1000),
    })
  ).story_group_id;
  const media = await w.upload(nora, await drawnPicture('Coat', '#2d4f86'));
  await call(nora, 'POST', '/story', { story_group_id: group, title: 'Coats', type: 1, media });
  await call(daniel, 'PATCH', '/n/story_group', { story_group_id: group, status: 2 });
  const zoe = await w.person({ firstname: 'Zoe', lastname: 'Park', email: 'zoe@zephyr.test' });
  await call(zoe, 'PATCH', '/account', { name: 'Zephyr', country: 'PT' });
  await w.caughtUp();
  return { ines, nora, daniel, zoe, group, icon, media };
};

const open = async (t: Test, context: BrowserContext, address: string): Promise<Page> => {
  const page = await context.newPage();
  t.teardown(() => context.close());
  await page.goto(address);
  return page;
};
const rows = (page: Page, name: string) => page.getByRole('table', { name }).locator('tbody tr');
const act = async (page: Page, person: string, name: string) => {
  await page.getByRole('button', { name: `Actions for ${person}` }).click();
  await page.getByRole('menuitem', { name }).click();
};

t.test('admin area', async (t) => {
  const w = await startDashboard(t);
  const { ines, nora, daniel, zoe, group, icon, media } = await plant(w);
  const audit = async (query: Record<string, string>): Promise<AdminAuditRow[]> =>
    (await w.inject('GET', '/api/admin/audit', { as: ines, query })).json().data;

  await t.test('staff see it, and nothing else; to an owner it is an address that no page has', async (t) => {
    const context = await w.windowOf(ines);
    const faults = watchFaults(context);
    const page = await open(t, context, `${w.base}/`);
    await page.waitForURL(`${w.base}/admin**`);
    await page.getByRole('heading', { name: 'Summary' }).waitFor();
    for (const [name, heading] of [
      ['Users', 'Users'],
      ['Accounts', 'Accounts'],
      ['History', 'History of all accounts'],
      ['Events', 'Events'],
      ['Health', 'Health'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name }).click();
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    }
    t.same(faults, []);

    const both = await w.person({ staff: true, firstname: 'Kim', lastname: 'Hall', account_id: ines.account_id });
    const home = await open(t, await w.windowOf(both), `${w.base}/home`);
    await home.getByRole('button', { name: /Your menu/ }).click();
    await home.getByRole('menuitem', { name: 'Admin' }).click();
    await home.getByRole('heading', { name: 'Summary' }).waitFor();

    const owner = await open(t, await w.windowOf(nora), `${w.base}/no-such-page`);
    await owner.getByRole('heading', { name: 'Page not found' }).waitFor();
    const missing = await owner.locator('#root').innerText();
    const asked: string[] = [];
    owner.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    for (const path of ['/admin', '/admin/users', `/admin/accounts/${nora.account_id}`]) {
      await owner.goto(w.base + path);
      await owner.getByRole('heading', { name: 'Page not found' }).waitFor();
      t.equal(await owner.locator('#root').innerText(), missing, path);
    }
    t.same(
      asked.filter((path) => path.startsWith('/api/admin')),
      [],
    );
  });

  await t.test('the summary counts what there is, as a chart and as a table', async (t) => {
    const page = await open(t, await w.windowOf(ines), `${w.base}/admin`);
    const groups = page.getByRole('region', { name: 'Story groups' });
    t.match(await groups.innerText(), /Story groups\s+1\s+0 active/);
    await page.getByRole('figure', { name: /^New users by day/ }).waitFor();
    await page.getByRole('radio', { name: 'New stories' }).click();
    await page.getByText('New stories: 1 in these days').waitFor();
    await page.getByRole('button', { name: 'Show the table' }).click();
    await until(async () => (await rows(page, 'The days').count()) === 30, 'thirty days');
    t.match(await rows(page, 'The days').first().innerText(), /\t1\t1\t1\t/, 'an app, a group and a story today');
    await page.getByRole('link', { name: 'Sweden' }).click();
    await page.getByRole('link', { name: 'Marlow AB' }).waitFor();
    t.equal(await rows(page, 'accounts').count(), 1);
  });

  await t.test('users are filtered, sorted and paged in the address, and saved as CSV', async (t) => {
    const page = await open(t, await w.windowOf(ines), `${w.base}/admin/users`);
    await page.getByText('5 users', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'User', exact: true }).click();
    await until(async () => /zoe@/.test(await rows(page, 'users').first().innerText()), 'the last address first');
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('marlow ab');
    await page.getByText('2 users', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    const drawer = page.getByRole('dialog', { name: 'Filters' });
    await drawer.getByLabel('Role').selectOption('App Owner');
    await drawer.getByRole('spinbutton', { name: 'Stories, at least' }).fill('1');
    await drawer.getByLabel('Registered, from').fill('2020-01-01');
    await drawer.getByRole('button', { name: 'Show' }).click();
    await page.getByText('1 user', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('1 user', { exact: true }).waitFor();
    t.match(await rows(page, 'users').innerText(), /Daniel Okafor[\s\S]*Marlow AB[\s\S]*App Owner/);
    const query = new URL(page.url()).searchParams;
    t.match(JSON.parse(query.get('filter')!), {
      q: 'marlow ab',
      role: 'app_owner',
      total_stories_gte: 1,
      ts_registration_gte: 1_577_836_800,
    });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    t.match(file.suggestedFilename(), /^users-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    t.equal(lines.length, 2);
    t.match(lines[0], /^id,email,firstname/);
    t.match(lines[1], daniel.email);
    await page.getByRole('button', { name: /^Role: App Owner/ }).click();
    await page.getByText('2 users', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('nobody of that name');
    await page.getByRole('heading', { name: 'No users match' }).waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByText('5 users', { exact: true }).waitFor();
    t.same(await page.getByLabel('Rows').locator('option').allInnerTexts(), ['10', '20', '50', '100']);
    await page.getByLabel('Rows').selectOption('50');
    await page.waitForURL(/perPage=50/);
  });

  await t.test('a user is verified and unverified from their row, after a question', async (t) => {
    const page = await open(t, await w.windowOf(ines), `${w.base}/admin/users`);
    for (const [asked, state] of [
      ['Unverify', 'Pending'],
      ['Verify', 'Active'],
    ] as const) {
      await act(page, 'Zoe Park', asked);
      await page.getByRole('alertdialog').getByRole('button', { name: asked }).click();
      await page.getByText('User verify changed!').waitFor();
      await rows(page, 'users').filter({ hasText: 'Zoe Park' }).getByText(state).waitFor();
      await page.getByRole('button', { name: 'Close message' }).click();
    }
    await w.caughtUp();
    const [last] = await audit({ account_id: zoe.account_id, action: 'UserVerificationChanged', limit: '1' });
    t.match(last, { actor: { type: 'staff', name: 'Ines Barros' } });
  });

  await t.test('features and premium of an account are changed on its page', async (t) => {
    const page = await open(t, await w.windowOf(ines), `${w.base}/admin/accounts/${zoe.account_id}?tab=overview`);
    await page.getByRole('checkbox', { name: 'Interactive video' }).check();
    await page.getByLabel('Story limit per app').fill('many');
    await page.getByText('Use -1 or a number up to 1,000,000.').waitFor();
    await page.getByLabel('Story limit per app').fill('25');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Account features changed!').waitFor();
    await page.getByRole('switch', { name: 'Premium' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Set Premium' }).click();
    await page.getByText('Account premium status changed!').waitFor();
    await until(
      async () => (await page.getByRole('switch', { name: 'Premium' }).getAttribute('aria-checked')) === 'true',
      'the switch',
    );
    const query = { account_id: zoe.account_id };
    const { data } = (await w.inject('GET', '/api/admin/account', { as: ines, query })).json();
    t.match(data, { premium: 1, settings: { manual_features: { ivod: true, story_limit: 25 } } });
  });

  await t.test('who paused a group, and what it looked like, is found in under five clicks', async (t) => {
    const page = await open(t, await w.windowOf(ines), `${w.base}/admin`);
    let clicks = 0;
    const click = async (name: string | RegExp, role: 'link' | 'button') => {
      clicks += 1;
      await page.getByRole(role, { name }).first().click();
    };
    await click('Accounts', 'link');
    await click('Marlow AB', 'link');
    await click(/Daniel Okafor inactivated “?Autumn Edit/i, 'button');
    t.ok(clicks < 5, `${clicks} clicks`);
    const details = page.getByRole('region', { name: 'The chosen entry' });
    t.match(await details.innerText(), /Daniel Okafor[\s\S]*Active[\s\S]*Inactive/);
    const then = details.getByRole('region', { name: 'What it looked like' });
    t.match(await then.innerText(), /Autumn Edit\s+1 story\s+Inactive/);
    const sources = await then.locator('img').evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src));
    t.same(sources, [icon, media], 'its cover and its story');
    t.match(page.url(), /entry=/);
    await details.getByRole('link', { name: 'Event and state' }).click();
    await page.getByRole('heading', { name: 'Story group status changed' }).waitFor();
  });

  await t.test('the inspector steps through the versions of a stream and compares them', async (t) => {
    const page = await open(t, await w.windowOf(ines), `${w.base}/admin/events`);
    await page.getByLabel('Stream or id').fill('nonsense');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('Use the name of a stream, or an id.').waitFor();
    await page.getByLabel('Stream or id').fill(group);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('link', { name: `storyGroup-${group}` }).click();
    const view = page.getByRole('region', { name: 'The chosen version' });
    await view.getByText('Version 3 of 3').waitFor();
    const diff = view.getByRole('region', { name: 'What changed' });
    const changed = async () =>
      (await diff.locator('li[data-kind="old"], li[data-kind="new"]').allTextContents()).join();
    await diff.locator('[data-kind="new"]').first().waitFor();
    t.match(await changed(), /taken out: +"status": 1[\s\S]*added: +"status": 2/);
    await view.getByRole('button', { name: 'Version before' }).click();
    await view.getByText('Version 2 of 3').waitFor();
    await diff.locator('[data-kind="new"]', { hasText: '"title": "Coats"' }).waitFor();
    t.notMatch(await changed(), 'Autumn Edit');
    await view.getByLabel('Compared with version').fill('0');
    await diff.locator('[data-kind="new"]', { hasText: '"title": "Autumn Edit"' }).waitFor();
    t.match(page.url(), /version=2.*base=0/);
    await view.getByRole('radio', { name: 'State' }).click();
    const state = JSON.parse(await view.getByRole('region', { name: 'The state' }).innerText());
    t.match(state, { id: group, status: 1, title: 'Autumn Edit', stories: [{ title: 'Coats' }] });
    await view.getByRole('radio', { name: 'Event' }).click();
    const data = JSON.parse(await view.getByRole('region', { name: 'The data of the event' }).innerText());
    t.match(data, { story: { title: 'Coats' } });
    await page.getByRole('region', { name: 'Versions' }).getByRole('button').first().focus();
    await page.keyboard.press('Enter');
    await view.getByText('Version 1 of 3').waitFor();
    await page.keyboard.press('ArrowDown');
    await view.getByText('Version 2 of 3').waitFor();
  });

  await t.test('login as: there and back, with its limits, under both names', async (t) => {
    const page = await open(t, await w.windowOf(ines), `${w.base}/admin/users`);
    await act(page, 'Nora Lindqvist', 'Login as a user');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Login as a user' }).click();
    await page.waitForURL(/\/home/);
    const banner = page.getByRole('complementary', { name: 'Login as' });
    t.match(await banner.innerText(), /Ines Barros acts as Nora Lindqvist of Marlow AB/);
    t.match(await banner.getByRole('timer').innerText(), /^(30:00|29:\d\d)$/);
    await banner.getByRole('button', { name: 'What you cannot do' }).click();
    await page
      .getByRole('dialog', { name: 'What you cannot do' })
      .getByText(/export/)
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Activity' }).first().click();
    const csv = page.getByRole('button', { name: 'CSV' });
    await csv.waitFor();
    t.equal(await csv.getAttribute('aria-disabled'), 'true');
    await banner.waitFor();

    await page.goto(`${w.base}/stories/${group}`);
    await banner.waitFor();
    const token = await page.evaluate<string>(`JSON.parse(sessionStorage.getItem('storyrail.login-as')).token`);
    const body = { story_group_id: group, title: 'Autumn, by staff' };
    t.equal((await w.inject('PATCH', '/api/n/story_group', { as: token, body })).statusCode, 200);
    await page.goto(`${w.base}/admin`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.goto(`${w.base}/home`);
    await banner.getByRole('button', { name: 'End' }).click();
    await page.waitForURL(/\/admin\/users/);
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    t.equal((await w.inject('GET', '/api/user', { as: token })).statusCode, 401, 'the session is over');

    await w.caughtUp();
    const [changed] = await audit({ account_id: nora.account_id, action: 'StoryGroupDetailsChanged' });
    t.match(changed, {
      actor: { type: 'staff', name: 'Ines Barros' },
      on_behalf_of: { type: 'user', name: 'Nora Lindqvist' },
    });
    t.equal((await audit({ account_id: nora.account_id, action: 'LoginAsStarted,LoginAsEnded' })).length, 2);
    await page.goto(`${w.base}/admin/accounts/${nora.account_id}?entry=${changed!.id}`);
    await page.getByText('Staff, as Nora Lindqvist').first().waitFor();
    const details = page.getByRole('region', { name: 'The chosen entry' });
    t.match(await details.innerText(), /Ines Barros, Storyrail staff[\s\S]*On behalf of\s+Nora Lindqvist/);
  });

  await t.test('a link of login-as opens the dashboard; no other token does', async (t) => {
    const answer = await w.inject('POST', '/api/admin/user/login_as', { as: ines, body: { user_id: nora.user_id } });
    const page = await open(t, await w.windowOf(ines), `${w.base}/login_as?token=${zoe.token}`);
    await page.getByRole('heading', { name: 'Link Expired' }).waitFor();
    await page.goto(`${w.base}/login_as?token=${answer.json().data.token}`);
    await page.getByRole('complementary', { name: 'Login as' }).getByText('Nora Lindqvist').waitFor();
    t.notMatch(page.url(), 'token');
    await page.goto(`${w.base}/logout`);
    await page.getByRole('heading', { name: 'Summary' }).waitFor();
  });

  await t.test('an event that a read model set aside is applied again, and a rebuild tells how it went', async (t) => {
    const { pool } = w.kernel.db;
    const stream = `storyGroup-${group}`;
    await appendAs(w, nora, stream, [{ type: 'StoryGroupDetailsChanged', data: { title: 'Pier' } }]);
    await w.caughtUp();
    const { rows: found } = await pool.query<{ version: number }>(
      `with last as (select * from event where stream = $1 order by version desc limit 1),
            gone as (delete from history_row h using last where h.story_group_id = $2 and h.version = last.version)
       insert into parked_event (projection, stream, version, transaction_id, position, error)
       select 'history', stream, version, transaction_id, position, 'the table was locked' from last returning version`,
      [stream, group],
    );
    const page = await open(t, await w.windowOf(ines), `${w.base}/admin/health`);
    const parked = page.getByRole('region', { name: 'Events set aside' });
    await parked.getByText('the table was locked').waitFor();
    await rows(page, 'Read models').filter({ hasText: 'history' }).getByText('Events set aside').waitFor();
    await parked.getByRole('button', { name: 'Apply again' }).click();
    await page.getByText('1 event applied.').waitFor();
    await parked.getByText(/^None\./).waitFor();
    const { rowCount } = await pool.query('select from history_row where story_group_id = $1 and version = $2', [
      group,
      found[0]!.version,
    ]);
    t.equal(rowCount, 1);
    await page.getByRole('button', { name: 'Rebuild history' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rebuild' }).click();
    await rows(page, 'Read models').filter({ hasText: 'history' }).getByText('Done, the same').waitFor();
  });

  await t.test('the job board opens with a session of its own', async (t) => {
    const context = await w.windowOf(ines);
    const page = await open(t, context, `${w.base}/admin/health`);
    const [board] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'Open the job board' }).click(),
    ]);
    await board.waitForURL(/\/ops\/queues/);
    await board.getByText('effects').first().waitFor();
  });

  await t.test('a page that does not load says so and can be asked for again', async (t) => {
    const context = await w.windowOf(ines);
    let broken = true;
    await context.route('**/api/admin/**', (route) =>
      broken ? route.fulfill({ status: 500, json: { data: null, code: 'Internal', message: '' } }) : route.continue(),
    );
    const page = await open(t, context, `${w.base}/admin`);
    for (const [path, text] of [
      ['/admin', 'The summary did not load'],
      ['/admin/users', 'The users did not load'],
      ['/admin/health', 'The read models did not load'],
    ] as const) {
      broken = true;
      await page.goto(w.base + path);
      await page.getByText(text).waitFor();
      broken = false;
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText(text).waitFor({ state: 'detached' });
    }
  });

  await t.test('between phone and desk the tables scroll, not the page', async (t) => {
    const page = await open(
      t,
      await w.windowOf(ines, { viewport: { width: 800, height: 900 } }),
      `${w.base}/admin/users`,
    );
    await page.getByText('5 users').waitFor();
    t.equal(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'), 0);
  });

  await t.test('at both widths, light and dark, nothing serious for axe and nothing sticks out', async (t) => {
    for (const width of [1440, 390])
      for (const colorScheme of ['light', 'dark'] as const) {
        const viewport = { width, height: width === 390 ? 844 : 900 };
        const page = await open(
          t,
          await w.windowOf(ines, { viewport, colorScheme, bypassCSP: true }),
          `${w.base}/admin`,
        );
        const account = `/admin/accounts/${nora.account_id}`;
        const stream = `/admin/events?stream=storyGroup-${group}`;
        for (const [path, ready] of [
          ['/admin', 'Apps by store'],
          ['/admin/users', '5 users'],
          ['/admin/accounts', 'Zephyr'],
          [account, 'Story group'],
          [`${account}?tab=people`, 'Daniel Okafor'],
          [`${account}?tab=overview`, 'Interactive video'],
          [stream, 'lines are the same'],
          [`${stream}&view=state`, 'What it looked like'],
          ['/admin/health', 'Last rebuild'],
        ] as const) {
          await page.goto(w.base + path);
          await page.getByText(ready).first().waitFor({ state: 'attached' });
          t.same(await seriousFindings(page), [], `${path} ${width} ${colorScheme}`);
          t.equal(
            await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'),
            0,
            `${path} ${width}`,
          );
        }
      }
  });
});
