import type { BrowserContext, Locator, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import type { SdkStories } from '#contracts/sdk/protocol.ts';
import type { StoryInteractiveRow } from '#contracts/stats/interactive-stats.ts';
import { sentDesign } from '#contracts/studio/examples.ts';
import { type ComponentKind, isAnswerable, listOf } from '#contracts/studio/kinds.ts';
import { collectPageErrors, type Dashboard, drawnPicture, startDashboard, untilShown } from '../dashboard.ts';
import { looks } from '../looks.ts';
import type { Person } from '../people.ts';
import { openShopPage } from '../shop-page.ts';
import { startStopwatch, until } from '../stopwatch.ts';

/** How one kind makes its way: what a viewer does, what that counts and reports, and what is changed later. */
interface Way {
  kind: ComponentKind;
  /** Fields that the least of its kind lacks. */
  more?: object;
  act?(page: Page): Promise<void>;
  /** What is sent and counted besides that it was seen: the type of event, the answer, and the words of an option. */
  counts?: [type: string, value: string | null, words?: string];
  change: object;
  /** What the history calls that, with both values. */
  told: [field: string, from: string | null, to: string];
}

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

const ways: Way[] = [
  {
    kind: 'cta',
    act: (page) => page.getByRole('link', { name: /^Shop coats/ }).tap(),
    counts: ['story_clicked', null],
    change: { button_text: 'See coats' },
    told: ['Button “See coats” · text', 'Shop coats', 'See coats'],
  },
  {
    kind: 'image',
    change: { alt: 'A blue coat' },
    told: ['Image “A blue coat” · description', 'A coat', 'A blue coat'],
  },
  {
    kind: 'text',
    change: { text: 'Which coat for May?' },
    told: ['Text “Which coat for May?” · text', 'Which coat for November?', 'Which coat for May?'],
  },
  {
    kind: 'reaction',
    act: (page) => button(page, '🔥').tap(),
    counts: ['reaction_clicked', '🔥'],
    change: { name: 'Mood' },
    told: ['Reaction “Mood” · name', null, 'Mood'],
  },
  {
    kind: 'quiz',
    act: (page) => button(page, 'Moonlit Path').click(),
    counts: ['quiz_answered', 'B', 'Moonlit Path'],
    change: { question: 'Where do moths fly?' },
    told: ['Quiz “Where do moths fly?” · question', 'Where do moths lead?', 'Where do moths fly?'],
  },
  {
    kind: 'poll',
    act: (page) => button(page, 'Navy parka').press('Enter'),
    counts: ['poll_selected', 'B', 'Navy parka'],
    change: { question: 'Which parka?' },
    told: ['Poll “Which parka?” · question', 'Which coat?', 'Which parka?'],
  },
  {
    kind: 'rating',
    async act(page) {
      await page.getByRole('radio', { name: '1 of 5' }).focus();
      for (let star = 1; star <= 4; star++) await page.keyboard.press('ArrowRight');
    },
    counts: ['rating_submitted', '4'],
    change: { question: 'Does it sit?' },
    told: ['Rating “Does it sit?” · question', 'How does it sit?', 'Does it sit?'],
  },
  {
    kind: 'countdown',
    act: (page) => button(page, 'Remind me').click(),
    counts: ['countdown_reminder_set', ''],
    change: { title: 'Sale ends in' },
    told: ['Countdown “Sale ends in” · title', 'Season ends in', 'Sale ends in'],
  },
  {
    kind: 'product_tag',
    more: { opens: 'card' },
    async act(page) {
      await page.getByRole('button', { name: /^Storm Shell/ }).tap();
      await page.getByRole('dialog', { name: 'Storm Shell' }).getByRole('button', { name: 'Close' }).tap();
    },
    counts: ['product_tag_clicked', 'sku-1'],
    change: { price: '€199' },
    told: ['Product tag “Storm Shell” · price', '€249', '€199'],
  },
];

const componentOf = (kind: ComponentKind): string => `${kind}-number-1`;

/** A page of a shop beside the server, on a phone, that remembers what its player counted. */
const openShop = async (context: BrowserContext, base: string, token: string) => {
  const shop = await openShopPage(context, base, token);
  await shop.evaluate(() => {
    const counted: string[] = [];
    Object.assign(window, { counted });
    addEventListener('story-rail:click', (event) => event.preventDefault(), true);
    addEventListener(
      'story-rail:track',
      (event) => {
        const { type, component_id } = (event as CustomEvent<{ type: string; component_id?: string }>).detail;
        counted.push(`${type} ${component_id}`);
      },
      true,
    );
  });
  const counted = (what: string) =>
    shop.waitForFunction((what) => (window as unknown as { counted: string[] }).counted.includes(what), what);
  return { shop, counted };
};

/** Plays all stories in turn, does in each what there is to do, and leaves. */
const playAll = async (w: Dashboard, token: string) => {
  const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, bypassCSP: true };
  const context = await w.strangersWindow(phone);
  const faults = collectPageErrors(context);
  const { shop, counted } = await openShop(context, w.base, token);
  await shop.getByRole('button', { name: /^Autumn/ }).click();
  for (const [at, { kind, act, counts }] of ways.entries()) {
    // Beside all components: the next story.
    if (at > 0) await shop.mouse.click(320, 200);
    await shop.locator('dialog p.quiet', { hasText: `A ${kind}, ` }).waitFor({ state: 'attached' });
    await shop.locator(`.part.${kind}`).waitFor();
    await counted(`component_impression ${componentOf(kind)}`);
    await act?.(shop);
    if (counts) await counted(`${counts[0]} ${componentOf(kind)}`);
  }
  await shop.keyboard.press('Escape');
  await shop.locator('dialog').waitFor({ state: 'detached' });
  return { context, faults };
};

