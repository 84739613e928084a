import type { Page } from 'playwright-core';
import t from 'tap';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import type { StandInApp } from '#kernel/testing/store-stand-in.ts';
import { collectPageErrors, drawnPicture } from '#ops/testing/dashboard.ts';
import { focusOnPage } from '#ops/testing/focus.ts';
import { until } from '#ops/testing/harness.ts';
import { passTime } from '#ops/testing/player-page.ts';
import { appendAs } from '#ops/testing/scene.ts';
import { startDashboardWithStores } from '#ops/testing/stores.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

const stock: StandInApp[] = [
  { number: 123456789, name: 'com.marlow.shop', title: 'Marlow: Coats & Knitwear' },
  { number: 222222222, name: 'com.marlow.kids', title: 'Marlow Kids', developer: '' },
];

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title }).first();
const says = async (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).waitFor();

t.test('apps in the settings', async (t) => {
  const w = await startDashboardWithStores(t, stock, { now: Date.now, siteTitle: 'Marlow Journal' });
  await t.test('an owner adds apps', async (t) => {
    const nora = await w.person({ firstname: 'Nora' });
    const context = await w.windowOf(nora);
    const faults = collectPageErrors(context);
    const page = await w.open(t, context, '/settings/apps');
    const form = page.getByRole('dialog', { name: 'What is the name of your app?' });
    const add = form.getByRole('button', { name: 'Add', exact: true });
    const typed = form.getByPlaceholder('Example: id123456789 or com.company.app');
    const begin = () => page.getByRole('button', { name: 'Add app' }).click();

    await t.test('by its number: searched after a pause, shown, and added on Yes', async (t) => {
      await begin();
      t.ok(await add.isDisabled());
      await form.getByRole('checkbox', { name: 'My app is live in the store' }).check();
      for (const part of ['1234', '123456', '123456789']) await typed.fill(part);
      await form.getByRole('radio', { name: /Marlow: Coats & Knitwear/ }).waitFor();
      t.equal(w.stage.asked.filter((one) => one.startsWith('/lookup')).length, 1, 'one search for what was typed');
      t.match(w.stage.asked[0], 'id=123456789');
      await form.getByRole('radio', { name: 'Android' }).focus();
      t.equal(await typed.inputValue(), 'id123456789');
      await add.click();
      const preview = page.getByRole('dialog', { name: 'Is this the app you want to add?' });
      await preview.getByText('Marlow AB · Shopping · id123456789').waitFor();
      const width = () => preview.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth);
      await until(async () => (await width()) === 128, 'the picture');
      await preview.getByRole('button', { name: 'Back' }).click();
      t.equal(await typed.inputValue(), 'id123456789', 'nothing is lost on the way back');
      await add.click();
      await preview.getByRole('button', { name: 'Yes' }).click();
      await says(page, 'App added successfully!');
      await page.getByRole('heading', { name: 'Content' }).waitFor();
      await page.getByRole('button', { name: 'Add story group' }).waitFor();
      await visitInside(page, '/settings/apps');
      await row(page, 'Marlow: Coats & Knitwear').locator('img').waitFor();
    });

    await t.test('by its name, chosen among several', async (t) => {
      await begin();
      await form.getByRole('checkbox', { name: 'My app is live in the store' }).check();
      await form.getByRole('radio', { name: 'Android' }).check();
      await typed.fill('marlow');
      const kids = form.getByRole('radio', { name: /Marlow Kids.*No Developer/s });
      await kids.waitFor();
      t.ok(await add.isDisabled(), 'nobody has chosen yet');
      await kids.check();
      await add.click();
      await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
      await row(page, 'com.marlow.kids').getByText('Android').waitFor();
      await page.getByRole('button', { name: 'Add your first story group' }).waitFor();
    });

    await t.test('a store is asked 1200 ms after the last key, once', async (t) => {
      const window = await w.windowOf(nora);
      t.teardown(() => window.close());
      const still = await window.newPage();
      const asked: string[] = [];
      still.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        if (pathname === '/api/app/find') asked.push(search);
      });
      // What a page asks for is told in its order: whatever it asked for before this is known after it.
      const known = () => still.evaluate(() => fetch('/health/live').then((answer) => answer.status));
      await still.clock.install();
      await still.goto(`${w.base}/settings/apps?add=1`);
      await still.getByRole('checkbox', { name: 'My app is live in the store' }).check();
      await still.clock.pauseAt(Date.now() + 1000);
      const field = still.getByPlaceholder('Example: id123456789 or com.company.app');
      await field.fill('1234567');
      await passTime(still, 800);
      await field.fill('123456789');
      await passTime(still, 1199);
      await known();
      t.same(asked, [], 'at 1199 ms nothing is asked');
      await passTime(still, 1);
      await until(() => Promise.resolve(asked.length > 0), 'the question');
      await passTime(still, 5000);
      await known();
      t.same(asked, ['?store_id=id123456789&store_type=ios']);
    });

    await t.test('not what the store does not have, nor a well-known app', async (t) => {
      await begin();
      await form.getByRole('checkbox', { name: 'My app is live in the store' }).check();
      await typed.fill('999');
      await form.getByText("We couldn't find your app on store, please check the ID.").waitFor();
      t.ok(await add.isDisabled());
      await typed.fill('389801252');
      const refused = page.getByRole('dialog', { name: 'Stories are for your own app' });
      await refused.getByRole('button', { name: 'Try another' }).click();
      await form.waitFor();
      t.equal(await typed.inputValue(), '');
    });

    await t.test('without the store when it cannot be reached', async (t) => {
      w.stage.mood = 'error';
      await typed.fill('com.new.thing');
      await form
        .getByRole('alert')
        .getByText(/We can't reach the store/)
        .waitFor();
      t.ok(await add.isDisabled());
      await form.getByRole('button', { name: 'Add as not live' }).click();
      t.equal(await form.getByLabel('App ID').inputValue(), 'com.new.thing');
      await form.getByLabel('Name').fill('New Thing');
      await add.click();
      await says(page, 'App added successfully!');
      await row(page, 'New Thing').waitFor();
      w.stage.mood = 'well';
    });

    await t.test('and web sites', async (t) => {
      await begin();
      await page.goBack();
      await form.waitFor({ state: 'detached' });
      await begin();
      await form.getByText('Web Site').click();
      t.ok(await add.isDisabled());
      await form.getByRole('textbox', { name: 'Website' }).fill('journal.marlow.example');
      await add.click();
      await says(page, 'Website added successfully!');
      await row(page, 'Marlow Journal').getByText('Web', { exact: true }).waitFor();
      await begin();
      await form.getByText('Web Site').click();
      await form.getByRole('textbox', { name: 'Website' }).fill('https://journal.marlow.example/about');
      await add.click();
      await form.getByText(refusalWords.AppExists.defaultMessage).waitFor();
      await form.getByRole('button', { name: 'Cancel' }).click();
    });
    t.same(faults, []);
  });

  await t.test('an owner sets apps', async (t) => {
    const nora = await w.person({ firstname: 'Nora', lastname: 'Lindqvist' });
    const shop = await w.addApp(nora, 'Marlow', '123456789');
    const news = await w.addApp(nora, 'Fjord News', 'com.fjord.news');
    const icon = await w.upload(nora, await drawnPicture('A', '#b5482a', 300, 300));
    const ts_start = Math.floor(Date.now() / 1000);
    for (const title of ['Winter', 'Autumn']) {
      const { story_group_id } = await w.make('/n/story_group', nora, { app_id: shop.id, title, icon, ts_start });
      await w.make('/story', nora, { story_group_id, title: 'One', type: 1, media: icon });
    }
    await w.person({
      account_id: nora.account_id,
      firstname: 'Daniel',
      lastname: 'Okafor',
      permissions: { app_owner: [shop.id] },
    });
    const context = await w.windowOf(nora);
    const faults = collectPageErrors(context);
    const page = await w.open(t, context, '/settings/apps');
    const dialog = (name: string) => page.getByRole('dialog', { name });
    const act = async (app: string, name: string) => {
      await page.getByRole('button', { name: `More actions for ${app}` }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    const settings = async (id: string) =>
      (await w.inject('GET', '/api/app/n/list', { as: nora })).json().data.find((one: { id: string }) => one.id === id)
        .settings;

    await t.test('the table has its columns, and rows unfold to instances and people', async (t) => {
      await page.getByRole('columnheader', { name: 'Token' }).waitFor();
      t.same(
        (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()),
        ['App', 'Token', 'URL Scheme for Deep Links', 'Sharable Story', 'Action'],
      );
      t.match(await row(page, 'Marlow').innerText(), `${shop.token.slice(0, 20)}…${shop.token.slice(-7)}`);
      await page.getByRole('button', { name: 'Expand the instances of Marlow' }).click();
      await page.getByRole('list', { name: 'Instances of Marlow' }).getByText('Default').waitFor();
      const people = page.getByRole('region', { name: 'People who work on Marlow' });
      await people.getByText('Daniel Okafor').waitFor();
      t.match(await people.innerText(), /Nora Lindqvist\s+Account Owner[\s\S]*Daniel Okafor\s+App Owner/);
    });

    await t.test('instances are added, renamed and deleted; Default stays', async (t) => {
      const list = page.getByRole('list', { name: 'Instances of Marlow' });
      const fixed = list.getByRole('button', { name: 'Delete Default' });
      await fixed.hover();
      await page.getByRole('tooltip').getByText(refusalWords.DefaultInstance.defaultMessage, { exact: true }).waitFor();
      await fixed.click({ force: true });
      t.equal(await page.getByRole('alertdialog').count(), 0);
      await page.getByRole('button', { name: 'Add Instance' }).click();
      const adding = dialog('Add Instance');
      t.equal(await page.getByText('Gain Access').count(), 0, 'a feature that is on is simply there');
      await adding.getByLabel('Name').fill('DeFault');
      await adding.getByRole('button', { name: 'Add Instance' }).click();
      await adding
        .getByText('You can not use "default" name for a instance. Please input another name.', { exact: true })
        .waitFor();
      await adding.getByLabel('Name').fill('Members area');
      await adding.getByRole('button', { name: 'Add Instance' }).click();
      await says(page, 'Instance added succesfully!');
      await list.getByRole('button', { name: 'Rename Members area' }).click();
      await dialog('Edit Instance').getByLabel('Name').fill('Members');
      await dialog('Edit Instance').getByRole('button', { name: 'Save' }).click();
      await says(page, 'Instance edited succesfully!');
      await list.getByRole('button', { name: 'QR code of Members' }).click();
      const code = dialog('Marlow, Members');
      await code.getByText(new RegExp(`^${w.base}/showcase/[\\w-]+$`)).waitFor();
      await code.getByRole('button', { name: 'Close' }).last().click();
      await list.getByRole('button', { name: 'Delete Members' }).click();
      const asked = page.getByRole('alertdialog', { name: 'Are you sure?', exact: true });
      await asked.getByText(/If you delete the instance Members, you will lose its stories\./).waitFor();
      await asked.getByRole('button', { name: 'Delete instance' }).click();
      await says(page, 'Instance Deleted Successfully!');
      await list.getByText('Members').waitFor({ state: 'detached' });
      await focusOnPage(page);
    });

    await t.test('sharing asks for the URL scheme first', async (t) => {
      const sharable = page.getByRole('switch', { name: 'Sharable stories of Marlow' });
      await sharable.click();
      const scheme = dialog('Set App Custom URL Scheme');
      await scheme.getByLabel('URL scheme').fill('javascript://x');
      await scheme.getByRole('button', { name: 'Save and share' }).click();
      await scheme.getByText(/This URL scheme can't be used/).waitFor();
      await scheme.getByLabel('URL scheme').fill('marlow');
      await scheme.getByRole('button', { name: 'Save and share' }).click();
      await says(page, 'Custom URL Scheme added successfully');
      await row(page, 'Marlow').getByText('marlow://').waitFor();
      t.equal(await sharable.getAttribute('aria-checked'), 'true');
      t.match(await settings(shop.id), { app_intent: 'marlow://', is_sharable: true });
      await sharable.click();
      await says(page, 'Sharing is off.');
      t.match(await settings(shop.id), { app_intent: 'marlow://', is_sharable: false });
      await page.route('**/api/app/settings**', (route) =>
        route.fulfill({ status: 503, json: { data: null, code: 'Unavailable', message: 'Not now.' } }),
      );
      await sharable.click();
      await page.getByText('Not now.').waitFor();
      await until(async () => (await sharable.getAttribute('aria-checked')) === 'false', 'what was put back');
      await page.unroute('**/api/app/settings**');
    });

    await t.test('the flag openDeepLinkModal opens the URL scheme of the app in the state', async (t) => {
      await page.evaluate(
        ([path, appId]) => {
          history.pushState({ usr: { appId }, key: 'asked' }, '', path);
          dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
        },
        ['/settings/apps?openDeepLinkModal=true', news.id],
      );
      const scheme = dialog('Set App Custom URL Scheme');
      await scheme.getByText(/opens Fjord News/).waitFor();
      t.notMatch(page.url(), 'openDeepLinkModal');
      await scheme.getByLabel('URL scheme').fill('com.fjord.news.of.the.whole.north');
      await scheme.getByRole('button', { name: 'Save' }).click();
      await row(page, 'Fjord News').getByText('com.fjord.news.of.the.whole.no…', { exact: true }).waitFor();
    });

    await t.test('ads are there for accounts that staff gave them to', async (t) => {
      await page.getByRole('button', { name: 'More actions for Marlow' }).click();
      await page.getByRole('menuitem', { name: 'Import stories' }).waitFor();
      t.equal(await page.getByRole('menuitem', { name: 'Ad Settings' }).count(), 0);
      await appendAs(w, nora, `account-${nora.account_id}`, [
        { type: 'AccountFeaturesChanged', data: { manual_features: { ad_settings: true } } },
      ]);
      await page.reload();
      await act('Marlow', 'Ad Settings');
      const ads = dialog('Ad Settings');
      await ads.getByRole('checkbox').check();
      await ads.getByLabel('First ad').fill('0');
      await ads.getByRole('button', { name: 'Save' }).click();
      await ads.getByText('Use a number from 1 to 99.').nth(1).waitFor();
      t.equal(await ads.getByText('Use a number from 1 to 99.').count(), 2);
      await ads.getByLabel('First ad').fill('1');
      await ads.getByLabel('Frequency').fill('99');
      await ads.getByRole('button', { name: 'Save' }).click();
      await says(page, 'Ad settings updated successfully');
      t.match(await settings(shop.id), { ads: true, ad_first: 1, ad_frequency: 99 });
    });

    await t.test('more groups than one answer holds can be chosen for an import', async (t) => {
      const many = Array.from({ length: 1203 }, (_, at) => ({ id: `g${at}`, title: `Group ${at}`, story_count: 0 }));
      await page.route(/\/api\/n\/story_group\?/, (route) => {
        const asked = new URL(route.request().url()).searchParams;
        const [offset, limit] = [Number(asked.get('offset')), Number(asked.get('limit'))];
        return route.fulfill({ json: { data: many.slice(offset, offset + limit), total: many.length } });
      });
      await act('Fjord News', 'Import stories');
      await dialog('Import stories').getByText('All 1,203 story groups').click();
      await dialog('Import stories').getByRole('button', { name: 'Import 1,203 story groups' }).waitFor();
      await dialog('Import stories').getByRole('button', { name: 'Show 100 more' }).click();
      t.equal(await dialog('Import stories').getByRole('listitem').count(), 200);
      await page.unroute(/\/api\/n\/story_group\?/);
      await page.reload();
    });

    await t.test('stories are imported from another app', async (t) => {
      await act('Fjord News', 'Import stories');
      const dialogs = dialog('Import stories');
      await dialogs.getByRole('button', { name: 'From Marlow, Default' }).waitFor();
      t.ok(await dialogs.getByRole('button', { name: 'Import', exact: true }).isDisabled());
      await dialogs.getByText('All 2 story groups').click();
      await dialogs.getByRole('button', { name: 'Import 2 story groups' }).click();
      await says(page, 'Your stories are imported to "Fjord News"');
      const { data } = (await w.inject('GET', '/api/n/story_group', { as: nora, query: { app_id: news.id } })).json();
      t.same(
        data.map((one: { title: string; status: number }) => [one.title, one.status]),
        [
          ['Autumn', 2],
          ['Winter', 2],
        ],
      );
    });

    await t.test('a sync reads names from the store', async () => {
      await act('Marlow', 'Refresh from store');
      await says(page, '1 app updated.');
      await row(page, 'Marlow: Coats & Knitwear').waitFor();
      await page.getByRole('button', { name: 'Sync apps' }).click();
      await page.getByText(/Couldn't refresh Fjord News/).waitFor();
    });

    await t.test('an app is deleted after a question', async (t) => {
      await act('Fjord News', 'Delete app');
      const question = page.getByRole('alertdialog', { name: 'Are you sure to delete?' });
      await question.getByRole('button', { name: 'Delete app' }).click();
      await says(page, 'Fjord News deleted.');
      await until(async () => (await row(page, 'Fjord News').count()) === 0, 'the row to go');
      t.equal((await w.inject('GET', '/api/app/n/list', { as: nora })).json().data.length, 1);
    });
    t.same(faults, []);
  });
});
