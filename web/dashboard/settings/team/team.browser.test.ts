import type { Page } from 'playwright-core';
import t from 'tap';
import type { PlanId } from '#contracts/api/plans.ts';
import { toSeconds } from '#contracts/time.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import { startDashboard, untilShown } from '#ops/testing/dashboard.ts';
import { focusOnPage } from '#ops/testing/focus.ts';
import type { Person } from '#ops/testing/harness.ts';
import { looks } from '#ops/testing/looks.ts';
import { appendAs } from '#ops/testing/scene.ts';
import { openPage } from '#ops/testing/staff-scene.ts';

const path = '/settings/team-management';
const permission = refusalWords.PermissionDenied.defaultMessage;

const row = (page: Page, text: string | RegExp) =>
  page.getByRole('table', { name: 'People in the team' }).getByRole('row').filter({ hasText: text });
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Invite people to/ });
const addresses = (page: Page) => dialog(page).getByRole('textbox', { name: 'Email addresses' });
const send = (page: Page) => dialog(page).getByRole('button', { name: /^Send/ });
const openInvite = (page: Page) => page.getByRole('button', { name: 'Invite people' }).click();
const act = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
/** Puts a text where the cursor is, as the clipboard of a browser does. */
const paste = (page: Page, text: string) =>
  addresses(page).evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