/** The answers to the component of a story as figures tell them: each type with how often each value was given. */
const told = ({ components }: StoryInteractiveRow) =>
  components!.map(({ component_id, impressions, responses }) => [
    component_id,
    impressions,
    responses.map(({ type, response_count, values }) => [type, response_count, values.map(({ value }) => value)]),
  ]);

const assertCounted = async (t: Test, w: Dashboard, nora: Person, group: string, stories: readonly string[]) => {
  const read = async (path: string) =>
    (await w.inject('GET', `/api${path}?story_group_id=${group}`, { as: nora })).json().data;
  const due = ways.map(({ kind, counts: [type, value] = ['story_clicked', null] }) => [
    componentOf(kind),
    1,
    type === 'story_clicked' ? [] : [[type, 1, [value]]],
  ]);
  const answered = ways.filter(({ counts }) => counts && counts[0] !== 'story_clicked').length;
  let rows: StoryInteractiveRow[] = [];
  await until(async () => {
    rows = await read('/story/interactive_stats');
    const responses = rows.flatMap(({ components }) => components!).flatMap((one) => one.responses);
    return (
      rows.length === ways.length &&
      rows.every(({ stats }) => stats.component_impression.response_count > 0) &&
      responses.length >= answered
    );
  }, 'the answers to be counted');
  t.same(
    stories.flatMap((id) => told(rows.find((row) => row.id === id)!)),
    due,
  );
  const [first] = await read('/story/stats');
  t.match(first, { id: stories[0], stats: { click: 1 } });
};

const assertReported = async (t: Test, w: Dashboard, nora: Person, app: string, stories: readonly string[]) => {
  for (const [at, { kind, counts }] of ways.entries()) {
    if (!isAnswerable(kind)) continue;
    const query = { report_type: kind, app_id: app };
    const { body } = await w.inject('GET', '/api/report', { as: nora, query });
    const rows = body
      .trimEnd()
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',').slice(3));
    t.same(rows, [[stories[at], componentOf(kind), ...counts!.slice(1)]], kind);
  }
};

