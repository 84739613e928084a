import type { Locator, Page, Route } from 'playwright-core';
import type { ComponentKind } from '#contracts/studio/kinds.ts';

/** Lets the server do what is asked of it, and the page hear that it failed. */
export const loseAnswer = (route: Route): Promise<void> =>
  route.fetch().then(() => route.fulfill({ status: 503, body: '' }));

/** How one kind makes its way: what the palette calls it, what is filled in, what a viewer does, and what that sends. */
export interface StudioWay {
  kind: ComponentKind;
  item: string;
  fill?(page: Page): Promise<void>;
  act?(shop: Page): Promise<void>;
  sends?: [type: string, value: string | null];
}

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const properties = (page: Page): Locator => page.getByRole('region', { name: 'Properties', exact: true });
const field = (page: Page, name: string): Locator => properties(page).getByLabel(name, { exact: true });
const write = async (page: Page, fields: Record<string, string>) => {
  for (const [name, value] of Object.entries(fields)) await field(page, name).fill(value);
  await page.keyboard.press('Tab');
};

/** The nine kinds and their ways. */
export const studioWays: readonly StudioWay[] = [
  {
    kind: 'cta',
    item: 'Button',
    fill: (page) => write(page, { 'Web link': 'https://shop.example/coats' }),
    act: (shop) => shop.getByRole('link', { name: /^Shop now/ }).tap(),
    sends: ['story_clicked', null],
  },
  { kind: 'image', item: 'Image', fill: (page) => write(page, { Description: 'A blue coat' }) },
  { kind: 'text', item: 'Text', fill: (page) => write(page, { Text: 'Which coat for May?' }) },
  {
    kind: 'reaction',
    item: 'Reaction',
    act: (shop) => button(shop, '🔥').tap(),
    sends: ['reaction_clicked', '🔥'],
  },
  { kind: 'poll', item: 'Poll', act: (shop) => button(shop, 'That one').tap(), sends: ['poll_selected', 'B'] },
  {
    kind: 'quiz',
    item: 'Quiz',
    fill: (page) => field(page, 'Option A is right').check({ force: true }),
    act: (shop) => button(shop, 'First answer').tap(),
    sends: ['quiz_answered', 'A'],
  },
  {
    kind: 'rating',
    item: 'Rating',
    act: (shop) => shop.getByRole('radio', { name: '4 of 5' }).tap(),
    sends: ['rating_submitted', '4'],
  },
  {
    kind: 'countdown',
    item: 'Countdown',
    fill: (page) => field(page, 'Reminder bell').click(),
    act: (shop) => button(shop, 'Remind me').tap(),
    sends: ['countdown_reminder_set', null],
  },
  {
    kind: 'product_tag',
    item: 'Product tag',
    async fill(page) {
      await write(page, { 'Product name': 'Storm Shell', 'Product ID': 'sku-1', Price: '€249' });
      await write(page, { 'Web link': 'https://shop.example/storm' });
      await properties(page).getByRole('radio', { name: 'Product card' }).check();
    },
    async act(shop) {
      await shop.getByRole('button', { name: /^Storm Shell/ }).tap();
      await shop.getByRole('dialog', { name: 'Storm Shell' }).getByRole('button', { name: 'Close' }).tap();
    },
    sends: ['product_tag_clicked', 'sku-1'],
  },
];

/** What a page of the studio is worked on by: its buttons, and the fields of what is selected, which are filled by name. */
export const studioFields = { button, field, write };
