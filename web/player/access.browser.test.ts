import type { Page } from 'playwright-core';
import t from 'tap';
import type { ExamplePart } from '#contracts/studio/examples.ts';
import type { ComponentKind } from '#contracts/studio/kinds.ts';
import { axeViolations } from '#ops/testing/axe.ts';
import { until } from '#ops/testing/stopwatch.ts';
import { readout } from './test-readout.ts';
import { at, counted, designed, open, screen, sdk, shows, spoken, visit } from './test-visit.ts';

/** What a viewer does, what is read out then (null: nothing new), and what is read of the design from then on. */
type Step = [act: (page: Page) => Promise<unknown>, said: string | null, read: string[]];
type Row = [kind: ComponentKind, more: object, read: string[], ...steps: Step[]];

const picture = { media: `${sdk.origin}/media/coat` };
const dark = { background: '#17162b' };
const over = { ts_end: 1_500_000_000, units: ['days', 'minutes'] };
const card = { opens: 'card', old_price: '€299', dot: { x: 180, y: 100 } };
const silent = { show_results: false, show_total: false };
/** A countdown that ends while it is watched. */
const ends = 2_000_000_000;

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
const shut = (page: Page) => page.keyboard.press('Escape');
const keys =
  (...pressed: string[]) =>
  async (page: Page) => {
    for (const key of pressed) await page.keyboard.press(key);
  };
const rate = (page: Page) => page.getByRole('radio', { name: '4 of 5' }).click();
/** Lets a page know another moment, in unix seconds, and draw what is due by then. */
const itIs = (seconds: number) => (page: Page) =>
  page.evaluate((ms) => {
    document.body.dataset.now = String(ms);
    return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  }, seconds * 1000);

const asks = 'Where do moths lead?';
const poll = (...options: string[]) => ['group "Which coat?"', 'text "Which coat?"', ...options];
const quiz = (...options: string[]) => [`group "${asks}"`, `text "${asks}"`, ...options];
const pollBefore = poll('button "Camel wool"', 'button "Navy parka"');
const quizBefore = quiz('button "Breeze Meadow"', 'button "Moonlit Path"', 'button "Cinder Stairs"');
const stars = (chosen: number, foot: string) => [
  'text "How does it sit?"',
  `radiogroup "How does it sit?"${chosen ? ' disabled' : ''}`,
  ...[1, 2, 3, 4, 5].map((at) => `radio "${at} of 5"${chosen ? ' disabled' : ''}${at === chosen ? ' checked' : ''}`),
  `text "${foot}"`,
];
const countdown = (...rest: string[]) => ['group "Season ends in"', 'text "Season ends in"', ...rest];
const reminder = (days: number, bell: string) => countdown(`timer "Season ends in: ${days} days"`, `button ${bell}`);

const cardRead = [
  'button "Storm Shell, €249, before €299" expanded',
  'dialog "Storm Shell" modal',
  'text "Storm Shell"',
  'text "€249"',
  'text "€299"',
  'link "View product, opens in a new tab"',
  'button "Close"',
];

/** How others answered each component that shows it. */
const results: Record<string, { total: number; values: Record<string, number> }> = {
  reaction: { total: 3, values: { '❄️': 0, '🔥': 2, '🏆': 1 } },
  poll: { total: 2, values: { A: 1, B: 1 } },
  quiz: { total: 3, values: { A: 0, B: 2, C: 1 } },
  rating: { total: 1, values: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 1 } },
};

