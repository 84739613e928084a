import t from 'tap';
import type { AdminAuditRow } from '#contracts/admin/admin-log.ts';
import { startDashboard, untilShown } from '#ops/testing/dashboard.ts';
import { until } from '#ops/testing/harness.ts';
import { looks } from '#ops/testing/looks.ts';
import { appendAs } from '#ops/testing/scene.ts';
import { chooseUserAction, openPage, seedStaffScene, tableRows } from '#ops/testing/staff-scene.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

t.test('what staff find out and do in the admin area, and how they help who cannot get in', async (t) => {
  const w = await startDashboard(t);
  const { ines, nora, daniel, zoe, group, icon, media } = await seedStaffScene(w);
  const audit = async (query: Record<string, string>): Promise<AdminAuditRow[]> =>
    (await w.inject('GET', '/api/admin/audit', { as: ines, query })).json().data;

  const context = await w.windowOf(ines);
  const page = await openPage(t, context, `${w.base}/admin`);

  await t.test('who paused a group, and what it looked like, is found in under five clicks', async (t) => {
    let clicks = 0;
    const click = async (name: string | RegExp, role: 'link' | 'button') => {
      clicks += 1;
      await page.getByRole(role, { name }).first().click();
    };
    await click('Accounts', 'link');
    await click('Marlow AB', 'link');
    await click(/Daniel Okafor inactivated “?Autumn Edit/i, 'button');
    t.ok(clicks < 5, `${clicks} clicks`);
    const details = page.getByRole('region', { name: 'Selected entry' });
    await untilShown(details, /Daniel Okafor[\s\S]*Active[\s\S]*Inactive/);
    const then = details.getByRole('region', { name: 'How it looked' });
    await untilShown(then, /Autumn Edit\s+1 story\s+Inactive/);
    const sources = await then
      .locator('img')
      .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src.replace(/\.\d+\.webp$/, '')));
    t.same(sources, [icon, media], 'its cover and its story');
    await page.waitForURL(/entry=/);
    await details.getByRole('link', { name: 'Event and state' }).click();
    await page.getByRole('heading', { name: 'Story group status changed' }).waitFor();
  });

  await t.test('the inspector steps through the versions of a stream and compares them', async (t) => {
    // The page before is of Events, too: from inside it, its form would be filled.
    await page.getByRole('link', { name: 'Summary' }).first().click();
    await page.getByRole('heading', { name: 'Summary' }).waitFor();
    await visitInside(page, '/admin/events');
    await page.getByLabel('Stream or ID').fill('nonsense');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('Enter a stream name or an ID.').waitFor();
    await page.getByLabel('Stream or ID').fill(group);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('link', { name: `storyGroup-${group}` }).click();
    const view = page.getByRole('region', { name: 'Selected version' });
    await view.getByText('Version 3 of 3').waitFor();
    const diff = view.getByRole('region', { name: 'What changed' });
    const changed = async () =>
      (await diff.locator('li[data-kind="old"], li[data-kind="new"]').allTextContents()).join();
    await diff.locator('[data-kind="new"]').first().waitFor();
    await until(async () => /removed: +"status": 1[\s\S]*added: +"status": 2/.test(await changed()), 'the status');
    await view.getByRole('button', { name: 'Previous version' }).click();
    await view.getByText('Version 2 of 3').waitFor();
    await diff.locator('[data-kind="new"]', { hasText: '"title": "Coats"' }).waitFor();
    t.notMatch(await changed(), 'Autumn Edit');
    await view.getByLabel('Compared with version').fill('0');
    await diff.locator('[data-kind="new"]', { hasText: '"title": "Autumn Edit"' }).waitFor();
    await page.waitForURL(/version=2.*base=0/);
    await view.getByRole('radio', { name: 'State' }).click();
    const state = JSON.parse(await view.getByRole('region', { name: 'State', exact: true }).innerText());
    t.match(state, { id: group, status: 1, title: 'Autumn Edit', stories: [{ title: 'Coats' }] });
    await view.getByRole('radio', { name: 'Event' }).click();
    const data = JSON.parse(await view.getByRole('region', { name: 'Event data' }).innerText());
    t.match(data, { story: { title: 'Coats' } });
    await page.getByRole('region', { name: 'Versions' }).getByRole('button').first().focus();
    await page.keyboard.press('Enter');
    await view.getByText('Version 1 of 3').waitFor();
    await page.keyboard.press('ArrowDown');
    await view.getByText('Version 2 of 3').waitFor();
  });

  await t.test('login as: there and back, with its limits, under both names', async (t) => {
    await page.getByRole('link', { name: 'Users' }).first().click();
    await chooseUserAction(page, 'Nora Lindqvist', 'Login as a user');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Login as a user' }).click();
    await page.waitForURL(/\/home/);
    const banner = page.getByRole('complementary', { name: 'Login as' });
    await untilShown(banner, /Ines Barros acts as Nora Lindqvist of Marlow AB/);
    t.match(await banner.getByRole('timer').innerText(), /^(30:00|29:\d\d)$/, 'how long it lasts');
    await banner.getByRole('button', { name: "What you can't do" }).click();
    await page
      .getByRole('dialog', { name: "What you can't do" })
      .getByText(/export/)
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Activity' }).first().click();
    const csv = page.getByRole('button', { name: 'CSV' });
    await csv.waitFor();
    t.equal(await csv.getAttribute('aria-disabled'), 'true');
    await banner.waitFor();

    const token = await page.evaluate<string>(`JSON.parse(sessionStorage.getItem('storyrail.login-as')).token`);
    const body = { story_group_id: group, title: 'Autumn, by staff' };
    t.equal((await w.inject('PATCH', '/api/n/story_group', { as: token, body })).statusCode, 200);
    await visitInside(page, '/admin');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await visitInside(page, '/home');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor({ state: 'detached' });
    await banner.getByRole('button', { name: 'End' }).click();
    await page.waitForURL(/\/admin\/users/);
    await page.getByRole('heading', { name: 'Users' }).waitFor();
    t.equal((await w.inject('GET', '/api/user', { as: token })).statusCode, 401, 'the session is over');
    // A list writes what it shows into the address when it has come: a visit inside the page would be overtaken by it.
    await page.getByRole('link', { name: 'Summary' }).first().click();
    await page.getByRole('heading', { name: 'Summary' }).waitFor();
    for (const path of ['access-denied', 'no-such-page', 'accounts/no-such-account']) {
      await visitInside(page, `/admin/${path}`);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      await page.getByRole('link', { name: 'Go to summary', exact: true }).click();
      await page.getByRole('heading', { name: 'Summary' }).waitFor();
    }

    await w.caughtUp();
    const [changed] = await audit({ account_id: nora.account_id, action: 'StoryGroupDetailsChanged' });
    t.match(changed, {
      actor: { type: 'staff', name: 'Ines Barros' },
      on_behalf_of: { type: 'user', name: 'Nora Lindqvist' },
    });
    t.equal((await audit({ account_id: nora.account_id, action: 'LoginAsStarted,LoginAsEnded' })).length, 2);
    // A load: the list of before is shown again for a while.
    await page.goto(`${w.base}/admin/accounts/${nora.account_id}?entry=${changed!.id}`);
    await page.getByText('Staff, as Nora Lindqvist').first().waitFor();
    const details = page.getByRole('region', { name: 'Selected entry' });
    await untilShown(details, /Ines Barros, Storyrail staff[\s\S]*On behalf of\s+Nora Lindqvist/);
  });

  await t.test('a link of login-as opens the dashboard; no other token does', async (t) => {
    const answer = await w.inject('POST', '/api/admin/user/login_as', { as: ines, body: { user_id: nora.user_id } });
    await page.goto(`${w.base}/login_as?token=${zoe.token}`);
    await page.getByRole('heading', { name: 'Link Expired' }).waitFor();
    await page.goto(`${w.base}/login_as?token=${answer.json().data.token}`);
    await page.getByRole('complementary', { name: 'Login as' }).getByText('Nora Lindqvist').waitFor();
    t.notMatch(page.url(), 'token');
    await page.goto(`${w.base}/logout`);
    await page.getByRole('button', { name: 'Sign out' }).click();
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
    await visitInside(page, '/admin/health');
    const parked = page.getByRole('region', { name: 'Parked events' });
    await parked.getByText('the table was locked').waitFor();
    await tableRows(page, 'Read models').filter({ hasText: 'history' }).getByText('Parked events').waitFor();
    await parked.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('1 event applied.').waitFor();
    await parked.getByText(/^None\./).waitFor();
    const { rowCount } = await pool.query('select from history_row where story_group_id = $1 and version = $2', [
      group,
      found[0]!.version,
    ]);
    t.equal(rowCount, 1);
    await page.getByRole('button', { name: 'Rebuild history' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rebuild' }).click();
    await tableRows(page, 'Read models').filter({ hasText: 'history' }).getByText('Done, identical').waitFor();
  });

  await t.test('the job board opens with a session of its own', async () => {
    await visitInside(page, '/admin/health');
    const [board] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'Open job board' }).click(),
    ]);
    await board.waitForURL(/\/ops\/queues/);
    await board.getByText('effects').first().waitFor();
    await board.close();
  });

  const dialog = page.getByRole('alertdialog');

  await t.test('each act says what it does and asks why', async (t) => {
    await visitInside(page, '/admin/users');
    await chooseUserAction(page, 'Daniel Okafor', 'Reset second factors');
    await untilShown(
      dialog,
      /Daniel Okafor's authenticator app, passkeys[\s\S]*unlinks their Google and LinkedIn[\s\S]*open a link that we email/,
    );
    await dialog.getByRole('button', { name: 'Reset second factors' }).click();
    await dialog.getByText('Enter a reason.').waitFor();
    await looks(t, page, 'reset-asked');
    await dialog.getByLabel('Reason').fill('Lost phone');
    await dialog.getByRole('button', { name: 'Reset second factors' }).click();
    await page.getByText('The second factors of this user were reset.').waitFor();
    t.equal((await w.inject('GET', '/api/user', { as: daniel })).statusCode, 401);
    await chooseUserAction(page, 'Daniel Okafor', 'End sessions');
    await dialog.getByLabel('Reason').fill('Lost laptop');
    await dialog.getByRole('button', { name: 'End sessions' }).click();
    await page.getByText('This user was signed out everywhere.').waitFor();
  });

  await t.test('a disabled user is shown as one, and enabled again', async (t) => {
    await chooseUserAction(page, 'Daniel Okafor', 'Disable user');
    await dialog.getByLabel('Reason').fill('Left');
    await dialog.getByRole('button', { name: 'Disable user' }).click();
    const row = tableRows(page, 'users').filter({ hasText: 'Daniel Okafor' });
    await row.getByText('Disabled').waitFor();
    await chooseUserAction(page, 'Daniel Okafor', 'Enable user');
    await dialog.getByLabel('Reason').fill('Came back');
    await dialog.getByRole('button', { name: 'Enable user' }).click();
    await row.getByText('Disabled').waitFor({ state: 'hidden' });
    t.pass('and back');
  });

  await t.test('an account whose owner is gone gets one by two of staff', async (t) => {
    const body = { user_id: nora.user_id, reason: 'Left' };
    await w.inject('POST', '/api/admin/user/disable', { as: ines, body });
    await visitInside(page, `/admin/accounts/${nora.account_id}`);
    const card = page.getByRole('region', { name: 'No owner can sign in' });
    await card.getByRole('button', { name: 'Propose an owner' }).click();
    const ask = page.getByRole('dialog', { name: 'Propose an owner' });
    await ask.getByRole('button', { name: 'Propose an owner' }).click();
    await ask.getByText('Choose a person, or enter an email.').waitFor();
    await ask.getByLabel('New owner').fill('Dan');
    await page.getByRole('option', { name: /Daniel Okafor/ }).click();
    await ask.getByLabel('Reason').fill('Nora left the company');
    await looks(t, page, 'owner-asked');
    await ask.getByRole('button', { name: 'Propose an owner' }).click();
    const proposed = page.getByRole('region', { name: 'Daniel Okafor is proposed as owner' });
    await untilShown(proposed, /Proposed by Ines Barros[\s\S]*Reason: Nora left the company/);
    t.equal(await proposed.getByRole('button', { name: 'Agree' }).getAttribute('aria-disabled'), 'true');

    await looks(t, page, 'owner-proposed');

    const otto = await w.person({ staff: true, permissions: {}, firstname: 'Otto', lastname: 'Ruiz' });
    const other = await openPage(t, await w.windowOf(otto), page.url());
    await other.getByRole('button', { name: 'Agree' }).click();
    const sure = other.getByRole('alertdialog');
    await untilShown(sure, /Make Daniel Okafor an account owner\?[\s\S]*team, payment and content of Marlow AB/);
    await sure.getByLabel('Reason').fill('Called the company');
    await sure.getByRole('button', { name: 'Agree' }).click();
    await other.getByText('This account has a new owner.').waitFor();
    await other.getByRole('region', { name: /proposed as owner/ }).waitFor({ state: 'hidden' });
  });
});
