import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Area } from './state.ts';
import { pictureOfPage } from './still.ts';
import { visitStates } from './visit.ts';

const colours = ['light', 'dark'] as const;

// Pictures and turned shapes are painted whole and when they are there, not in parts as they come.
const flags = ['--disable-checker-imaging', '--disable-partial-raster'];

/**
 * Takes pictures of the states of the areas into a folder, or of some of them, by names of areas or `area/state`.
 * Answers what could not be taken, or not as it should, with the reason.
 */
export const takePictures = (
  t: { teardown(work: () => Promise<void>): void },
  areas: readonly Area[],
  folder: string,
  only: readonly string[],
): Promise<string[]> =>
  visitStates(t, areas, { only, flags }, async (page, { area, state, width }, calls) => {
    const whole = (state.part ?? (state.reach ? 'screen' : 'page')) === 'page';
    for (const colorScheme of colours) {
      await page.emulateMedia({ colorScheme });
      const file = join(folder, area, `${state.name}.${width}.${colorScheme}.png`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, await pictureOfPage(page, calls, { whole, colorScheme, begins: state.begins }));
    }
  });
