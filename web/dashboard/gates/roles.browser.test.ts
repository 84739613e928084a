import type { Page } from 'playwright-core';
import t from 'tap';
import { notificationTypeNames } from '#contracts/notification/types.ts';
import { notificationTypeWords } from '#contracts/words/notification-types.en.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import { axeViolations } from '#ops/testing/axe.ts';
import { collectPageErrors, drawnPicture, startDashboard } from '#ops/testing/dashboard.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

const permission = refusalWords.PermissionDenied.defaultMessage;

t.test('app owners and story creators walk through what is open to them', async (t) => {
  const w = await startDashboard(t);
  const nora = await w.person({ firstname: 'Nora' });
  const make = (path: string, body: object, as = nora) => w.call(as, 'POST', path, body);
  const shop = await make('/app', { store_id: 'com.a.shop', store_type: 'ios', is_live: false, title: 'Marlow' });
  const news = await make('/app', { store_id: 'com.a.news', store_type: 'ios', is_live: false, title: 'Fjord News' });
  const member = (firstname: string, permissions: object) =>
    w.person({ account_id: nora.account_id, firstname, permissions });
  const priya = await member('Priya', { story_creator: [shop.id] });
  const daniel = await member('Daniel', { app_owner: [shop.id] });
  const media = await w.upload(nora, await drawnPicture('A', '#b5482a', 300, 300));
  const ts_start = Math.floor(Date.now() / 1000);
  const group = async (app_id: string, title: string, as = nora): Promise<string> => {
    const story_group_id = (await make('/n/story_group', { app_id, title, icon: media, ts_start }, as)).story_group_id;
    await make('/story', { story_group_id, title: `${title} one`, type: 1, media }, as);
    return story_group_id;
  };
  const club = await group(shop.id, 'Run Club');
  const front = await group(news.id, 'Front Page');
  const draft = await group(shop.id, 'Gift Guide', priya);
  await w.caughtUp();

  const walked = new Set<Page>();
  const walks = new Map<typeof nora, { page: Page; faults: string[] }>();
  /** The page of a person, in whose window a call that is refused counts as a fault: what may not be asked is not asked. */
  const walking = async (person: typeof nora) => {
    let walk = walks.get(person);
    if (!walk) {
      const context = await w.windowOf(person);
      t.teardown(() => context.close());
      const faults = collectPageErrors(context);
      context.on('response', (answer) => {
        if (answer.status() >= 400) faults.push(`${answer.status()} ${new URL(answer.url()).pathname}`);
      });
      walk = { page: await context.newPage(), faults };
      walks.set(person, walk);
    }
    const { page, faults } = walk;
    const main = page.getByRole('main');
    /** Opens an address, and waits for the page with this heading. */
    const open = async (path: string, name: string | RegExp) => {
      await (walked.has(page) ? visitInside(page, path) : page.goto(w.base + path));
      walked.add(page);
      await main.getByRole('heading', { name, exact: true }).waitFor();
    };
    faults.length = 0;
    return { page, open, faults, main };
  };

  await t.test('an app owner: his app in every page, another app of the account in none', async (t) => {
    const { page, open, faults, main } = await walking(daniel);
    await open('/home', /Daniel$/);
    await main.getByText('Top story groups').first().waitFor();
    t.equal(await page.getByRole('link', { name: 'Activity' }).count(), 0);
    await open(`/content?app=${shop.id}`, 'Content');
    await main.getByRole('link', { name: 'Run Club' }).waitFor();
    await main.getByRole('link', { name: 'Gift Guide' }).waitFor();
    t.equal(await page.getByText('Front Page').count(), 0);
    await main.getByRole('link', { name: 'Calendar', exact: true }).waitFor();
    t.equal(await main.getByRole('link', { name: 'History', exact: true }).count(), 0, 'the log is for account owners');
    t.same(await axeViolations(page), []);
    await page.getByRole('button', { name: /Change app$/ }).click();
    const add = page.getByRole('menu', { name: 'Apps' }).getByRole('menuitem', { name: 'Add app' });
    t.equal(await add.getAttribute('aria-disabled'), 'true');
    await add.hover();
    await page.getByRole('tooltip').getByText(permission, { exact: true }).waitFor();
    await add.click({ force: true });
    t.match(page.url(), '/content', 'it does nothing');
    await page.keyboard.press('Escape');
    await page.getByRole('menu', { name: 'Apps' }).waitFor({ state: 'detached' });
    await open(`/content/calendar?app=${shop.id}`, 'Calendar');
    await main
      .getByRole('link', { name: /Run Club/ })
      .first()
      .waitFor();
    await open(`/stories/${club}`, 'Run Club');
    await main.getByText('Run Club one').first().waitFor();
    await open(`/stories/${club}?tab=history`, 'Run Club');
    await page.getByRole('slider', { name: 'Time' }).waitFor();
    await open('/settings/apps', 'App Settings');
    await main.getByText('Marlow').first().waitFor();
    t.equal(await main.getByText('Fjord News').count(), 0);
    t.same(faults, []);
    await visitInside(page, `/stories/${front}`);
    await page.waitForURL(/\/home/);
    await page.getByText('This story group was deleted or you cannot see it.').waitFor();
    t.same(faults, ['404 /api/story_group/detail'], 'another app’s group is not there');
  });

  await t.test('a story creator: his own group to edit, the others to look at', async (t) => {
    const { page, open, faults, main } = await walking(priya);
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    await open('/home', /Priya$/);
    await main.getByRole('heading', { name: 'You need permission' }).waitFor();
    await main.getByText('Request access from your Account Owner').waitFor();
    await main.locator('.InstanceCarousel-instance').first().getByText('Selected').waitFor();
    t.notOk(
      asked.some((url) => url.includes('/analytics/overview')),
      'nothing is asked for that may not be seen',
    );
    await open(`/content?app=${shop.id}`, 'Content');
    const active = page.getByRole('switch', { name: 'Run Club is active' });
    await active.hover();
    await page.getByRole('tooltip').waitFor();
    t.equal(await page.getByRole('tooltip').innerText(), permission);
    await active.click({ force: true });
    t.equal(await active.getAttribute('aria-checked'), 'true', 'it does nothing');
    await open('/settings/payment', 'Payment and Billing');
    await page.getByText('Request access from your Account Owner').waitFor();
    t.equal(await page.getByRole('list', { name: 'Plans' }).count(), 0);
    await open(`/content/calendar?app=${shop.id}`, 'Calendar');
    await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor();
    await main
      .getByRole('link', { name: /Run Club/ })
      .first()
      .waitFor();
    await open(`/stories/${draft}`, 'Gift Guide');
    const cards = main.locator('.StoryGrid-card');
    await cards.filter({ hasText: 'Gift Guide one' }).waitFor();
    const control = cards.getByRole('switch').first();
    t.equal(await control.getAttribute('aria-disabled'), 'true', 'stories are switched on by others');
    await control.hover();
    await page.getByRole('tooltip').getByText(permission).waitFor();
    t.same(await axeViolations(page), []);
    await open(`/stories/${draft}?tab=history`, 'Gift Guide');
    await page.getByRole('slider', { name: 'Time' }).waitFor();
    t.same(faults, []);
  });

  await t.test('what a creator may not do in a group of someone else says why, each control by itself', async (t) => {
    const { page, open, faults, main } = await walking(priya);
    await open(`/stories/${club}`, 'Run Club');
    const card = main.locator('.StoryGrid-card').filter({ hasText: 'Run Club one' });
    await card.waitFor();
    const closed = {
      'the switch of the group': main.getByRole('switch', { name: 'Run Club is active', exact: true }),
      'Edit details': main.getByRole('button', { name: 'Edit details' }),
      'Create Story': main.getByRole('button', { name: 'Create Story' }).first(),
      'the switch of a story': card.getByRole('switch'),
      'Edit a story': card.locator('.StoryGrid-actions').getByRole('button', { name: 'Edit Run Club one' }),
      'Copy a story': card.getByRole('button', { name: 'Copy Run Club one' }),
      'Delete a story': card.getByRole('button', { name: 'Delete Run Club one' }),
    };
    const before = page.url();
    for (const [name, control] of Object.entries(closed)) {
      t.equal(await control.getAttribute('aria-disabled'), 'true', name);
      await card.hover();
      await control.hover();
      await page.getByRole('tooltip').getByText(permission, { exact: true }).waitFor();
      await control.click({ force: true });
      await page.getByRole('tooltip').waitFor({ state: 'detached' });
    }
    t.equal(page.url(), before, 'none of them leads anywhere');
    t.equal(await page.getByRole('dialog').or(page.getByRole('alertdialog')).count(), 0);
    t.same(faults, []);
  });

  await t.test('the settings offer what a role can be told of', async (t) => {
    const offered = async (person: typeof nora) => {
      const { page, open } = await walking(person);
      await open('/settings/user', 'User Settings');
      const card = page.getByRole('region', { name: 'Notifications' });
      await card.waitFor();
      return card.getByRole('switch').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    };
    const creators = notificationTypeNames
      .filter((name) => name.startsWith('story_group') || name === 'invitation_accepted')
      .map((name) => notificationTypeWords[name].defaultMessage);
    const { unusual_traffic, sdk_update } = notificationTypeWords;
    const ofApps = [unusual_traffic.defaultMessage, sdk_update.defaultMessage];
    t.same(await offered(priya), creators);
    t.same(await offered(daniel), [...creators, ...ofApps]);
  });

  await t.test('search finds what is open to the searcher', async (t) => {
    for (const person of [daniel, priya]) {
      const { page, open, faults } = await walking(person);
      await open(`/content?app=${shop.id}`, 'Content');
      await page.getByRole('main').getByRole('link', { name: 'Run Club' }).waitFor();
      await page.keyboard.press('Control+k');
      const field = page.getByRole('dialog').getByRole('combobox');
      await field.fill('Run Club');
      await page
        .getByRole('option', { name: /Run Club/ })
        .first()
        .waitFor();
      await field.fill('Front Page');
      await page
        .getByRole('dialog')
        .getByText(/Nothing|No /)
        .first()
        .waitFor();
      t.equal(await page.getByRole('option', { name: /Front Page/ }).count(), 0);
      t.same(faults, []);
    }
  });
});