const rows: Row[] = [
  ['cta', {}, ['link "Shop coats, opens in a new tab"']],
  ['cta', { ...dark, type: 'button', name: 'Coats' }, ['link "Shop coats, Coats, opens in a new tab"']],
  [
    'cta',
    { ...dark, type: 'button', name: 'Shop coats for winter', outlink: '', deep_link: 'shop://coats' },
    ['link "Shop coats for winter"'],
  ],
  ['image', picture, ['image "A coat"']],
  ['image', { ...picture, name: 'Camel coat' }, ['image "Camel coat"']],
  ['image', { ...picture, decorative: true }, []],
  ['text', dark, ['text "Which coat for November?"']],
  ['text', { ...dark, name: 'Title' }, ['image "Title"']],
  ['text', { ...dark, start_time: 50_000 }, []],
  [
    'reaction',
    {},
    ['group "Reaction"', 'button "❄️"', 'button "🔥"', 'button "🏆"'],
    [
      press('🔥'),
      '🔥, your answer, 75%. Answers: 4',
      [
        'group "Reaction"',
        'button "❄️, 0%" disabled',
        'button "🔥, your answer, 75%" disabled pressed',
        'button "🏆, 25%" disabled',
      ],
    ],
  ],
  [
    'poll',
    {},
    pollBefore,
    [
      press('Navy parka'),
      'Navy parka, your answer, 67%. Answers: 3',
      [
        ...poll('button "Camel wool, 33%" disabled', 'button "Navy parka, your answer, 67%" disabled pressed'),
        'text "Answers: 3"',
      ],
    ],
  ],
  [
    'poll',
    silent,
    pollBefore,
    [
      press('Camel wool'),
      'Camel wool, your answer',
      poll('button "Camel wool, your answer" disabled pressed', 'button "Navy parka" disabled'),
    ],
  ],
  [
    'quiz',
    {},
    quizBefore,
    [
      press('Breeze Meadow'),
      'Breeze Meadow, Wrong, your answer, 25%. Moonlit Path, Right, 50%. 50% got it right · Answers: 4',
      quiz(
        'button "Breeze Meadow, Wrong, your answer, 25%" disabled pressed',
        'button "Moonlit Path, Right, 50%" disabled',
        'button "Cinder Stairs, 25%" disabled',
        'text "50% got it right · Answers: 4"',
      ),
    ],
  ],
  [
    'quiz',
    { ...silent, explanation: 'They see the moon.' },
    quizBefore,
    [
      press('Moonlit Path'),
      'Moonlit Path, Right, your answer. They see the moon.',
      quiz(
        'button "Breeze Meadow" disabled',
        'button "Moonlit Path, Right, your answer" disabled pressed',
        'button "Cinder Stairs" disabled',
        'text "They see the moon."',
      ),
    ],
  ],
  [
    'rating',
    {},
    stars(0, 'Tap or slide'),
    [rate, 'You gave 4 · 4.5 on average · Answers: 2', stars(4, 'You gave 4 · 4.5 on average · Answers: 2')],
  ],
  ['rating', silent, stars(0, 'Tap or slide'), [rate, 'You gave 4', stars(4, 'You gave 4')]],
  [
    'product_tag',
    card,
    ['button "Storm Shell, €249, before €299"'],
    [press('Storm Shell, €249, before €299'), null, cardRead],
    // Tab goes round in the card, which is all that Escape closes; the focus is then where it was.
    [keys('Tab', 'Tab', 'Tab', 'Escape'), null, ['button "Storm Shell, €249, before €299"']],
    [keys('Enter', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Enter'), null, ['button "Storm Shell, €249, before €299"']],
    [keys('Enter'), null, cardRead],
    [(page) => page.locator('.sheet').getByText('€299').click(), null, cardRead],
    [shut, null, ['button "Storm Shell, €249, before €299"']],
  ],
  [
    'product_tag',
    { opens: 'card', outlink: '' },
    ['button "Storm Shell, €249"'],
    [
      press('Storm Shell, €249'),
      null,
      [
        'button "Storm Shell, €249" expanded',
        'dialog "Storm Shell" modal',
        'text "Storm Shell"',
        'text "€249"',
        'button "Close"',
      ],
    ],
  ],
  ['product_tag', {}, ['link "Storm Shell, €249, opens in a new tab"']],
  ['product_tag', { opens: 'app', deep_link: 'shop://storm' }, ['link "Storm Shell, €249"']],
  ['countdown', { ...over, end_text: 'It is over' }, countdown('text "It is over"')],
  ['countdown', over, countdown('timer "Season ends in: 0 days 0 min"')],
  [
    'countdown',
    { ts_end: ends, units: ['days'], end_text: 'It is over' },
    reminder(3, '"Remind me"'),
    [press('Remind me'), "We'll tell you", reminder(3, '"We\'ll tell you" pressed')],
    [press("We'll tell you"), null, reminder(3, '"Remind me"')],
    [itIs(ends), null, countdown('text "It is over"')],
  ],
];

/** What is read of the viewer around a design, which stands between its controls and its arrows. */
const around = (title: string, place: string) => [
  ['dialog "One" modal', 'heading "One"', 'button "Pause"', 'button "Close"', `image "${title}"`],
  ['button "Previous story"', 'button "Next story"', `text "${title}, ${place}, One"`],
];

t.test('whoever goes by keys reaches each component, and the story waits there', async (t) => {
  const poll: ExamplePart = ['poll', 'poll-0001', at(100)];
  const swipe: ExamplePart = ['cta', 'swipe-001', at(590, 40)];
  const story = designed('a', [poll, swipe], { duration_ms: 4000 });
  sdk.reset([sdk.group('One', [story, designed('b-even', [swipe])])]);
  const { page, context } = await visit({ consent: 'false' }, { ...screen, bypassCSP: true });
  await open(page);
  const option = page.getByRole('button', { name: 'Camel wool' });
  await option.waitFor();
  for (let press = 0; press < 3; press++) await page.keyboard.press('Tab');
  await page.waitForFunction(
    () => document.querySelector('story-rail')?.shadowRoot?.querySelector('.design')?.shadowRoot?.activeElement,
  );
  await counted('story_impression');
  const filled = () =>
    page
      .locator('.segments i')
      .first()
      .evaluate((fill) => new DOMMatrix(getComputedStyle(fill).transform).a);
  const before = await filled();
  await counted('component_impression');
  t.equal(await filled(), before, 'no time goes by');
  t.same(await axeViolations(page), []);
  await page.keyboard.press('Enter');
  t.equal(await option.getAttribute('aria-pressed'), 'true');
  await page.keyboard.press('Shift+Tab');
  await shows(page, 'b-even');
  await page.keyboard.press('ArrowLeft');
  await shows(page, 'a');
  t.equal(
    await page.getByRole('button', { name: 'Camel wool, your answer' }).getAttribute('aria-pressed'),
    'true',
    'without consent it is remembered while the page is there',
  );
  t.equal(await page.evaluate(() => localStorage.length), 0);
  await context.close();
});

t.test('each kind is read in the player as what it is and tells what happens, and axe finds nothing', async (t) => {
  const names = rows.map(([kind], at) => `${at + 1}-${kind}`);
  const stories = rows.map(([kind, more], place) =>
    designed(names[place]!, [[kind, `part-${place}-${kind}`, { ...at(200, 200), ...more }]]),
  );
  sdk.reset([sdk.group('One', stories)]);
  sdk.state.results = async () =>
    Object.fromEntries(
      rows.flatMap(([kind], place) => (results[kind] ? [[`part-${place}-${kind}`, results[kind]]] : [])),
    );
  const { page, context } = await visit({}, { ...screen, bypassCSP: true, reducedMotion: 'reduce' });
  await page.evaluate(
    (ms) => {
      document.body.dataset.now = String(ms);
      Date.now = () => Number(document.body.dataset.now);
    },
    (ends - 3 * 86_400) * 1000,
  );
  await open(page);
  await page.locator('.design').waitFor({ state: 'attached' });
  t.equal(await page.locator('dialog > [aria-live]').getAttribute('aria-live'), 'polite');
  for (const [place, [, , before, ...steps]] of rows.entries()) {
    const name = names[place]!;
    if (place > 0) await page.getByRole('button', { name: 'Next story' }).press('Enter');
    await shows(page, name);
    let [above, below] = around(`Title ${name}`, `${place + 1} of ${rows.length}`) as [string[], string[]];
    t.same(await readout(page), [...above, ...before, ...below], `${name} before`);
    t.same(await axeViolations(page), [], `${name} before: axe`);
    for (const [at, [act, said, read]] of steps.entries()) {
      await act(page);
      if (said) below = [...below.slice(0, -1), `text ${JSON.stringify(said)}`];
      await until(async () => `text ${JSON.stringify(await spoken(page))}` === below.at(-1), `${name}: ${said}`);
      t.same(await readout(page), [...above, ...read, ...below], `${name}, step ${at + 1}`);
      t.same(await axeViolations(page), [], `${name}, step ${at + 1}: axe`);
    }
  }
  t.same(sdk.state.invalid, []);
  await context.close();
});
