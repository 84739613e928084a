import t from 'tap';
import { startDashboard } from '#ops/testing/dashboard.ts';
import { appendAs, subscribed } from '#ops/testing/scene.ts';
import { openPage } from '#ops/testing/staff-scene.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

/** What an address comes to: the heading of a tab, and the address itself where it leads elsewhere. */
type Comes = string | readonly [heading: string, address: string];

const account = 'Account Settings';
const user = 'User Settings';
const apps = 'App Settings';
const payment = 'Payment and Billing';
const team = 'Team';
const devices = 'Test Devices';
const refer = 'Refer a Friend';
/** Says whom to ask. */
const ask = 'You need permission';
const publishes = 'You publish from the creator app';
const toUser = [user, '/settings/user'] as const;
const toAccount = [account, '/settings/account'] as const;

/** The tabs of the roles that are told whom to ask. */
const tabs: Partial<Record<string, string[]>> = {
  appOwner: [apps, payment, refer, 'Team Management', devices, user].sort(),
  creator: [payment, 'Team Management', user].sort(),
};

const roles = ['owner', 'appOwner', 'creator', 'broadcaster'] as const;

/** By address: what it comes to for each role of an account that pays. */
const table: Record<string, readonly [owner: Comes, appOwner: Comes, creator: Comes, broadcaster: Comes]> = {
  '/settings': [account, user, user, publishes],
  '/settings/account': [account, ask, ask, publishes],
  '/settings/user': [user, user, user, publishes],
  '/settings/apps': [apps, apps, ask, publishes],
  '/settings/payment': [payment, payment, payment, publishes],
  '/settings/team-management': [team, team, team, publishes],
  '/settings/test-devices': [devices, devices, ask, publishes],
  '/settings/refferal': [refer, refer, ask, publishes],
  '/settings/referral': [toAccount, toUser, toUser, publishes],
  '/settings/nothing': [toAccount, toUser, toUser, publishes],
  '/account': [account, ask, ask, publishes],
  '/user': [user, user, user, publishes],
  '/apps': [apps, apps, ask, publishes],
};

/** By payment status: where tabs lead that such an account does not have. */
const missing: readonly [status: number, premium: boolean, paths: readonly string[]][] = [
  [0, true, ['/settings/payment', '/settings/refferal']],
  [2, false, ['/settings/refferal']],
];

t.test('every address of the settings leads each role where it should', async (t) => {
  const w = await startDashboard(t);
  const owner = await w.person();
  const { account_id } = owner;
  await appendAs(w, owner, `subscription-${account_id}`, [subscribed(account_id)]);
  const app = { store_id: 'com.marlow.shop', store_type: 'ios', is_live: false, title: 'Marlow' };
  const { id } = await w.call(owner, 'POST', '/app', app);
  const member = (role: string) => w.person({ account_id, permissions: { [role]: [id] } });
  const people = {
    owner,
    appOwner: await member('app_owner'),
    creator: await member('story_creator'),
    broadcaster: await member('brodcaster'),
  };

  for (const [place, role] of roles.entries())
    await t.test(role, async (t) => {
      const as = people[role];
      const popups = (await w.inject('GET', '/api/storyrail-notification/dashboard-popup', { as })).json().data;
      const dashboard_popup_ids = popups.map(({ id }: { id: string }) => id);
      await w.call(as, 'PATCH', '/storyrail-notification/mark-dashboard-popup-as-read', { dashboard_popup_ids });
      const page = await openPage(t, await w.windowOf(as), `${w.base}/help`);
      for (const [path, expected] of Object.entries(table)) {
        const comes = expected[place]!;
        const [heading, address] = typeof comes === 'string' ? [comes, path] : comes;
        await visitInside(page, path);
        // The page before may have had the same heading.
        await page.waitForURL(({ pathname }) => pathname === address);
        await page.getByRole('main').getByRole('heading', { name: heading, exact: true }).waitFor();
        t.equal(new URL(page.url()).pathname, address, `${path}: ${heading}`);
        const current = page.getByRole('navigation', { name: 'Settings' }).locator('[aria-current="page"]');
        const tab = heading === team ? 'Team Management' : heading;
        const names = [ask, publishes].includes(heading) ? [] : [tab];
        t.same(await current.allInnerTexts(), names, `${path}: the tab that is marked`);
        if (heading !== ask) continue;
        await page
          .getByText(/request access from your Account Owner/i)
          .first()
          .waitFor();
        t.equal(await page.getByRole('table').count(), 0, path);
        const theirs = (
          await page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allInnerTexts()
        ).sort();
        t.same(theirs, tabs[role], 'no tab that is closed');
      }
      if (role === 'broadcaster') return;
      // Visible to all three, its content is the owner's.
      await visitInside(page, '/settings/payment');
      await page.getByRole('main').getByRole('heading', { name: payment, exact: true }).waitFor();
      await page
        .getByText(role === 'owner' ? 'Your plan' : 'Request access from your Account Owner')
        .first()
        .waitFor();
    });

  for (const [status, premium, paths] of missing)
    await t.test(`at payment status ${status} a tab that the account does not have leads to the first`, async (t) => {
      const zoe = await w.person();
      await appendAs(w, zoe, `account-${zoe.account_id}`, [{ type: 'AccountPremiumChanged', data: { premium } }]);
      const page = await openPage(t, await w.windowOf(zoe), `${w.base}/help`);
      for (const path of paths) {
        await visitInside(page, path);
        await page.waitForURL('**/settings/account');
        await page.getByRole('heading', { name: account, exact: true }).waitFor();
        await page.getByRole('link', { name: devices }).waitFor();
        t.equal(await page.getByRole('link', { name: refer }).count(), 0);
      }
    });

  await t.test('people who are not signed in come to the sign-in, and then to what they asked for', async (t) => {
    const page = await openPage(t, await w.strangersWindow(), `${w.base}/settings/apps?add=1`);
    for (const path of ['/settings/apps?add=1', ...Object.keys(table)]) {
      if (path in table) await visitInside(page, path);
      await page.waitForURL(({ pathname, searchParams }) => pathname === '/login' && searchParams.get('next') === path);
      t.equal(new URL(page.url()).searchParams.get('next'), path);
      t.equal(await page.getByLabel('Password', { exact: true }).count(), 1, path);
    }
  });
});
