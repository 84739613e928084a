import type { BrowserContext, Page } from 'playwright-core';
import type { Test } from 'tap';
import type { KnownByServer, PlayerScene, PlayerSite } from './player-site.ts';

/** Opens the shop with a fake clock that stands still until `passTime`. `more` are further parts of its query. */
export const visitShop = async (
  { shop }: PlayerSite,
  context: BrowserContext,
  { token }: PlayerScene,
  more: Record<string, string> = {},
): Promise<Page> => {
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${shop.origin}/?${new URLSearchParams({ token, ...more })}`);
  await page.locator('.cover').first().waitFor({ state: 'attached' });
  // Observers are told in the order in which they were made: those of the bar know by then what is in view.
  await page.evaluate(
    () => new Promise((done) => new IntersectionObserver(done).observe(document.querySelector('story-rail')!)),
  );
  await page.clock.pauseAt(Date.now() + 1500);
  return page;
};

/** Lets time pass on a page, in ms. */
export const passTime = (page: Page, ms: number): Promise<void> => page.clock.runFor(ms);

/** Waits until a story is on the stage and loaded. */
export const waitForStory = async (page: Page, story: string): Promise<void> => {
  await page.locator('dialog p.quiet', { hasText: new RegExp(`^${story}, `) }).waitFor({ state: 'attached' });
  await page.locator('dialog .stage:not(.waiting) .media').waitFor({ state: 'attached' });
};

/** Opens a group, whose first story to come is `story`. */
export const openGroupInPlayer = async (page: Page, group: string, story: string): Promise<void> => {
  await page.getByRole('button', { name: new RegExp(`^${group}`) }).click();
  await waitForStory(page, story);
};

/** Presses a key that leads to a story. */
export const pressKey = async (page: Page, key: string, story: string): Promise<void> => {
  await page.keyboard.press(key);
  await waitForStory(page, story);
};

/** Waits until no viewer is open. */
export const viewerIsClosed = (page: Page): Promise<void> => page.locator('dialog').waitFor({ state: 'detached' });

/** Closes the viewer. */
export const closeViewer = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await viewerIsClosed(page);
};

/** In words: the bar was seen, and a second later these covers in it. */
export const barWasSeen = (...groups: string[]): string[] => [
  'bar_impression',
  ...groups.map((group) => `bar_impression ${group}`),
];

/** The accepted events in the order of their happening, in words; things by their title. */
export const eventsInWords = ({ batches }: Pick<KnownByServer, 'batches'>, { titles }: PlayerScene): string[] =>
  batches
    .flatMap((batch) => batch.events)
    .sort((a, b) => a.at - b.at)
    .map(({ type, group_id, story_id, watch_ms, mode }) =>
      [type, titles.get(group_id ?? ''), titles.get(story_id ?? ''), watch_ms, mode]
        .filter((part) => part !== undefined)
        .join(' '),
    );

/** Asserts that what was accepted and counted of an app is exactly this; answers what is known. */
export const assertKnown = async (
  t: Test,
  site: PlayerSite,
  scene: PlayerScene,
  events: string[],
  figures: Pick<KnownByServer, 'groups' | 'stories'>,
): Promise<KnownByServer> => {
  const known = await site.known(scene.app_id, events.length);
  t.strictSame(eventsInWords(known, scene), events);
  t.strictSame({ groups: known.groups, stories: known.stories }, figures);
  return known;
};
