import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchShell } from '../testing/launch-chromium.ts';
import type { Area, State } from './state.ts';
import { pictureOfPage, watchCalls } from './still.ts';
import { pictureTime, startWorld } from './world.ts';

const sizes = { 1440: 900, 390: 844 } as const;
type Width = keyof typeof sizes;
const colours = ['light', 'dark'] as const;
const atOnce = 2;
const hourMs = 3_600_000;

// Pictures and turned shapes are painted whole and when they are there, not in parts as they come.
const steadyPainting = ['--disable-checker-imaging', '--disable-partial-raster'];

type Running = Awaited<ReturnType<typeof startWorld>>;
interface Shot {
  area: string;
  state: State;
  width: Width;
}

// Nothing that a page draws may follow from chance.
const steadyChance = () => {
  let state = 1;
  Math.random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

const openWindow = async (browser: Browser, width: Width): Promise<BrowserContext> => {
  const context = await browser.newContext({
    viewport: { width, height: sizes[width] },
    timezoneId: 'Europe/Stockholm',
    locale: 'en-US',
    reducedMotion: 'reduce',
    colorScheme: 'light',
  });
  context.setDefaultTimeout(30_000);
  await context.clock.setFixedTime(pictureTime);
  await context.addInitScript(steadyChance);
  return context;
};

const storageOf = ({ personOf }: Running, { as = 'owner' }: State): Record<string, string> => {
  const person = personOf(as);
  if (!person) return {};
  const session = { token: person.token, refresh_token: 'none', expires_at: pictureTime + hourMs };
  return {
    'storyrail.session': JSON.stringify(session),
    [`RaStore.${person.user_id}.help.begun`]: '1',
    // Pages from before preferences had one store look here.
    [`storyrail.first-login.${person.user_id}`]: '1',
  };
};

/** Opens a page as one who has not been here before finds it, but for the session. */
const open = async (page: Page, running: Running, state: State): Promise<void> => {
  await page.goto(`${running.base}/health/live`);
  await page.evaluate(
    (storage) => {
      sessionStorage.clear();
      localStorage.clear();
      Object.assign(localStorage, storage);
    },
    storageOf(running, state),
  );
  await state.answers?.(page);
  const path = typeof state.path === 'string' ? state.path : state.path(running.world);
  await page.goto(`${running.base}${path}`);
};

const takeOne = async (context: BrowserContext, running: Running, folder: string, shot: Shot): Promise<void> => {
  const { area, state, width } = shot;
  const page = await context.newPage();
  try {
    const calls = watchCalls(page);
    await open(page, running, state);
    await calls();
    await state.reach?.(page, running.world);
    const whole = (state.part ?? (state.reach ? 'screen' : 'page')) === 'page';
    for (const colorScheme of colours) {
      await page.emulateMedia({ colorScheme });
      const file = join(folder, area, `${state.name}.${width}.${colorScheme}.png`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, await pictureOfPage(page, calls, { whole, colorScheme }));
    }
  } finally {
    await page.close();
  }
};

const shotsOf = (areas: readonly Area[], only: readonly string[]): Shot[] =>
  areas
    .flatMap(({ area, as = 'owner', states }) =>
      states.flatMap((state) =>
        ([1440, 390] as const)
          .filter((width) => (state.only ?? width) === width)
          .map((width) => ({ area, state: { as, ...state }, width })),
      ),
    )
    .filter(({ area, state }) => only.length === 0 || only.includes(area) || only.includes(`${area}/${state.name}`));

/**
 * Takes pictures of the states of the areas into a folder, or of some of them, by names of areas or `area/state`.
 * Answers what could not be taken, or not as it should, with the reason.
 */
export const takePictures = async (
  t: { teardown(work: () => Promise<void>): void },
  areas: readonly Area[],
  folder: string,
  only: readonly string[],
): Promise<string[]> => {
  const shots = shotsOf(areas, only);
  console.log(`${shots.length * colours.length} pictures; making the demo …`);
  const running = await startWorld(t);
  const browser = await launchShell(steadyPainting);
  t.teardown(() => browser.close());
  const faults: string[] = [];
  const began = performance.now();
  const queue = [...shots];
  const work = async () => {
    const windows = new Map<Width, BrowserContext>();
    for (let shot = queue.shift(); shot; shot = queue.shift()) {
      const { area, state, width } = shot;
      const window = windows.get(width) ?? (await openWindow(browser, width));
      windows.set(width, window);
      await takeOne(window, running, folder, shot).catch((error: Error) => {
        faults.push(`${area}/${state.name} at ${width}: ${error.message.split('\n').slice(0, 3).join(' ')}`);
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const changes = await running.changes();
  if (changes.length > 0) faults.push(`nothing, but a state changed the demo for later ones: ${changes.join(', ')}`);
  console.log(`Taken in ${Math.round((performance.now() - began) / 1000)} s.`);
  return faults;
};
