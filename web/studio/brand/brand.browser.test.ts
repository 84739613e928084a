import type { Page } from 'playwright-core';
import sharp from 'sharp';
import t from 'tap';
import type { BrandKit } from '#contracts/account/brand-kit.ts';
import type { DraftAnswer } from '#contracts/studio/draft-content.ts';
import { collectPageErrors, drawnPicture, startDashboard } from '#ops/testing/dashboard.ts';
import { looks } from '#ops/testing/looks.ts';
import { pickUp } from '#ops/testing/pick-up.ts';
import { until } from '#ops/testing/stopwatch.ts';
import { visitInside } from '#ops/testing/visit-inside.ts';

/** A logo of letters on nothing, in a color. */
const logoIn = (color: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="96"><circle cx="48" cy="48" r="40" fill="${color}"/><text x="108" y="68" font-family="sans-serif" font-weight="700" font-size="60" letter-spacing="6" fill="${color}">NORDVIK</text></svg>`,
    ),
  )
    .png()
    .toBuffer();

t.test('the brand kit in the studio', async (t) => {
  const w = await startDashboard(t);
  const nora = await w.person({ firstname: 'Nora' });
  const make = (path: string, body: object) => w.call(nora, 'POST', path, body);
  const app = await make('/app', { store_id: 'com.a.b', store_type: 'ios', is_live: false, title: 'Nordvik' });
  const icon = await w.upload(nora, await drawnPicture('A', '#b5482a', 300, 300));
  const ts_start = Math.floor(Date.now() / 1000);
  const group = (await make('/n/story_group', { app_id: app.id, title: 'Weekend sale', icon, ts_start }))
    .story_group_id;
  const context = await w.windowOf(nora, { bypassCSP: true });
  t.teardown(() => context.close());
  const faults = collectPageErrors(context);
  const page = await context.newPage();
  const kit = async (): Promise<BrandKit> =>
    (await w.inject('GET', '/api/account/brand_kit', { as: nora })).json().data;
  const templatesOf = async (of: Page) => {
    await of.getByRole('radio', { name: 'Templates' }).click();
    await of.getByRole('button', { name: 'Use Sale opens for this story' }).waitFor();
  };
  const panel = page.getByRole('region', { name: 'Brand kit', exact: true });
  const named = (name: string) => panel.getByLabel(name, { exact: true });
  const press = (name: string | RegExp) => panel.getByRole('button', { name, exact: typeof name === 'string' }).click();
  const colorIn = async (button: string, color: string) => {
    await press(button);
    await page
      .getByRole('dialog', { name: button.split(' #')[0]! })
      .getByLabel('Hex color')
      .fill(color);
    await page.getByRole('button', { name: 'Done' }).click();
  };
  let story = '';

  await t.test(
    'a new story lists what it needs in a neutral color; errors turn red after the first try to publish',
    async (t) => {
      await page.goto(`${w.base}/stories/${group}`);
      await page.getByRole('link', { name: 'Create Story' }).first().click();
      await page.waitForURL('**/studio/**story=**');
      story = new URL(page.url()).searchParams.get('story')!;
      await page.getByText('Start with a title and a picture, a video, or a background color.').waitFor();
      const badge = page.getByRole('listitem').locator('[data-kind]').first();
      t.equal(await badge.getAttribute('data-kind'), 'calm');
      await page.getByRole('button', { name: /^Publish/ }).click();
      await page.getByRole('region', { name: 'Before you publish' }).waitFor();
      const focused = () =>
        page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);
      await until(async () => (await focused()) === 'Before you publish', 'the list is where the keyboard is');
      await page.getByRole('button', { name: 'Close the checklist' }).click();
      await until(async () => (await focused()) === 'Checklist', 'and then the button that opens it');
      await page.getByRole('alert').first().waitFor();
    },
  );

  await t.test('without a kit the switch says what to do; an owner makes one', async (t) => {
    await templatesOf(page);
    const inBrand = page.getByRole('switch', { name: 'In our brand' });
    t.equal(await inBrand.getAttribute('aria-disabled'), 'true');
    await page.getByText('Add your colors, fonts, and logo to see these in your brand.').first().waitFor();
    await page.getByRole('button', { name: 'Brand kit', exact: true }).click();
    await press('Edit');
    for (const [name, color] of [
      ['Choose the logo for light backgrounds', '#17352a'],
      ['Choose the logo for dark backgrounds', '#ffffff'],
    ] as const) {
      const choosing = page.waitForEvent('filechooser');
      await press(name);
      await (await choosing).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await logoIn(color) });
      await panel.getByRole('button', { name: name.replace('Choose', 'Remove') }).waitFor();
    }
    const colors = [
      ['Rust', 'd9532c'],
      ['Pine', '17352a'],
      ['Amber', 'f0b429'],
      ['Sand', 'efe3d0'],
    ] as const;
    for (const [at, [name, color]] of colors.entries()) {
      await press('Add color');
      await named(`Name of color ${at + 1}`).fill(name);
      await colorIn(`Color ${at + 1} #5b3df5`, color);
    }
    await panel.getByText('2 of 6 pairs for large text only').waitFor();
    await panel.getByText('Rust and Pine, 3.3:1').waitFor();
    await pickUp(page, 'Move Rust', 'Rust is at place 1 of 4.');
    await page.keyboard.press('ArrowDown');
    await page.getByText('Rust is at place 2 of 4.').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await until(async () => (await named('Name of color 1').inputValue()) === 'Pine', 'it moves by the keyboard');
    await until(
      () => page.evaluate(() => document.activeElement?.ariaLabel === 'Move Rust'),
      'the keyboard stays with the color that was moved',
    );
    for (const [field, font] of [
      ['Headlines', 'Space Grotesk'],
      ['Text, buttons, and answers', 'Heebo'],
    ] as const) {
      await panel.getByRole('button', { name: new RegExp(`^${field}`) }).click();
      await page.getByRole('menuitemradio', { name: font }).click();
    }
    await panel.getByRole('switch', { name: 'Custom button style' }).click();
    await panel.getByRole('switch', { name: 'Custom card style' }).click();
    await colorIn('Text #ffffff', '24503f');
    await panel.getByText(/^Text on the button has a contrast of 1\.\d:1\. It needs 4\.5:1\.$/).waitFor();
    await looks(t, page, 'the brand kit is changed');
    t.ok(
      await page.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight),
      'only the panel scrolls',
    );
    await colorIn('Text #24503f', 'efe3d0');
    await panel.getByText('Unsaved changes').waitFor();
    await press('Save brand kit');
    await panel.getByRole('button', { name: 'Edit' }).waitFor();
    const saved = await kit();
    t.match(saved, {
      colors: [{ name: 'Pine', value: '#17352a' }, { name: 'Rust' }, { name: 'Amber' }, { name: 'Sand' }],
      fonts: ['space-grotesk', 'heebo'],
      button: { background: '#17352a', text_color: '#efe3d0', text_font: 'heebo' },
      card: { text_font: 'heebo' },
    });
    t.ok(saved.logo.light && saved.logo.dark);
  });

  await t.test('templates are shown and used in the brand, or as they are drawn, as each person likes', async (t) => {
    const inBrand = page.getByRole('switch', { name: 'In our brand' });
    t.equal(await inBrand.getAttribute('aria-checked'), 'true');
    await looks(t, page, 'templates in our brand');
    await page.getByRole('button', { name: 'Use Sale opens for this story' }).click();
    await page.getByText(/^Sale opens applied/).waitFor();
    const layers = page.getByRole('region', { name: 'Layers' });
    await layers.getByText('Logo').first().waitFor();
    await page.getByRole('status').getByText('Draft saved').waitFor();
    const drafted = async (): Promise<DraftAnswer> =>
      (await w.inject('GET', `/api/story/draft?story_id=${story}`, { as: nora })).json().data;
    await until(async () => (await drafted()).draft?.content?.studio?.imageData.length === 1, 'it is saved');
    const { studio } = (await drafted()).draft!.content;
    t.equal(studio!.imageData[0]!.media, (await kit()).logo.light, 'the logo is the one that was uploaded');
    t.same(
      new Set([...studio!.textData, ...studio!.ctaData].map(({ text_font }) => text_font)),
      new Set(['space-grotesk', 'heebo']),
    );
    await page.getByRole('button', { name: 'Save as template' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('House sale');
    await page.getByRole('dialog').getByRole('button', { name: 'Save as template' }).click();
    const own = page.getByRole('button', { name: 'Use House sale for this story' });
    await own.waitFor();
    const asked = page.getByRole('alertdialog', { name: 'Delete House sale?' });
    for (const answer of ['Cancel', 'Delete template']) {
      await page.getByRole('button', { name: 'Actions for House sale' }).click();
      await page.getByRole('menuitem', { name: 'Delete House sale' }).click();
      await asked.getByRole('button', { name: answer }).click();
      await asked.waitFor({ state: 'detached' });
      if (answer === 'Cancel') t.equal(await own.count(), 1, 'it is deleted by whoever says so');
    }
    await own.waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: 'Media' }).click();
    await page.getByRole('button', { name: 'Add logo for dark backgrounds' }).click();
    await until(
      async () => (await drafted()).draft?.content?.studio?.imageData.length === 2,
      'the other logo is added',
    );
    t.match((await drafted()).draft!.content.studio!.imageData[1], { size: { width: 200, height: 40 }, name: 'Logo' });
    await page.getByRole('radio', { name: 'Templates' }).click();
    await inBrand.click();
    await page.reload();
    await templatesOf(page);
    t.equal(await inBrand.getAttribute('aria-checked'), 'false', 'it is remembered');
    t.same(faults, []);
  });

  await t.test(
    'a change by another person is shown before saving; people who are not owners see the kit read-only',
    async (t) => {
      await page.getByRole('button', { name: 'Brand kit', exact: true }).click();
      await press('Edit');
      await named('Name of color 1').fill('Forest');
      const { logo, ...others } = await kit();
      await w.call(nora, 'PUT', '/account/brand_kit', { ...others, logo, fonts: ['lora'] });
      await press('Save brand kit');
      await panel.getByText('Someone else changed the brand kit while you edited it.').waitFor();
      t.equal((await kit()).colors[0]!.name, 'Pine', 'nothing is written over');
      await press('Load their changes');
      await panel.getByRole('button', { name: /^Headlines.*Lora/ }).waitFor();
      await named('Name of color 1').fill('Forest');
      await press('Save brand kit');
      await until(async () => (await kit()).colors[0]!.name === 'Forest', 'it is saved');
      const omar = await w.person({ account_id: nora.account_id, permissions: { app_owner: [app.id] } });
      const other = await w.windowOf(omar, { bypassCSP: true });
      const theirs = await other.newPage();
      await theirs.goto(page.url());
      await templatesOf(theirs);
      await theirs.getByRole('button', { name: 'Brand kit', exact: true }).click();
      await theirs.getByText('Only account owners can change the brand kit.').waitFor();
      await theirs.getByText('Forest', { exact: true }).waitFor();
      t.equal(await theirs.getByRole('button', { name: 'Edit', exact: true }).count(), 0);
      await other.close();
    },
  );

  await t.test('it is opened and changed from the settings of the apps, also on a phone', async (t) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await visitInside(page, '/apps');
    await page.getByRole('button', { name: 'Add app' }).waitFor();
    await page.getByRole('button', { name: 'Brand kit', exact: true }).click();
    await panel.getByText('Forest', { exact: true }).waitFor();
    await looks(t, page, 'the brand kit in the settings');
    await page.setViewportSize({ width: 390, height: 844 });
    await press('Edit');
    await named('Name of color 1').fill('Moss');
    await press('Save brand kit');
    await until(async () => (await kit()).colors[0]!.name === 'Moss', 'it is saved');
    await press('Close brand kit');
    await page.getByRole('button', { name: 'Add app' }).waitFor();
    t.same(faults, []);
  });
});
