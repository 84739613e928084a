import type { Page } from 'playwright-core';
import { drawnPicture } from './dashboard.ts';
import { until } from './harness.ts';

/** Signs Nora Lindqvist up with the password `secret-7`, and answers all questions. */
export const signUp = async (page: Page, base: string, email: string) => {
  await page.goto(`${base}/`);
  await page.waitForURL('**/login**');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Full name').fill('Nora Maria Lindqvist');
  await page.getByLabel('Company name').fill('Marlow');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('secret-7');
  await page.getByLabel('Repeat password').fill('secret-7');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  for (const answer of ['Not yet', 'Marketing', 'Engagement', 'iOS'])
    await page.getByText(answer, { exact: true }).click();
  await page.getByLabel('App ID').fill('com.marlow.shop');
  await page.getByRole('button', { name: 'Create Account' }).last().click();
  await page
    .getByText('Now it’s time to tell great stories!')
    .or(page.getByText("Now it's time to tell great stories!"))
    .waitFor();
};

/** Adds the app that the sign-up asked for as Marlow, by hand; that leads to its content. */
export const addAppByHand = async (page: Page) => {
  const main = page.getByRole('main');
  await main
    .getByRole('link', { name: 'Add app' })
    .or(main.getByRole('button', { name: 'Add app' }))
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await until(
    async () => (await dialog.getByPlaceholder(/Example/).inputValue()) === 'com.marlow.shop',
    'what the sign-up asked',
  );
  await dialog.getByLabel(/^(Title|App name|Name)/).fill('Marlow');
  await dialog.getByRole('button', { name: /^Add/ }).click();
  await page.getByText('App added successfully!').waitFor();
  await page.waitForURL('**/content**');
};

/** Makes the group Autumn Edit with a cover, which leads to the upload of its stories. */
export const makeGroup = async (page: Page) => {
  await page.getByRole('button', { name: 'Add story group' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: await drawnPicture('A', '#b5482a', 800, 800) });
  await drawer.getByLabel('Story group name').fill('Autumn Edit');
  await drawer.getByRole('button', { name: 'Create group' }).click();
  await page.waitForURL('**/stories/**');
};

/** Adds two stories to the group whose upload is open. */
export const addTwoStories = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Create Story' });
  await dialog.waitFor();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      {
        name: 'Parkas are back.png',
        mimeType: 'image/png',
        buffer: await drawnPicture('Parkas', '#2d4f86', 1080, 1920),
      },
      {
        name: 'Knitwear from 39.png',
        mimeType: 'image/png',
        buffer: await drawnPicture('Knit', '#2f7d4f', 1080, 1920),
      },
    ]);
  await dialog.getByRole('button', { name: 'Add 2 stories' }).click();
  await page.getByText('Stories added successfully').waitFor();
};
