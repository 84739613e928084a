import type { BrowserContext, Page } from 'playwright-core';
import type { Test } from 'tap';
import type { Known, PlayerSite, Scene } from './player-site.ts';

/** Opens the shop; from then on time stands still there until it is let pass. `more` are further parts of its query. */
export const visit = async (
  { shop }: PlayerSite,
  context: BrowserContext,
  { token }: Scene,
  more: Record<string, string> = {},
): Promise<Page> => {
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${shop.origin}/?${new URLSearchParams({ token, ...more })}`);
  await page.locator('.cover').first().waitFor({ state: 'attached' });
  await page.clock.pauseAt(Date.now() + 1000);
  return page;
};

/** Lets time pass on a page, in ms. */
export const pass = (page: Page, ms: number): Promise<void> => page.clock.runFor(ms);

/** Waits until a story is on the stage and loaded. */
export const plays = async (page: Page, story: string): Promise<void> => {
  await page.locator('dialog p.quiet', { hasText: new RegExp(`^${story}, `) }).waitFor({ state: 'attached' });
  await page.locator('dialog .stage:not(.waiting) .media').waitFor({ state: 'attached' });
};

/** Opens a group, whose first story to come is `story`. */
export const open = async (page: Page, group: string, story: string): Promise<void> => {
  await page.getByRole('button', { name: new RegExp(`^${group}`) }).click();
  await plays(page, story);
};

/** Presses a key that leads to a story. */
export const press = async (page: Page, key: string, story: string): Promise<void> => {
  await page.keyboard.press(key);
  await plays(page, story);
};

/** Waits until no viewer is open. */
export const isClosed = (page: Page): Promise<void> => page.locator('dialog').waitFor({ state: 'detached' });

/** Closes the viewer. */
export const close = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await isClosed(page);
};

/** The accepted events in the order of their happening, in words; things by their title. */
export const told = ({ batches }: Pick<Known, 'batches'>, { titles }: Scene): string[] =>
  batches
    .flatMap((batch) => batch.events)
    .sort((a, b) => a.at - b.at)
    .map(({ type, group_id, story_id, watch_ms, mode }) =>
      [type, titles.get(group_id ?? ''), titles.get(story_id ?? ''), watch_ms, mode]
        .filter((part) => part !== undefined)
        .join(' '),
    );

/** Asserts that what was accepted and counted of an app is exactly this; answers what is known. */
export const isTrue = async (
  t: Test,
  site: PlayerSite,
  scene: Scene,
  events: string[],
  figures: Pick<Known, 'groups' | 'stories'>,
): Promise<Known> => {
  const known = await site.known(scene.app_id, events.length);
  t.strictSame(told(known, scene), events);
  t.strictSame({ groups: known.groups, stories: known.stories }, figures);
  return known;
};
