import { readFile } from 'node:fs/promises';
import t from 'tap';
import type { AdminAuditRow } from '#contracts/admin/admin-log.ts';
import { collectPageErrors, startDashboard, untilShown } from '#ops/testing/dashboard.ts';
import { until } from '#ops/testing/harness.ts';
import { looks } from '#ops/testing/looks.ts';
import {
  addFilter,
  chooseUserAction,
  openPage,
  seedStaffScene,
  tableRows,
  takeOutFilter,
} from '#ops/testing/staff-scene.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

t.test('admin area', async (t) => {
  const w = await startDashboard(t);
  const { ines, nora, daniel, zoe, group } = await seedStaffScene(w);
  const audit = async (query: Record<string, string>): Promise<AdminAuditRow[]> =>
    (await w.inject('GET', '/api/admin/audit', { as: ines, query })).json().data;

  const context = await w.windowOf(ines);
  const faults = collectPageErrors(context);
  const page = await openPage(t, context, `${w.base}/`);

  await t.test('staff see it, and nothing else; to an owner it is an address that no page has', async (t) => {
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

    const noras = await w.windowOf(nora);
    const asked: string[] = [];
    noras.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    const owner = await openPage(t, noras, `${w.base}/admin`);
    const shown = async () => {
      await owner.getByRole('heading', { name: 'Page not found' }).waitFor();
      await owner.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor();
      return owner.locator('#root').innerText();
    };
    const missing = await shown();
    for (const path of [
      '/no-such-page',
      '/admin/users',
      '/admin/promo-codes',
      `/admin/accounts/${nora.account_id}?tab=billing`,
    ]) {
      await visitInside(owner, '/help');
      await owner.getByRole('heading', { name: 'Help and Resources', level: 1 }).waitFor();
      await visitInside(owner, path);
      t.equal(await shown(), missing, path);
    }
    t.same(
      asked.filter((path) => path.startsWith('/api/admin')),
      [],
    );
  });

  await t.test('the summary counts what there is, as a chart and as a table', async (t) => {
    await visitInside(page, '/admin');
    const groups = page.getByRole('region', { name: 'Story groups' });
    await untilShown(groups, /Story groups\s+1\s+0 active/);
    await page.getByRole('figure', { name: /^Bar chart of New users by day/ }).waitFor();
    await page.getByRole('radio', { name: 'New stories' }).click();
    await page.getByText('New stories: 1 in this period').waitFor();
    await page.getByRole('button', { name: 'Show table' }).click();
    await until(async () => (await tableRows(page, 'Days').count()) === 30, 'thirty days');
    // An app, a group and a story today.
    await untilShown(tableRows(page, 'Days').first(), /\t1\t1\t1\t/);
    await page.getByRole('link', { name: 'Sweden' }).click();
    await page.getByRole('link', { name: 'Marlow AB' }).waitFor();
    t.equal(await tableRows(page, 'accounts').count(), 1);
  });

  await t.test('users are filtered, sorted and paged in the address, and saved as CSV', async (t) => {
    await visitInside(page, '/admin/users');
    await page.getByText('4 users', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Sort by User', exact: true }).click();
    await until(async () => /zoe@/.test(await tableRows(page, 'users').first().innerText()), 'the last address first');
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('marlow ab');
    await page.getByText('2 users', { exact: true }).waitFor();
    await addFilter(page, 'Role');
    await page.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'App Owner' }).click();
    // The next filter is set as soon as the address has this one: neither is lost.
    await page.waitForURL(/app_owner/);
    await addFilter(page, 'Stories, at least');
    await page.getByRole('spinbutton', { name: 'Stories, at least' }).fill('1');
    await page.waitForURL(/total_stories_gte%22%3A1/);
    await addFilter(page, 'Registered, from');
    await page.getByLabel('Registered, from').fill('2020-01-01');
    await page.waitForURL(/total_stories_gte%22%3A1.*1577836800|1577836800.*total_stories_gte%22%3A1/);
    await page.getByText('1 user', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('1 user', { exact: true }).waitFor();
    await untilShown(tableRows(page, 'users'), /Daniel Okafor[\s\S]*Marlow AB[\s\S]*App Owner/);
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
    await page.getByRole('button', { name: 'Close message' }).click();
    t.match(file.suggestedFilename(), /^users-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    t.equal(lines.length, 2);
    t.match(lines[0], /^id,email,firstname/);
    t.match(lines[1], daniel.email);
    await takeOutFilter(page, 'Role');
    await page.getByText('2 users', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('nobody of that name');
    await page.getByRole('heading', { name: 'No matching users' }).waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByText('4 users', { exact: true }).waitFor();
    t.same(await page.getByLabel('Rows').locator('option').allInnerTexts(), ['10', '20', '50', '100']);
    await page.getByLabel('Rows').selectOption('50');
    await page.waitForURL(/perPage=50/);
  });

  await t.test('a user is verified and unverified from their row, after a question', async (t) => {
    await visitInside(page, '/admin');
    await page.getByRole('heading', { name: 'Summary' }).waitFor();
    await visitInside(page, '/admin/users');
    for (const [asked, state] of [
      ['Unverify', 'Pending'],
      ['Verify', 'Active'],
    ] as const) {
      await chooseUserAction(page, 'Zoe Park', asked);
      await page.getByRole('alertdialog').getByRole('button', { name: asked }).click();
      await page.getByText('User verify changed!').waitFor();
      await page.getByRole('button', { name: 'Close message' }).click();
      await tableRows(page, 'users').filter({ hasText: 'Zoe Park' }).getByText(state).waitFor();
    }
    await w.caughtUp();
    const [last] = await audit({ account_id: zoe.account_id, action: 'UserVerificationChanged', limit: '1' });
    t.match(last, { actor: { type: 'staff', name: 'Ines Barros' } });
  });

  await t.test('features and premium of an account are changed on its page', async (t) => {
    await visitInside(page, `/admin/accounts/${zoe.account_id}?tab=overview`);
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

  await t.test('between phone and desk the tables scroll, not the page', async (t) => {
    await visitInside(page, '/admin/users');
    await page.getByText('4 users').waitFor();
    for (const width of [720, 800, 1100, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      t.equal(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'), 0, `${width} wide`);
    }
  });

  await t.test('at both widths, light and dark, nothing serious for axe and nothing sticks out', async (t) => {
    const account = `/admin/accounts/${nora.account_id}`;
    const stream = `/admin/events?stream=storyGroup-${group}`;
    const company: string = (await w.inject('GET', '/api/account', { as: nora })).json().data.name;
    for (const [path, heading, ready, chosen] of [
      ['/admin', 'Summary', 'Apps by store'],
      ['/admin/users', 'Users', '4 users'],
      ['/admin/accounts', 'Accounts', 'Zephyr'],
      [account, company, 'Story group'],
      [`${account}?tab=people`, company, 'Daniel Okafor', /^People/],
      [`${account}?tab=overview`, company, 'Interactive video'],
      ['/admin/history', 'History of all accounts', 'entries'],
      ['/admin/events', 'Events', 'Inspect'],
      [stream, 'Events', 'unchanged lines'],
      [`${stream}&view=state`, 'Events', 'How it looked', 'State'],
      ['/admin/health', 'Health', 'Last rebuild'],
    ] as const) {
      await visitInside(page, path);
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      if (chosen) await page.getByRole('radio', { name: chosen, checked: true }).waitFor();
      await page.getByText(ready).first().waitFor({ state: 'attached' });
      if (path === '/admin/health') await page.getByText('What people are told under the bell').waitFor();
      // Of several accounts, each line says whose it is.
      if (path === '/admin/history') await page.locator('[data-entry]', { hasText: company }).first().waitFor();
      await looks(t, page, path.replace(/\W+/g, '_'));
    }
  });

  await t.test('who has not joined yet can be neither verified nor acted as; the list sorts by state', async (t) => {
    const invite = (email: string) =>
      w.call(nora, 'POST', '/account/invite-user', { emails: [email], role: 'account_owner' });
    await invite('bo@marlow.test');
    await invite('gone@marlow.test');
    await w.call(nora, 'POST', '/account/cancel-invitation', { email: 'gone@marlow.test' });
    await w.kernel.db.pool.query('update member set verified = false where id = $1', [zoe.user_id]);
    await w.caughtUp();
    await page.goto(`${w.base}/admin/users`);
    const offered = async (person: string) => {
      await page.getByRole('button', { name: `Actions for ${person}` }).click();
      const items = page.getByRole('menu').getByRole('menuitem', { name: /^(Verify|Login as a user)$/ });
      await items.last().waitFor();
      const closed = await items.evaluateAll((all) => all.map((one) => one.getAttribute('aria-disabled') === 'true'));
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      return closed;
    };
    const people = async () => {
      await visitInside(page, `/admin/accounts/${nora.account_id}?tab=people`);
      await page.getByText('gone@marlow.test').first().waitFor();
      await page.getByRole('radio', { name: 'People 3', checked: true }).waitFor();
      await visitInside(page, '/admin/users');
    };
    await people();
    const line = (text: string) => tableRows(page, 'users').filter({ hasText: text });
    await line('bo@marlow.test').getByText('Pending').waitFor();
    t.same(await offered('bo@marlow.test'), [true, true], 'invited');
    t.same(await offered('gone@marlow.test'), [true, true], 'no longer invited');
    await line('Zoe Park').getByText('Pending').waitFor();
    t.same(await offered('Zoe Park'), [false, false], 'a member who is not verified');

    await page.getByRole('button', { name: 'Sort by Status', exact: true }).click();
    await page.waitForURL(/sort=state/);
    const states = async () =>
      (await tableRows(page, 'users').locator('td[data-label="Status"]').allInnerTexts()).filter(
        (text, at, all) => text !== all[at - 1],
      );
    await until(async () => (await states()).join() === 'Active,Pending,Deleted', 'each state in one run');
  });

  await t.test('a page that does not load says so and can be asked for again', async () => {
    let broken = true;
    await context.route('**/api/admin/**', (route) =>
      broken ? route.fulfill({ status: 500, json: { data: null, code: 'Internal', message: '' } }) : route.continue(),
    );
    await page.reload();
    for (const [path, text] of [
      ['/admin', "The summary couldn't load"],
      ['/admin/users', "The users couldn't load"],
      ['/admin/health', "Read models couldn't load"],
    ] as const) {
      broken = true;
      await visitInside(page, path);
      await page.getByText(text).waitFor();
      broken = false;
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText(text).waitFor({ state: 'detached' });
    }
  });
});
