import { isDeepStrictEqual } from 'node:util';
import type { EpochMs } from '#contracts/time.ts';
import { collectPageErrors, type Dashboard, serveDashboard } from '#ops/testing/dashboard.ts';
import { type Comparison, compareFiguresPage, drawFilter, utcDay } from '#ops/testing/figures-page.ts';
import { type FiguresScene, type PlantedGroup, plantFigures } from '#ops/testing/figures-scene.ts';
import { compareGroupPage } from '#ops/testing/group-figures-page.ts';
import { launchShell } from '#ops/testing/launch-chromium.ts';
import type { Person } from '#ops/testing/people.ts';
import { pick } from '#ops/testing/random.ts';

const scale = { groups: 60, stories: 400 };
const atOnce = 16;
const longestWords = 300;

/** How many events are sent, and how many filters are compared. */
export interface FiguresPagesPlan {
  events: number;
  filters: number;
  seed: number;
}

/** What a run found: no faults when everything on the pages was what had been sent. */
export interface FiguresPagesReport {
  faults: string[];
  events: number;
  filters: number;
  comparisons: number;
  sentSeconds: number;
  comparedSeconds: number;
}

const short = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, longestWords);

/** Where two lists differ first, or both whole. */
const difference = (found: unknown, due: unknown): string => {
  if (!Array.isArray(found) || !Array.isArray(due) || found.length !== due.length)
    return `${short(found)} instead of ${short(due)}`;
  const at = found.findIndex((one, index) => !isDeepStrictEqual(one, due[index]));
  return `${short(found[at])} instead of ${short(due[at])}, in place ${at}`;
};

const collectFaults = () => {
  const faults: string[] = [];
  let comparisons = 0;
  const compare = (isRight: boolean, words: () => string) => {
    comparisons += 1;
    if (!isRight) faults.push(words());
  };
  const same = (found: unknown, due: unknown, words: string) =>
    compare(isDeepStrictEqual(found, due), () => `${words}: ${difference(found, due)}`);
  const comparison: Comparison = { ok: (found, words) => compare(Boolean(found), () => words), equal: same, same };
  return { comparison, faults, done: () => comparisons };
};

/** Whether a person of the scene sees the figures of a group. */
const seenBy =
  (person: Person, { nora, mei, apps }: FiguresScene) =>
  ({ user_id, app_id }: PlantedGroup): boolean =>
    person === nora || (person === mei ? user_id === mei.user_id : app_id !== apps[1]!.id);

/** Two groups by chance that a person sees and that were opened on some days, where there are any. */
const drawGroups = (
  { random, sent, groups }: FiguresScene,
  sees: (group: PlantedGroup) => boolean,
  { first, last }: { first: number; last: number },
): { group: PlantedGroup; other: PlantedGroup } | null => {
  const opened = new Set<string>();
  for (const { type, day, group_id } of sent)
    if (type === 'group_opened' && day >= utcDay(first) && day <= utcDay(last)) opened.add(group_id);
  const group = pick(
    random,
    groups.filter((one) => sees(one) && opened.has(one.id)),
  );
  const others = groups.filter((one) => sees(one) && opened.has(one.id) && one !== group);
  return others.length === 0 ? null : { group, other: pick(random, others) };
};

/** Compares so many filters and groups by chance as a person sees them, in a window of their own. */
const compareAs = async (
  w: Dashboard,
  scene: FiguresScene,
  person: Person,
  filters: number,
  { comparison, faults }: Pick<ReturnType<typeof collectFaults>, 'comparison' | 'faults'>,
): Promise<void> => {
  const context = await w.windowOf(person);
  const pageFaults = collectPageErrors(context);
  const page = await context.newPage();
  await page.goto(`${w.base}/analytics`);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'Show all columns' }).click();
  const sees = seenBy(person, scene);
  for (let done = 0; done < filters; done += 1) {
    const filter = drawFilter(scene, sees);
    const last = Math.floor(scene.random() * 4);
    const days = { first: last + Math.floor(scene.random() * 9), last };
    const groups = drawGroups(scene, sees, days);
    try {
      await compareFiguresPage(comparison, page, w.base, scene, filter, person);
      if (groups)
        await compareGroupPage(comparison, page, w.base, scene, { ...groups, ...days, overview: person !== scene.mei });
    } catch (error) {
      const shown = await page
        .locator('main')
        .innerText()
        .catch(() => 'nothing');
      const about = JSON.stringify({ filter, group: groups?.group.title, beside: groups?.other.title, ...days });
      faults.push(
        `${about}: ${(error as Error).message.slice(0, longestWords)} The page at ${page.url()} shows ${short(shown)}`,
      );
    }
  }
  faults.push(...pageFaults);
  await context.close();
};

/**
 * Sends random events of the last two weeks to a product, waits until they are counted, and compares all figures, tables
 * and files of its pages with what was sent, as an account owner, an app owner and a story creator see them.
 */
export const runFiguresPages = async (
  { events, filters, seed }: FiguresPagesPlan,
  say: (words: string) => void,
): Promise<FiguresPagesReport> => {
  const undo: (() => unknown)[] = [];
  const clock: { at: EpochMs | null } = { at: null };
  const browser = await launchShell();
  undo.push(() => browser.close());
  try {
    const t = { teardown: (step: () => unknown) => void undo.push(step) };
    const w = await serveDashboard(t as Parameters<typeof serveDashboard>[0], browser, {
      now: () => clock.at ?? (Date.now() as EpochMs),
    });
    const began = performance.now();
    const scene = await plantFigures(w, clock, { ...scale, events, seed, atOnce });
    const sent = performance.now();
    say(`${events} events sent and counted`);
    const collected = collectFaults();
    const people = [scene.nora, scene.daniel, scene.mei];
    for (const [place, person] of people.entries()) {
      const own = Math.floor((filters + people.length - 1 - place) / people.length);
      if (own > 0) await compareAs(w, scene, person, own, collected);
      say(`${own} filters compared, ${collected.faults.length} faults`);
    }
    return {
      faults: collected.faults,
      events,
      filters,
      comparisons: collected.done(),
      sentSeconds: Math.round((sent - began) / 1000),
      comparedSeconds: Math.round((performance.now() - sent) / 1000),
    };
  } finally {
    for (const step of undo.reverse()) await step();
  }
};
