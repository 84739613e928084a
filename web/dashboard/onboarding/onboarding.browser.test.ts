import type { Locator, Page } from 'playwright-core';
import t from 'tap';
import { collectPageErrors, drawnPicture } from '#ops/testing/dashboard.ts';
import { looks } from '#ops/testing/looks.ts';
import { until } from '#ops/testing/stopwatch.ts';
import { startDashboardWithStores } from '#ops/testing/stores.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

const mostClicks = 16;
const apps = [
  { number: 123456789, name: 'com.marlow.shop', title: 'Marlow' },
  { number: 389801252, name: 'com.burbn.instagram', title: 'Instagram' },
];

const choosing = async (page: Page, button: Locator, word: string, size: [number, number]) => {
  const chooser = page.waitForEvent('filechooser');
  await button.click();
  const buffer = await drawnPicture(word, '#b5482a', ...size);
  await (await chooser).setFiles({ name: `${word}.png`, mimeType: 'image/png', buffer });
};

t.test('the onboarding of the first sign-in', async (t) => {
  const w = await startDashboardWithStores(t, apps, { siteTitle: 'Marlow' });
  const read = async (as: Awaited<ReturnType<typeof w.person>>, path: string) =>
    (await w.inject('GET', `/api${path}`, { as })).json().data;

  await t.test(
    'from the sign-up to the first story in the showcase: few clicks, and nothing is asked twice',
    async (t) => {
      const context = await w.strangersWindow({ bypassCSP: true });
      t.teardown(() => context.close());
      const faults = collectPageErrors(context);
      const page = await context.newPage();
      const main = page.getByRole('main');
      const dialog = page.getByRole('dialog');
      await page.goto(`${w.base}/register`);
      await page.evaluate(() => {
        const counted = Object.assign(window, { clicks: 0 });
        const count = () => {
          counted.clicks += 1;
        };
        document.addEventListener('pointerdown', count, true);
      });
      await page.getByLabel('Full name').fill('Nora Lindqvist');
      await page.getByLabel('Company name').fill('Marlow & Fern');
      await page.getByLabel('Email').fill('nora@marlow.test');
      await page.getByLabel('Password', { exact: true }).fill('battery staple');
      await page.getByLabel('Repeat password').fill('battery staple');
      await page.getByRole('checkbox').click();
      await page.getByRole('button', { name: 'Continue' }).click();
      for (const answer of ['Yes', 'Marketing', 'Engagement'])
        await page.getByRole('radio', { name: answer, exact: true }).click();
      await page.getByLabel('App ID').fill('123456789');
      await page.getByText('Found', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Create Account' }).last().click();
      await page.getByText("Now it's time to tell great stories!").waitFor();
      let link = '';
      await until(async () => {
        link = (await w.outbox()).find((mail) => mail.to === 'nora@marlow.test')?.links[0] ?? '';
        return link !== '';
      }, 'the mail');
      await visitInside(page, new URL(link).pathname);
      await page.getByRole('button', { name: 'Verify email' }).click();

      await dialog.getByRole('heading', { name: 'Welcome to Storyrail, Nora' }).waitFor();
      await looks(t, page, 'onboarding-welcome');
      await dialog.getByRole('button', { name: 'Next' }).click();
      await dialog.getByRole('heading', { name: 'Is this the app you want to add?' }).waitFor();
      await dialog.getByText('Marlow AB').waitFor();
      t.equal(await dialog.getByRole('textbox').count(), 0, 'it only asks whether this is the one');
      await looks(t, page, 'onboarding-app');
      await dialog.getByRole('button', { name: 'Yes' }).click();
      await page.getByText('App added successfully!').waitFor();
      await dialog.getByRole('heading', { name: 'Almost done' }).waitFor();
      t.same(
        await dialog
          .getByLabel(/^(First name|Last name|Company name)$/)
          .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
        ['Nora', 'Lindqvist', 'Marlow & Fern'],
      );
      await dialog.getByRole('combobox', { name: 'Country' }).fill('swe');
      await dialog.getByRole('option', { name: /Sweden/ }).waitFor();
      await looks(t, page, 'onboarding-details');
      await page.keyboard.press('Enter');
      await dialog.getByRole('button', { name: 'Finish' }).click();

      await page.waitForURL('**/content?**create=1**');
      await choosing(page, dialog.getByRole('button', { name: 'Choose' }).first(), 'Cover', [600, 600]);
      await dialog.getByText('Cover.png, 600 × 600', { exact: true }).waitFor();
      await dialog.getByLabel('Story group name').fill('Autumn Edit');
      await dialog.getByRole('button', { name: 'Create group' }).click();
      await page.waitForURL('**/stories/**');
      await dialog.getByRole('heading', { name: 'Create Story' }).waitFor();
      await choosing(page, dialog.getByRole('button', { name: 'Choose files' }), 'Parkas', [540, 960]);
      await dialog.getByRole('button', { name: 'Add story' }).click();
      await page.getByText(/added successfully/).waitFor();
      const opened = context.waitForEvent('page');
      await main.getByRole('link', { name: /^Preview/ }).click();
      const show = await opened;
      await show.getByText('story_impression').first().waitFor();
      // The link is clicked in a mail, not here.
      const clicks = 1 + (await page.evaluate(() => (window as unknown as { clicks: number }).clicks));
      t.ok(clicks > 10 && clicks <= mostClicks, `${clicks} clicks`);
      t.comment(`${clicks} clicks`);

      const body = { email: 'nora@marlow.test', password: 'battery staple' };
      const { token } = (await w.inject('POST', '/api/login', { body })).json().data;
      const own = async (path: string) => (await w.inject('GET', `/api${path}`, { as: token })).json().data;
      t.match(await own('/user'), { onboarded: true, firstname: 'Nora', lastname: 'Lindqvist' });
      t.match(await own('/account'), { name: 'Marlow & Fern', country: 'SE', employee_size: null });
      t.match(await own('/account/profile'), { app_id: 'id123456789', store_type: 'ios', already_created: true });
      t.same(faults, []);
    },
  );

  await t.test('closing it is remembered for the person, in every browser', async (t) => {
    const kim = await w.person({ firstname: 'Kim' });
    const open = async () => {
      const context = await w.windowOf(kim, { newcomer: true });
      t.teardown(() => context.close());
      const page = await context.newPage();
      await page.goto(`${w.base}/`);
      await page.getByRole('heading', { name: 'Welcome, Kim', includeHidden: true }).waitFor();
      return page;
    };
    const first = await open();
    await first.getByRole('dialog').waitFor();
    await first.mouse.click(10, 10);
    t.ok(await first.getByRole('dialog').isVisible(), 'a click beside it closes nothing');
    await first.keyboard.press('Escape');
    await first.getByRole('dialog').waitFor({ state: 'hidden' });
    await first
      .getByRole('main')
      .getByRole('link', { name: /Add your app/ })
      .waitFor();
    await until(async () => (await read(kim, '/user')).onboarded, 'it to be remembered');
    const second = await open();
    await second
      .getByRole('main')
      .getByRole('link', { name: /Add your app/ })
      .waitFor();
    t.equal(await second.getByRole('dialog').count(), 0);
  });

  await t.test(
    'without an app in the profile it is looked up; an empty ID leads on, a refused app is named',
    async (t) => {
      const ada = await w.person({ firstname: 'Ada' });
      const context = await w.windowOf(ada, { newcomer: true, bypassCSP: true });
      t.teardown(() => context.close());
      const page = await context.newPage();
      await page.goto(`${w.base}/`);
      const dialog = page.getByRole('dialog');
      const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
      await press('Next');
      const id = dialog.getByPlaceholder('id1234567 or com.example.myapp');
      await id.fill('com.no.such');
      await dialog
        .getByRole('alert')
        .filter({ hasText: "We couldn't find your app on store, please check the ID." })
        .waitFor();
      await looks(t, page, 'onboarding-search');
      await id.fill('com.burbn.instagram');
      const refused = page.getByRole('dialog', { name: 'Stories are for your own app' });
      await refused.waitFor();
      await refused.getByRole('button').last().click();
      t.equal(await id.inputValue(), '');
      await id.fill('com.marlow.shop');
      await press('Next');
      await dialog
        .getByRole('radio', { name: /Marlow/ })
        .first()
        .waitFor();
      await dialog.getByRole('radio', { name: /com\.marlow\.shop/ }).click();
      await press('Next');
      await dialog.getByText('Google Play').waitFor();
      await press('Back');
      t.equal(await id.inputValue(), 'com.marlow.shop', 'Back returns to the ID');
      w.stage.mood = 'error';
      await id.fill('Marlow Shop');
      await press('Add as not live');
      w.stage.mood = 'well';
      const name = dialog.getByLabel('Name');
      t.equal(await name.inputValue(), 'Marlow Shop');
      await dialog.getByText('Needed to add the app. To do this later, clear the name too.').waitFor();
      await press('Next');
      await until(() => id.evaluate((field) => field === document.activeElement), 'the ID to be asked for');
      t.equal(await id.getAttribute('aria-invalid'), 'true');
      await looks(t, page, 'onboarding-not-live');
      await name.fill('');
      await press('Next');
      await dialog.getByRole('heading', { name: 'Almost done' }).waitFor();
      await dialog.getByLabel('Last name').fill(' ');
      await dialog.getByLabel('Company name').fill('');
      await dialog.getByRole('radio', { name: '50-249' }).check();
      await dialog.getByRole('combobox', { name: 'Country' }).fill('atlantis');
      await dialog.getByText('No country matches “atlantis”.').waitFor();
      await press('Finish');
      await dialog.getByRole('alert').filter({ hasText: 'Please provide your full name' }).waitFor();
      await dialog.getByRole('alert').filter({ hasText: 'Please provide your company name' }).waitFor();
      await dialog.getByLabel('Last name').fill('Okafor');
      await dialog.getByLabel('Company name').fill('Fjord');
      await press('Finish');
      await dialog.waitFor({ state: 'hidden' });
      t.equal(new URL(page.url()).pathname, '/', 'without an app the steps of the page go on');
      await page
        .getByRole('main')
        .getByRole('link', { name: /Add your app/ })
        .waitFor();
      t.match(await read(ada, '/account'), { name: 'Fjord', employee_size: '50-249', country: null });
      t.match(await read(ada, '/user'), { lastname: 'Okafor', onboarded: true });
    },
  );

  await t.test('it waits for nobody but an owner without apps', async (t) => {
    const ida = await w.person();
    const creator = await w.person({
      account_id: ida.account_id,
      permissions: { story_creator: [crypto.randomUUID()] },
    });
    const owner = await w.person();
    await w.addApp(owner, 'Fjord', 'com.fjord.app');
    for (const person of [creator, owner]) {
      const context = await w.windowOf(person, { newcomer: true });
      t.teardown(() => context.close());
      const page = await context.newPage();
      await page.goto(`${w.base}/`);
      await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
      t.equal(await page.getByRole('dialog').count(), 0);
    }
  });
});
