import { axeViolations } from '../testing/axe.ts';
import type { Area } from './state.ts';
import { visitStates } from './visit.ts';

/** What axe finds in the states of the areas, or in some of them, in both sizes and colours, and what it could not look at. */
export const findViolations = async (
  t: { teardown(work: () => Promise<void>): void },
  areas: readonly Area[],
  only: readonly string[],
): Promise<string[]> => {
  const found: string[] = [];
  // The script of axe is none of the page's own.
  const window = { bypassCSP: true };
  const faults = await visitStates(t, areas, { only, window }, async (page, { area, state, width }) => {
    const name = `${area}/${state.name} at ${width}`;
    for (const one of await axeViolations(page)) found.push(`${name}: ${one}`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
    // Nothing but colours differs.
    for (const one of await axeViolations(page, { rules: ['color-contrast'] })) found.push(`${name}, dark: ${one}`);
  });
  return [...found, ...faults];
};
