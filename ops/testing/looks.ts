import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { axeViolations } from './axe.ts';

/** Nothing else differs between the two colors of one width. */
const onlyColors = { rules: ['color-contrast'] };

/** Asserts that a page has no axe violation and fits, in both widths and colors; with SHOTS it leaves pictures there. */
export const looks = async (t: Test, page: Page, name: string): Promise<void> => {
  for (const [width, colorScheme, question] of [
    [1440, 'light', {}],
    [1440, 'dark', onlyColors],
    [390, 'dark', {}],
    [390, 'light', onlyColors],
  ] as const) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    t.same(await axeViolations(page, question), [], `${name} ${width} ${colorScheme}`);
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
