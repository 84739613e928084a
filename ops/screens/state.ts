import type { Page, Route } from 'playwright-core';
import type { DemoCast, PersonKey } from '../demo/cast.ts';

/** Who looks at a page: somebody of the demo, its staff, an owner without apps, or nobody who is signed in. */
export type Viewer = PersonKey | 'staff' | 'newcomer' | 'nobody';

/** The apps of the demo. */
export type AppKey = DemoCast['apps'][number]['key'];

/** What addresses of pages are made of: the demo and some of its things by name. */
export interface World {
  cast: DemoCast;
  /** The page of a story group, by its title. */
  groupPage: (title: string, more?: string) => string;
  /** The studio at a story of a group, by the group's title and the story's place in it. */
  studioAt: (title: string, place: number) => string;
  /** A page as an app and one of its instances have it. */
  inApp: (app: AppKey, path: string, more?: string, place?: number) => string;
}

/** One page in one state, of which pictures are taken in each size and colour. */
export interface State {
  name: string;
  path: string | ((world: World) => string);
  /** Default: whoever looks at the area, else the owner of the demo account. */
  as?: Viewer;
  /** What the server says instead of its answers, put in place before the page is opened. */
  answers?: (page: Page) => Promise<unknown>;
  /** What is done on the page once it is there. */
  reach?: (page: Page, world: World) => Promise<unknown>;
  /** The part of the document whose first visible thing shows that the page has begun; default: main. */
  begins?: string;
  /** Only what fits on the screen; default: whatever `reach` leads to, and whole pages without it. */
  part?: 'screen' | 'page';
  /** Seen at a name in place of an address, which passkeys need. */
  named?: true;
  /** By who has not been here before; default: all that is shown once has been shown. */
  first?: true;
  /** Only at this width, where the other has no such thing. */
  only?: 1440 | 390;
}

/** The states of an area of the dashboard, which is the name of their folder. */
export interface Area {
  area: string;
  /** Who looks at its pages unless a state says so. */
  as?: Viewer;
  states: readonly State[];
}

const unanswered = new WeakSet<object>();

/** Whether a request gets no answer because its state wants none. */
export const isHeldBack = (request: object): boolean => unanswered.has(request);

/** Calls of the API that match are never answered: the page waits. */
export const holdBack = (pattern: string | RegExp) => (page: Page) =>
  page.route(pattern, (route: Route) => void unanswered.add(route.request()));

/** Answers that match never end by themselves: nobody waits for their end. */
export const staysOpen = (pattern: RegExp) => async (page: Page) => {
  page.on('request', (request) => pattern.test(request.url()) && unanswered.add(request));
};

/** Calls of the API that match get this answer. */
export const answered = (pattern: string | RegExp, status: number, json: object) => (page: Page) =>
  page.route(pattern, (route) => route.fulfill({ status, json }));

/** Several answers, of which the last one counts where more than one matches. */
export const allOf =
  (...answers: readonly ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const answer of answers) await answer(page);
  };

/** Calls of the API that match fail. */
export const failing =
  (pattern: string | RegExp, status = 500) =>
  (page: Page) =>
    page.route(pattern, (route) =>
      route.fulfill({ status, json: { status, code: 'Internal', message: 'Something went wrong.', errors: [] } }),
    );

/** Calls of the API that match get an answer without rows. */
export const emptied =
  (pattern: string | RegExp, data: unknown = []) =>
  (page: Page) =>
    page.route(pattern, (route) =>
      route.fulfill({ json: { data, total: 0, meta: { total: 0 } }, headers: { 'content-range': 'rows 0-0/0' } }),
    );

/** Presses what is found by its role and name. */
export const press =
  (name: string | RegExp, role: Parameters<Page['getByRole']>[0] = 'button') =>
  (page: Page) =>
    page.getByRole(role, { name }).first().click();

/** Points at a place of a chart, from 0 at its left to 1 at its right. */
export const pointAtChart =
  (name: string | RegExp, place: number) =>
  async (page: Page): Promise<void> => {
    const chart = page.getByRole('figure', { name });
    await chart.locator('svg path').first().waitFor();
    await chart.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await chart.boundingBox())!;
    await page.mouse.move(x + width * place, y + height * 0.6);
  };

/** One item after the other. */
export const inTurn =
  (...steps: readonly ((page: Page, world: World) => Promise<unknown>)[]) =>
  async (page: Page, world: World) => {
    for (const step of steps) await step(page, world);
  };