t.test(
  'each kind of component is made, delivered, played, answered, counted, reported, changed and restored',
  async (t) => {
    const w = await startDashboard(t);
    const nora = await w.person({ firstname: 'Nora' });
    const send = (method: string, path: string, body: object) => w.call(nora, method, path, body);
    const app = await send('POST', '/app', { store_id: 'com.a.b', store_type: 'ios', is_live: false, title: 'Marlow' });
    const media = await w.upload(nora, await drawnPicture('Coat', '#2d4f86'));
    const ts_start = Math.floor(Date.now() / 1000);
    const made = await send('POST', '/n/story_group', {
      app_id: app.id,
      title: 'Autumn',
      icon: media,
      ts_start,
      status: 1,
    });
    const group: string = made.story_group_id;
    const { token } = app.instances[0];
    const delivered = async () =>
      ((await w.inject('GET', `/sdk/v1/${token}/stories`)).json() as SdkStories).data?.groups[0]?.stories ?? [];
    const designOf = ({ kind, more }: Way, change: object = {}) => ({
      ...sentDesign([kind, componentOf(kind), { ...(kind === 'image' && { media }), ...more, ...change }]),
      duration_ms: 20_000,
    });
    const stories: string[] = [];

    await t.test('delivered within two seconds', async (t) => {
      for (const way of ways) {
        const time = startStopwatch();
        const fields = { story_group_id: group, title: `A ${way.kind}`, type: 1, media, studio: designOf(way) };
        const { story_id } = await send('POST', '/story', fields);
        stories.push(story_id);
        await until(async () => (await delivered()).some(({ id }) => id === story_id), way.kind);
        const ms = time();
        t.ok(ms <= 2000, `${way.kind}: ${ms} ms`);
      }
    });
    const before = (await delivered()).map(({ studio }) => studio);

    await t.test('played and answered by touch, mouse and keys, counted and reported', async (t) => {
      const { context, faults } = await playAll(w, token);
      await assertCounted(t, w, nora, group, stories);
      await assertReported(t, w, nora, app.id, stories);
      t.same(faults, []);
      await context.close();
    });

    await t.test('told on the showcase, as far as viewers may see it', async (t) => {
      const context = await w.strangersWindow();
      const faults = collectPageErrors(context);
      const page = await context.newPage();
      await page.goto(`${w.base}/showcase/${token}?group=${group}`);
      const sent = page.getByRole('list', { name: 'Events, newest last' });
      const soFar = new Map<ComponentKind, RegExp>([
        ['reaction', /🔥\s+1\s+100\.0%/],
        ['quiz', /Where do moths lead\?[\s\S]*Breeze Meadow\s+0\s+0\.0%\s+Moonlit Path\s+1\s+100\.0%/],
        ['poll', /Which coat\?[\s\S]*Camel wool\s+0\s+0\.0%\s+Navy parka\s+1\s+100\.0%/],
        ['rating', /4 stars\s+1\s+100\.0%/],
      ]);
      const last = ways.findIndex(({ kind }) => kind === 'rating');
      for (const [at, { kind }] of ways.slice(0, last + 1).entries()) {
        if (at > 0) await page.keyboard.press('ArrowRight');
        await page.locator('dialog p.quiet', { hasText: `A ${kind}, ` }).waitFor({ state: 'attached' });
        const lines = soFar.get(kind);
        if (!lines) continue;
        await untilShown(page.getByRole('region', { name: new RegExp(`^${kind} so far$`, 'i') }), lines);
        if (kind !== 'poll') continue;
        await button(page, 'Camel wool').click();
        await sent.getByText('Poll · Camel wool').waitFor();
      }
      await looks(t, page, 'showcase-answers');
      t.same(faults, []);
      await context.close();
    });

    await t.test('changed, told by the history and restored there', async (t) => {
      const { version } = (
        await w.inject('GET', `/api/story_group/detail?story_group_id=${group}`, { as: nora })
      ).json().data;
      for (const [at, way] of ways.entries())
        await send('PATCH', '/story', { id: stories[at], studio: designOf(way, way.change) });
      await w.caughtUp();
      const history = await w.inject('GET', `/api/story_group/history?story_group_id=${group}`, { as: nora });
      t.match(
        history
          .json()
          .data.slice(0, ways.length)
          .map(({ changes }: { changes: unknown[] }) => changes.at(-1)),
        [...ways].reverse().map(({ told: [field, from, to] }) => ({ field, from, to })),
      );
      const context = await w.windowOf(nora);
      const faults = collectPageErrors(context);
      const page = await context.newPage();
      await page.goto(`${w.base}/stories/${group}?tab=history&version=${version}`);
      const list = page.getByRole('region', { name: 'Changes' });
      for (const { kind, told } of ways) {
        // The link of a swipe is that of its story: two changes at once, told one by one where the entry opens.
        if (kind === 'cta') await list.getByText(/the swipe-up text and the design of the story “A cta”/).waitFor();
        else await list.getByText(`${told[1] ?? '—'} → ${told[2]}`).waitFor();
      }
      await page.getByRole('button', { name: 'Restore this version' }).click();
      const dialog = page.getByRole('dialog', { name: /Restore version \d+\?/ });
      await dialog.waitFor();
      const text = await dialog.innerText();
      for (const { kind, told } of ways) {
        const [from, to] = told.slice(1).map((words) => words?.replace('?', '\\?') ?? '—');
        t.match(text, new RegExp(`Before:\\s+${to}\\s+After:\\s+${from}`), kind);
      }
      await dialog.getByRole('button', { name: 'Restore this version' }).click();
      await page.getByText('Story group restored.').waitFor();
      await until(async () => {
        const now = (await delivered()).map(({ studio }) => studio);
        return ways.every(
          ({ kind }, at) => JSON.stringify(now[at]?.[listOf[kind]]) === JSON.stringify(before[at]?.[listOf[kind]]),
        );
      }, 'the designs of before to be delivered');
      t.same(faults, []);
      await context.close();
    });
  },
);
