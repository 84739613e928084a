import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { axeViolations } from './axe.ts';

// Each width and each color is looked at once: contrast hardly differs by width, and places do not by color.
const both = [
  [1440, 'light'],
  [390, 'dark'],
] as const;
const rest = [
  [1440, 'dark'],
  [390, 'light'],
] as const;

/**
 * Asserts that a page has no axe violation and fits, wide in light and narrow in dark colors; with SHOTS also the other way
 * round, and it leaves pictures there.
 */
export const looks = async (t: Test, page: Page, name: string): Promise<void> => {
  for (const [width, colorScheme] of process.env.SHOTS ? [...both, ...rest] : both) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    t.same(await axeViolations(page), [], `${name} ${width} ${colorScheme}`);
    const wide = await page.evaluate(() =>
      document.documentElement.scrollWidth <= window.innerWidth
        ? []
        : [...document.querySelectorAll('body *')]
            .filter((one) => one.getBoundingClientRect().right > window.innerWidth)
            .map((one) => `${one.tagName}.${one.getAttribute('class')}`)
            .slice(0, 12),
    );
    t.same(wide, [], `${name} ${width} fits`);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png` });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
};
