import type { Locator, Page } from 'playwright-core';
import type { Test } from 'tap';
import { axeViolations } from '#ops/testing/axe.ts';

/** Another code than the right one. */
export const wrong = (code: string) => (code === '000000' ? '111111' : '000000');

const looks = [
  [1440, 'light'],
  [1440, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const;
/** Asserts that a page is accessible and fits, at each width and in each look. */
export const accessible = async (t: Test, page: Page, what: string) => {
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    t.same(await axeViolations(page), [], `${what} ${width} ${colorScheme}`);
    t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${what} ${width} fits`);
  }
};
/** Pastes a text into a field. */
export const pasted = (field: Locator, text: string) =>
  field.evaluate((input, content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', content);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
