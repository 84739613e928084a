import type { Page } from 'playwright-core';
import t from 'tap';
import type { Features } from '#contracts/api/plans.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import type { StandInApp } from '#kernel/testing/store-stand-in.ts';
import { looks } from '#ops/testing/looks.ts';
import { appendAs } from '#ops/testing/scene.ts';
import { startDashboardWithStores } from '#ops/testing/stores.ts';

const permission = refusalWords.PermissionDenied.defaultMessage;
const stock: StandInApp[] = [
  { number: 123456789, name: 'com.marlow.shop', title: 'Marlow: Coats & Knitwear' },
  { number: 222222222, name: 'com.marlow.kids', title: 'Marlow Kids' },
];

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title }).first();
const says = async (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).waitFor();

t.test('apps in the settings, by role, plan and look', async (t) => {
  const clock = { ahead: 0 };
  const now = () => Date.now() + clock.ahead;
  const w = await startDashboardWithStores(t, stock, { now, siteTitle: 'Marlow Journal' });
  await t.test('nothing serious for axe, nothing beside the page', async (t) => {
    const nora = await w.person({ firstname: 'Nora', lastname: 'Lindqvist' });
    const shop = await w.addApp(nora, 'Marlow', '123456789');
    await w.make('/instance', nora, { app_id: shop.id, title: 'Members area' });
    await w.make('/app', nora, { website_url: 'journal.marlow.example' });
    await w.inject('POST', '/api/app/settings', {
      as: nora,
      body: { app_id: shop.id, app_intent: 'marlow://', is_sharable: true },
    });
    const page = await w.open(t, await w.windowOf(nora), '/settings/apps');
    await page.getByRole('button', { name: 'Expand the instances of Marlow', exact: true }).click();
    await page.getByText('Nora Lindqvist').last().waitFor();
    await looks(t, page, 'apps');
    await page.getByRole('button', { name: 'QR code of Marlow', exact: true }).click();
    await looks(t, page, 'qr');
    await page.setViewportSize({ width: 390, height: 844 });
    const code = (await page.getByRole('dialog', { name: 'Marlow' }).boundingBox())!;
    t.ok(code.x >= 0 && code.x + code.width <= 390, 'the QR code lies inside the window of a phone');
    await page.goto(`${w.base}/settings/apps?add=1`, { waitUntil: 'networkidle' });
    await page.getByRole('checkbox', { name: 'My app is live in the store' }).check();
    await page.getByPlaceholder('Example: id123456789 or com.company.app').fill('marlow');
    await page.getByRole('radio', { name: /Marlow Kids/ }).waitFor();
    await looks(t, page, 'add');
    await page.goto(`${w.base}/settings/apps`, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'More actions for Marlow', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Import stories' }).click();
    await page.getByRole('dialog', { name: 'Import stories' }).waitFor();
    await looks(t, page, 'import');
  });

  await t.test('other roles and smaller plans see why not', async (t) => {
    const nora = await w.person({ firstname: 'Nora' });
    const shop = await w.addApp(nora, 'Marlow', '123456789');
    const news = await w.addApp(nora, 'Fjord News', 'com.fjord.news');
    const image = await w.media(nora.account_id);
    const ts_start = Math.floor(Date.now() / 1000);
    for (const title of ['One', 'Two']) {
      const { story_group_id } = await w.make('/n/story_group', nora, {
        app_id: shop.id,
        title,
        icon: image,
        ts_start,
      });
      for (let count = 0; count < 6; count += 1)
        await w.make('/story', nora, { story_group_id, title: 'Page', type: 1, media: image });
    }
    const staffGives = (features: Features) =>
      appendAs(w, nora, `account-${nora.account_id}`, [
        { type: 'AccountFeaturesChanged', data: { manual_features: features } },
      ]);
    await staffGives({ ad_settings: true });
    const settings = { app_intent: 'fjord://', is_sharable: true, ads: true, ad_first: 2, ad_frequency: 9 };
    await w.call(nora, 'POST', '/app/settings', { app_id: news.id, ...settings });
    await staffGives({});
    const member = (permissions: object) => w.person({ account_id: nora.account_id, permissions });

    await t.test('an app owner sets his apps, and neither adds nor deletes any', async (t) => {
      const page = await w.open(t, await w.windowOf(await member({ app_owner: [shop.id] })), '/settings/apps?add=1');
      const add = page.getByRole('button', { name: 'Add app' });
      await add.focus();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      t.equal(await page.getByRole('tooltip').innerText(), permission);
      await add.click({ force: true });
      t.equal(await page.getByRole('dialog').count(), 0);
      t.equal(await row(page, 'Fjord News').count(), 0);
      await page.getByRole('button', { name: 'More actions for Marlow' }).click();
      const remove = page.getByRole('menuitem', { name: 'Delete app' });
      t.equal(await remove.getAttribute('aria-disabled'), 'true');
      await remove.hover();
      await page.getByRole('tooltip', { name: permission }).or(page.getByText(permission)).first().waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Set URL scheme of Marlow' }).click();
      await page.getByRole('dialog', { name: 'Set App Custom URL Scheme' }).waitFor();
    });

    await t.test('what a lapsed plan left on can be taken away, and nothing else of it changed', async (t) => {
      clock.ahead = 15 * 86_400_000;
      const page = await w.open(t, await w.windowOf(nora), '/settings/apps');
      const act = async (name: string) => {
        await page.getByRole('button', { name: 'More actions for Fjord News' }).click();
        await page.getByRole('menuitem', { name }).click();
      };
      await act('Ad Settings');
      const ads = page.getByRole('dialog', { name: 'Ad Settings' });
      await ads.getByRole('region', { name: 'Ad settings' }).waitFor();
      t.equal(await ads.getByRole('textbox').count(), 0, 'how often is not changed any more');
      await ads.getByRole('checkbox').uncheck();
      await ads.getByRole('button', { name: 'Save' }).click();
      await says(page, 'Ad settings updated successfully');
      const edit = page.getByRole('button', { name: 'Edit URL scheme of Fjord News' });
      await edit.click();
      const scheme = page.getByRole('dialog', { name: 'Set App Custom URL Scheme' });
      await scheme.getByRole('region', { name: 'Deep linking' }).getByRole('link', { name: 'Gain Access' }).waitFor();
      t.same(
        [await scheme.getByRole('textbox').count(), await scheme.getByRole('button', { name: 'Save' }).count()],
        [0, 0],
      );
      await scheme.getByRole('button', { name: 'Remove' }).hover();
      await page.getByRole('tooltip').getByText('Turn sharing off before you remove the URL scheme.').waitFor();
      await scheme.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('switch', { name: 'Sharable stories of Fjord News' }).click();
      await says(page, 'Sharing is off.');
      await edit.click();
      await scheme.getByRole('button', { name: 'Remove' }).click();
      await says(page, 'URL scheme removed.');
      const { data } = (await w.inject('GET', '/api/app/n/list', { as: nora })).json();
      t.match(data.find(({ id }: { id: string }) => id === news.id).settings, {
        ...settings,
        app_intent: null,
        is_sharable: false,
        ads: false,
      });
      await page.getByRole('button', { name: 'More actions for Fjord News' }).click();
      await page.getByRole('menuitem', { name: 'Import stories' }).waitFor();
      t.equal(
        await page.getByRole('menuitem', { name: 'Ad Settings' }).count(),
        0,
        'they are on again for staff alone',
      );
    });

    await t.test('after the trial the features lead to the plans', async (t) => {
      clock.ahead = 15 * 86_400_000;
      const page = await w.open(t, await w.windowOf(nora), '/settings/apps');
      await page.getByRole('switch', { name: 'Sharable stories of Marlow' }).click();
      await page.getByRole('dialog', { name: 'Sharable stories' }).getByRole('link', { name: 'Gain Access' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Set URL scheme of Marlow' }).click();
      await page.getByRole('dialog', { name: 'Deep linking' }).waitFor();
      await page.keyboard.press('Escape');
      const importAll = async (page: Page) => {
        await page.getByRole('button', { name: 'More actions for Fjord News' }).click();
        await page.getByRole('menuitem', { name: 'Import stories' }).click();
        await page.getByText('All 2 story groups').click();
        await page.getByRole('button', { name: 'Import 2 story groups' }).click();
      };
      const limitOf = (page: Page) => page.getByRole('dialog', { name: 'Too many stories for your plan' });
      await importAll(page);
      const limit = limitOf(page);
      await limit.getByText(/^A Starter plan includes 10 stories per app\./).waitFor();
      t.match(
        await limit.getByRole('link', { name: 'Gain Access' }).getAttribute('href'),
        '/settings/payment?openPlanModal=list&feature=stories&from=%2Fsettings%2Fapps',
      );
      const colleague = await w.windowOf(await member({ app_owner: [shop.id, news.id] }));
      const theirs = await w.open(t, colleague, '/settings/apps');
      await importAll(theirs);
      const access = limitOf(theirs).getByRole('button', { name: 'Gain Access' });
      await access.hover();
      await theirs.getByRole('tooltip').getByText(permission).waitFor();
      t.equal(await access.getAttribute('aria-disabled'), 'true');
      await limit.getByRole('button', { name: 'Back' }).click();
      await page.getByRole('checkbox', { name: /One/ }).click();
      await page.getByRole('button', { name: 'Import 1 story group', exact: true }).click();
      await says(page, 'Your stories are imported to "Fjord News"');
    });
  });
});
