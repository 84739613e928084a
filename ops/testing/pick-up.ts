import type { Page } from 'playwright-core';

/**
 * Takes up with the keyboard what a button moves, and waits until it is `told` where that is. Keys that move it are
 * listened for from a timer on, which may pass after that was told when the machine is busy.
 */
export const pickUp = async (page: Page, button: string, told: string): Promise<void> => {
  await page.getByRole('button', { name: button, exact: true }).focus();
  await page.keyboard.press('Space');
  await page.getByText(told).first().waitFor({ state: 'attached' });
  await page.evaluate(() => new Promise((passed) => setTimeout(passed)));
};