t.test('the team', async (t) => {
  const w = await startDashboard(t);
  const nora = await w.person({ firstname: 'Nora', lastname: 'Lindqvist', email: 'nora@northfold.test' });
  const { account_id } = nora;
  const subscribe = (person: Person, plan: PlanId) =>
    appendAs(w, person, `subscription-${person.account_id}`, [
      {
        type: 'SubscriptionStarted',
        data: { account_id: person.account_id, plan, provider: 'local', ts_start: toSeconds(Date.now()) },
      },
    ]);
  const addApp = async (title: string, store_id: string): Promise<string> =>
    (await w.call(nora, 'POST', '/app', { store_id, store_type: 'ios', is_live: false, title })).id;
  const shop = await addApp('Nordvik', 'com.nordvik.shop');
  const news = await addApp('The Meridian', 'com.meridian.news');
  const game = await addApp('Skylark Isles', 'com.skylark.isles');
  await subscribe(nora, 'pro');
  const member = (firstname: string, lastname: string, permissions: Record<string, string[]>) =>
    w.person({ account_id, firstname, lastname, email: `${firstname.toLowerCase()}@northfold.test`, permissions });
  const emil = await member('Emil', 'Strand', { app_owner: [shop] });
  const mei = await member('Mei', 'Tanaka', { story_creator: [shop, news, game] });
  const lucia = await member('Lucia', 'Romero', { brodcaster: [game] });
  await member('Priya', 'Anand', { app_owner: [news, game] });
  const invite = (emails: string[]) =>
    w.call(nora, 'POST', '/account/invite-user', { emails, role: 'story_creator', apps: [shop] });
  await invite(['jonas@weber.test']);
  const page = await openPage(t, await w.windowOf(nora), w.base + path);

  await t.test(
    'an owner reads who may do what in which app, how many seats that takes, and finds a person',
    async (t) => {
      await page.getByRole('heading', { name: 'Team', exact: true }).waitFor();
      t.same(await page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allInnerTexts(), [
        'Account Settings',
        'User Settings',
        'App Settings',
        'Payment and Billing',
        'Team Management',
        'Test Devices',
        'Refer a Friend',
      ]);
      await untilShown(page.locator('main'), /Pro includes 8 seats\.[\s\S]*6 of 8 seats/);
      await untilShown(row(page, 'nora@'), /Nora Lindqvist \(you\)[\s\S]*Account Owner[\s\S]*Active/);
      t.equal(await row(page, 'nora@').getByRole('button').count(), 0, 'nothing to do with oneself');
      await untilShown(row(page, 'emil@'), /no access[\s\S]*no access[\s\S]*App Owner[\s\S]*Active/);
      await untilShown(row(page, 'jonas@'), /Story Creator[\s\S]*Pending\s+Link works until \d+ \w+/);
      t.equal(await page.getByRole('button', { name: 'Add app' }).count(), 0);
      await untilShown(
        page.getByRole('region', { name: 'Latest in the team' }),
        /invited jonas@weber\.test as Story Creator/,
      );
      const filter = page.getByRole('radiogroup', { name: 'Status' });
      await untilShown(filter, /^Everyone\s6\sActive\s5\sPending\s1\sDeleted\s0$/);
      await filter.getByRole('radio', { name: /Pending/ }).click();
      await row(page, 'emil@').waitFor({ state: 'detached' });
      t.equal(await row(page, '@').count(), 1);
      await filter.getByRole('radio', { name: /Everyone/ }).click();
      await page.keyboard.press('/');
      await page.keyboard.type('tanaka');
      // The list follows each letter, and several people have the first ones.
      await w.until(async () => (await row(page, '@').count()) === 1, 'the one who is looked for');
      t.equal(await row(page, '@').count(), 1);
      const find = page.getByRole('searchbox');
      t.equal(await find.inputValue(), 'tanaka', 'the key that leads there is not typed, and no letter is lost');
      await page.keyboard.press('Escape');
      await row(page, 'emil@').waitFor();
      t.equal(await find.inputValue(), '');
      await find.pressSequentially('zoe', { delay: 250 });
      await page.waitForURL('**?find=zoe');
      t.equal(await find.inputValue(), 'zoe', 'what the address gives back puts nothing in its place');
      await page.getByRole('button', { name: 'Show everyone' }).click();
      await row(page, 'emil@').waitFor();
      t.equal(await find.inputValue(), '', 'what others empty is empty here');
      await looks(t, page, 'team');
    },
  );

  await t.test('addresses become tags, and what is wrong with one is said before anything is sent', async (t) => {
    await openInvite(page);
    const error = dialog(page).getByRole('alert');
    const tags = dialog(page).getByRole('list', { name: 'Email addresses' }).getByRole('listitem');
    await send(page).click();
    await dialog(page).getByText('You must add at least 1 email address', { exact: true }).waitFor();
    await dialog(page).getByText('You must choose at least 1 app', { exact: true }).waitFor();
    await addresses(page).press('Enter');
    await dialog(page).getByText('Please input your E-mail', { exact: true }).waitFor();
    await paste(page, 'Lena Holm <lena@northfold.test>, LENA@northfold.test;sam@northfold.test\noskar@northfold');
    t.same(await tags.allInnerTexts(), ['lena@northfold.test', 'sam@northfold.test', 'oskar@northfold']);
    await dialog(page).getByText('Please enter a valid email address', { exact: true }).waitFor();
    t.equal(await send(page).innerText(), 'Send 2 invitations');
    await dialog(page)
      .getByRole('checkbox', { name: /Nordvik/ })
      .check();
    await looks(t, page, 'team-invite');
    for (const [typed, said] of [
      ['NORA@northfold.test', "NORA@northfold.test: That's you."],
      ['mei@northfold.test', 'mei@northfold.test: This person is already in a team.'],
      ['jonas@weber.test', 'jonas@weber.test: This person already has an open invitation.'],
    ] as const) {
      await addresses(page).fill(typed);
      await addresses(page).press('Enter');
      await error.getByText(said).waitFor();
      await dialog(page)
        .getByRole('button', { name: `Remove ${typed}` })
        .click();
    }
    await paste(page, Array.from({ length: 8 }, (_, at) => `more${at}@northfold.test`).join(' '));
    await send(page).click();
    await error.getByText('Invite at most 10 people at once.').waitFor();
    for (let at = 0; at < 8; at += 1)
      await addresses(page)
        .press('Backspace')
        .then(() => addresses(page).fill(''));
    await dialog(page).getByRole('button', { name: 'Remove sam@northfold.test' }).click();
    t.same(await tags.allInnerTexts(), ['lena@northfold.test', 'oskar@northfold']);
    await send(page).click();
    await page.getByText('User successfully invited', { exact: true }).waitFor();
    t.same(await tags.allInnerTexts(), ['oskar@northfold'], 'the other one stays to be mended');
  });

  await t.test('who comes too late for a seat keeps what was typed and sees where there are more', async (t) => {
    await dialog(page).getByRole('button', { name: 'Remove oskar@northfold' }).click();
    await addresses(page).fill('late@northfold.test');
    await invite(['first@northfold.test']);
    await send(page).click();
    const upsell = page.getByRole('dialog', { name: 'All seats are taken' });
    await untilShown(upsell, /Pro includes 8 seats\.[\s\S]*Enterprise has unlimited seats\./);
    t.match(
      await upsell.getByRole('link', { name: 'Gain Access' }).getAttribute('href'),
      '/settings/payment?openPlanModal=list&feature=seats&from=%2Fsettings%2Fteam-management',
    );
    await upsell.getByRole('button', { name: 'Not now' }).click();
    await dialog(page).getByText('late@northfold.test: All seats of your plan are taken.').waitFor();
    await page.goBack();
    const leave = page.getByRole('alertdialog', { name: 'Discard changes?' });
    await leave.getByRole('button', { name: 'Keep editing' }).click();
    t.equal(
      await dialog(page).getByRole('button', { name: 'Remove late@northfold.test' }).count(),
      1,
      'nothing is lost',
    );
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await leave.getByRole('button', { name: 'Discard' }).click();
    await untilShown(page.locator('main'), /8 of 8 seats/);
    t.match(new URL(page.url()).pathname, path, 'and the page stays');
    await openInvite(page);
    await upsell.getByRole('button', { name: 'Not now' }).click();
    await act(page, 'first@northfold.test', 'Revoke invitation');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke invitation' }).click();
    await page.getByText('Invitation successfully revoked', { exact: true }).waitFor();
    await row(page, 'first@').waitFor({ state: 'detached' });
    await focusOnPage(page);
    await act(page, 'lena@northfold.test', 'Resend invitation');
    await page.getByText('Invitation sent again', { exact: true }).waitFor();
    // The old link has ended; the list waits for the mail of the new one.
    await untilShown(row(page, 'lena@'), /Link works until \d+ \w+/);
  });

  await t.test('a change of roles says what it does before it is saved', async (t) => {
    await act(page, 'Mei Tanaka', 'Edit permissions');
    const panel = page.getByRole('complementary', { name: 'Edit permissions' });
    t.ok(await panel.getByRole('textbox', { name: 'Email' }).isDisabled());
    const changes = panel.getByRole('region', { name: 'What changes for Mei Tanaka' });
    await untilShown(changes, /Nothing yet\./);
    await panel.getByRole('button', { name: 'Role in The Meridian' }).click();
    await page.getByRole('menuitemradio', { name: /^App Owner/ }).click();
    await panel.getByRole('checkbox', { name: 'Skylark Isles' }).uncheck();
    t.same(await changes.getByRole('listitem').allInnerTexts(), [
      'Publishes in The Meridian without approval, and sees all reports there.',
      "Can't see Skylark Isles any more.",
      'Stays Story Creator in Nordvik.',
    ]);
    await looks(t, page, 'team-edit');
    for (const app of ['Nordvik', 'The Meridian']) await panel.getByRole('checkbox', { name: app }).uncheck();
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText('You must choose at least 1 app', { exact: true }).waitFor();
    await panel.getByRole('checkbox', { name: 'Nordvik' }).check();
    await panel.getByRole('button', { name: 'Save' }).click();
    await page.getByText('User successfully edited', { exact: true }).waitFor();
    await panel.waitFor({ state: 'detached' });
    await act(page, 'Mei Tanaka', 'Edit permissions');
    await panel.waitFor();
    await page.goBack();
    await panel.waitFor({ state: 'detached' });
    await page.locator('[aria-label="Actions for Mei Tanaka"]:focus').waitFor();
    await untilShown(row(page, 'mei@'), /no access[\s\S]*no access[\s\S]*Story Creator/);
  });

  await t.test('a member is deleted after a question and then listed where the filter asks for it', async (t) => {
    await act(page, 'Lucia Romero', 'Delete from the team');
    const question = page.getByRole('alertdialog', { name: 'Are you sure to delete?' });
    await question.getByRole('button', { name: 'Delete from the team' }).click();
    await page.getByText('User Deleted!', { exact: true }).waitFor();
    await row(page, 'lucia@').waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: 'Deleted 1' }).click();
    await untilShown(row(page, 'lucia@'), /Deleted/);
    t.equal(await row(page, 'lucia@').getByRole('button').count(), 0);
    t.equal((await w.inject('GET', '/api/user', { as: lucia })).statusCode, 401);
    await page.getByRole('button', { name: 'Leave the team' }).hover();
    await page.getByRole('tooltip', { name: "You're the only account owner." }).waitFor();
  });

  await t.test('an app owner and a creator invite into their own apps alone, and leave', async (t) => {
    const asEmil = await openPage(t, await w.windowOf(emil), `${w.base}${path}?invite=1`);
    const option = (name: string) => dialog(asEmil).getByRole('radio', { name: new RegExp(`^${name}`) });
    t.ok(await option('Account Owner').isDisabled());
    t.notOk(await option('App Owner').isDisabled());
    t.equal(await option('Broadcaster').count(), 0, 'not without interactive videos');
    t.same(await dialog(asEmil).getByRole('checkbox').count(), 1);
    await dialog(asEmil).getByText('Account Owner').hover();
    await asEmil.getByRole('tooltip', { name: permission }).waitFor();
    await dialog(asEmil).getByRole('button', { name: 'Cancel' }).click();
    t.equal(await asEmil.getByRole('button', { name: /^Actions for/ }).count(), 0);
    await untilShown(row(asEmil, 'priya@'), /2 apps you can't see/);
    await asEmil.getByRole('button', { name: 'Leave the team' }).click();
    const question = asEmil.getByRole('alertdialog', { name: /^Leave / });
    await question.getByRole('button', { name: 'Leave the team' }).click();
    await asEmil.waitForURL('**/login');
    t.equal((await w.inject('GET', '/api/user', { as: emil })).statusCode, 401);

    const asMei = await openPage(t, await w.windowOf(mei), `${w.base}${path}?invite=1`);
    const offered = dialog(asMei).getByRole('radio');
    await offered.first().waitFor();
    t.same(await Promise.all((await offered.all()).map((one) => one.isDisabled())), [true, true, false]);
    t.equal(await asMei.getByRole('region', { name: 'Latest in the team' }).count(), 0);
  });

  await t.test(
    'an account of one is asked to invite, and a plan without teams leads to one that has them',
    async (t) => {
      const kim = await w.person({ firstname: 'Kim', lastname: 'Hall' });
      const alone = await openPage(t, await w.windowOf(kim), w.base + path);
      await alone.getByText('Work on stories together').waitFor();
      t.equal(await alone.getByRole('button', { name: 'Leave the team' }).count(), 0);
      await openInvite(alone);
      await dialog(alone)
        .getByText(/There are no apps yet\./)
        .waitFor({ state: 'detached' });
      t.ok(
        await dialog(alone)
          .getByRole('radio', { name: /^Account Owner/ })
          .isChecked(),
      );
      await subscribe(kim, 'starter');
      await alone.goto(w.base + path);
      await openInvite(alone);
      const upsell = alone.getByRole('dialog', { name: 'Team' });
      await untilShown(upsell, /^Team\s*Startup[\s\S]*You are on Starter/);
      await upsell.getByRole('link', { name: 'Gain Access' }).click();
      await alone.waitForURL('**/settings/payment?openPlanModal=list&feature=team_structure&from=*');
    },
  );
});
