import type { Page } from 'playwright-core';

/** Waits until the focus is on the page again, after what had it was removed or closed; it never does where it fell to the document. */
export const focusOnPage = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.querySelector('#main')?.contains(document.activeElement));
};
