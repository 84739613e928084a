import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { putSessionCookieInto, sessionStorageOf } from '../testing/browser-session.ts';
import { launchShell } from '../testing/launch-chromium.ts';
import type { Person } from '../testing/people.ts';
import { pictureTime } from './picture-time.ts';
import type { Area, State } from './state.ts';
import { hasBegun, watchCalls } from './still.ts';
import { startWorld } from './world.ts';

const sizes = { 1440: 900, 390: 844 } as const;
type Width = keyof typeof sizes;
const atOnce = 2;

type Running = Awaited<ReturnType<typeof startWorld>>;

/** A state of an area at one width. */
export interface Shot {
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

/** A window of this width in which it is always the moment of the pictures. */
const openWindow = async (browser: Browser, width: Width, more: BrowserContextOptions): Promise<BrowserContext> => {
  const context = await browser.newContext({
    viewport: { width, height: sizes[width] },
    timezoneId: 'Europe/Stockholm',
    locale: 'en-US',
    reducedMotion: 'reduce',
    colorScheme: 'light',
    ...more,
  });
  context.setDefaultTimeout(30_000);
  await context.clock.setFixedTime(pictureTime);
  await context.addInitScript(steadyChance);
  return context;
};

const storageOf = (person: Person | null, first = false): Record<string, string> => {
  if (!person) return {};
  if (first) return sessionStorageOf(person);
  return {
    ...sessionStorageOf(person),
    [`RaStore.${person.user_id}.help.begun`]: '1',
    // Pages from before preferences had one store look here.
    [`storyrail.first-login.${person.user_id}`]: '1',
  };
};

/** Opens a page as one who has not been here before finds it, but for the session. */
const open = async (page: Page, running: Running, state: State): Promise<void> => {
  const base = state.named ? running.named : running.base;
  const person = await running.begin(state.as ?? 'owner');
  if (person) await putSessionCookieInto(page.context(), base, person);
  await page.goto(`${base}/health/live`);
  await page.evaluate(
    (storage) => {
      sessionStorage.clear();
      localStorage.clear();
      Object.assign(localStorage, storage);
    },
    storageOf(person, state.first),
  );
  await state.answers?.(page);
  const path = typeof state.path === 'string' ? state.path : state.path(running.world);
  await page.goto(`${base}${path}`);
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

/** What is done in each state, once it is reached and nothing is on its way any more. */
export type Look = (page: Page, shot: Shot, calls: () => Promise<void>) => Promise<void>;

/** Which states are visited, by names of areas or `area/state`, and how the browser shows them. */
export interface Visit {
  only: readonly string[];
  flags?: readonly string[];
  window?: BrowserContextOptions;
}

const visit = async (context: BrowserContext, running: Running, shot: Shot, look: Look): Promise<void> => {
  const page = await context.newPage();
  try {
    const calls = watchCalls(page);
    await open(page, running, shot.state);
    await calls();
    await shot.state.reach?.(page, running.world);
    await calls();
    await hasBegun(page, shot.state.begins);
    await calls();
    await look(page, shot, calls);
  } finally {
    await page.close();
  }
};

/** Looks at the states of the areas, at each of their widths. Answers what could not be looked at, with the reason. */
export const visitStates = async (
  t: { teardown(work: () => Promise<void>): void },
  areas: readonly Area[],
  { only, flags = [], window = {} }: Visit,
  look: Look,
): Promise<string[]> => {
  const queue = shotsOf(areas, only);
  console.log(`${queue.length} pages in two colours; making the demo …`);
  const running = await startWorld(t);
  const browser = await launchShell(flags);
  t.teardown(() => browser.close());
  const faults: string[] = [];
  const began = performance.now();
  const work = async () => {
    const windows = new Map<Width, BrowserContext>();
    for (let shot = queue.shift(); shot; shot = queue.shift()) {
      const { area, state, width } = shot;
      const context = windows.get(width) ?? (await openWindow(browser, width, window));
      windows.set(width, context);
      await visit(context, running, shot, look).catch((error: Error) => {
        faults.push(`${area}/${state.name} at ${width}: ${error.message.split('\n').slice(0, 3).join(' ')}`);
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const changes = await running.changes();
  if (changes.length > 0) faults.push(`nothing, but a state changed the demo for later ones: ${changes.join(', ')}`);
  console.log(`Looked at in ${Math.round((performance.now() - began) / 1000)} s.`);
  return faults;
};
