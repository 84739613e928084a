import type { Page } from 'playwright-core';
import t from 'tap';
import type { ExamplePart } from '#contracts/studio/examples.ts';
import { axeViolations } from '#ops/testing/axe.ts';
import { until } from '#ops/testing/stopwatch.ts';
import type { Story } from './protocol.ts';
import {
  at,
  counted,
  designed,
  drag,
  gone,
  heading,
  open,
  screen,
  sdk,
  shows,
  spoken,
  types,
  visit,
} from './test-visit.ts';

const poll: ExamplePart = ['poll', 'poll-0001', at(100)];
const swipe: ExamplePart = ['cta', 'swipe-001', at(590, 40)];
const answered = (page: Page) =>
  page.evaluate(() =>
    window.seen.events.filter(({ name }) => ['answer', 'reminder', 'product', 'click'].includes(name)),
  );
/** Another person takes the device; null is one whom the page does not name. */
const passTo = (page: Page, viewer: string | null) =>
  page.evaluate(async (name) => {
    const rail = document.querySelector('story-rail')!;
    const asked = new Promise((done) => rail.addEventListener('story-rail:data', done, { once: true }));
    if (name) rail.setAttribute('viewer-id', name);
    else rail.removeAttribute('viewer-id');
    await asked;
  }, viewer);
const told = (type: string) => sdk.counted().filter((event) => event.type === type);

t.test('every kind is answered by taps and keys; each answer is told, sent once and kept', async (t) => {
  const quiz: ExamplePart = ['quiz', 'quiz-0001', at(250, 200)];
  const reaction: ExamplePart = ['reaction', 'react-001', at(470, 60)];
  const rating: ExamplePart = ['rating', 'rating-01', at(100)];
  const countdown: ExamplePart = ['countdown', 'count-001', at(240, 160)];
  const tag: ExamplePart = ['product_tag', 'tag-00001', { ...at(420, 60), opens: 'card' }];
  const stories = [designed('a', [poll, quiz, reaction]), designed('b-even', [rating, countdown, tag, swipe])];
  sdk.reset([sdk.group('One', stories)]);
  const [one, two] = stories.map(({ id }) => id);
  const { page, context } = await visit({}, { ...screen, hasTouch: true });
  await until(() => sdk.requests.includes('/sdk/v1/modules/design.js'), 'the designs to come before any tap');
  await open(page);
  await page.getByRole('button', { name: 'Navy parka' }).click();
  t.match(await spoken(page), 'Navy parka, your answer');
  await page.getByRole('button', { name: 'Camel wool' }).click({ force: true });
  await page.getByRole('button', { name: 'Breeze Meadow' }).tap();
  t.match(await spoken(page), 'Breeze Meadow, Wrong, your answer. Moonlit Path, Right');
  // In one go: a second after the last touch it is final.
  await page.getByRole('button', { name: '❄️' }).evaluate((snow: HTMLElement) => {
    snow.click();
    (snow.nextElementSibling as HTMLElement).click();
  });
  await counted('reaction_clicked');
  await page.mouse.click(300, 70);
  await shows(page, 'b-even');

  await page.getByRole('radio', { name: '1 of 5' }).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowLeft']) await page.keyboard.press(key);
  await counted('rating_submitted');
  t.equal(await spoken(page), 'You gave 3');
  t.match(await page.locator('dialog .media').getAttribute('src'), /-b-even$/, 'arrow keys of a rating turn no story');
  await page.getByRole('button', { name: 'Remind me' }).click();
  await page.getByRole('button', { name: "We'll tell you" }).click();
  await page.getByRole('button', { name: 'Storm Shell, €249' }).press('Enter');
  await page.getByRole('dialog', { name: 'Storm Shell' }).waitFor();
  await page.keyboard.press('Escape');
  await page.evaluate(() => addEventListener('story-rail:click', (event) => event.preventDefault()));
  await drag(page, [180, 610], [182, 300]);
  await page.keyboard.press('Escape');
  await gone(page);
  await counted('group_closed');

  t.same(
    (await answered(page)).map(({ name, detail: { group_id, ...detail } }) => [name, detail]),
    [
      ['answer', { story_id: one, component_id: 'poll-0001', type: 'poll', value: 'B' }],
      ['answer', { story_id: one, component_id: 'quiz-0001', type: 'quiz', value: 'A' }],
      ['answer', { story_id: one, component_id: 'react-001', type: 'reaction', value: '🔥' }],
      ['answer', { story_id: two, component_id: 'rating-01', type: 'rating', value: 3 }],
      ['reminder', { story_id: two, component_id: 'count-001', on: true, ts_end: 2_000_000_000 }],
      ['reminder', { story_id: two, component_id: 'count-001', on: false, ts_end: 2_000_000_000 }],
      ['product', { story_id: two, component_id: 'tag-00001', product_id: 'sku-1', url: null }],
      ['click', { story_id: two, component_id: 'swipe-001', url: 'https://shop.example/coats' }],
    ],
  );
  const rows = sdk
    .counted()
    .filter(({ component_id }) => component_id)
    .map(({ type, story_id, component_id, value }) => [type, story_id === one ? 1 : 2, component_id, value]);
  t.same(
    rows.filter(([type]) => type !== 'component_impression'),
    [
      ['poll_selected', 1, 'poll-0001', 'B'],
      ['quiz_answered', 1, 'quiz-0001', 'A'],
      ['reaction_clicked', 1, 'react-001', '🔥'],
      ['rating_submitted', 2, 'rating-01', 3],
      ['countdown_reminder_set', 2, 'count-001', undefined],
      ['countdown_reminder_removed', 2, 'count-001', undefined],
      ['product_tag_clicked', 2, 'tag-00001', 'sku-1'],
      ['story_clicked', 2, 'swipe-001', undefined],
    ],
  );
  const impressions = rows.filter(([type]) => type === 'component_impression').map(([, , id]) => id);
  t.same([...impressions].sort(), [...new Set(impressions)].sort(), 'once a showing');
  t.ok(['poll-0001', 'quiz-0001', 'react-001', 'rating-01'].every((id) => impressions.includes(id)));
  t.same(sdk.state.invalid, []);
  t.same(await page.evaluate(() => window.seen.violations), []);

  await page.reload();
  await open(page);
  t.equal(
    await page.getByRole('button', { name: 'Navy parka, your answer' }).getAttribute('aria-disabled'),
    'true',
    'the answer is there again',
  );

  const sent = (viewer: string | undefined) =>
    sdk.batches.flatMap((batch) => (batch.viewer_id === viewer ? types(batch.events) : []));
  const option = (name: string) => page.getByRole('button', { name, exact: true });
  for (const viewer of ['ada@shop.example', 'bo']) {
    await passTo(page, viewer);
    await gone(page);
    await open(page);
    await option(viewer === 'bo' ? 'Navy parka' : 'Camel wool').click();
    await until(() => sent(viewer).includes('poll_selected'), `what ${viewer} answers`);
  }
  for (const [viewer, answer] of [
    ['ada@shop.example', 'Camel wool'],
    [null, 'Navy parka'],
  ] as const) {
    await passTo(page, viewer);
    await gone(page);
    await open(page);
    await page.keyboard.press('Home');
    t.equal(await option(`${answer}, your answer`).getAttribute('aria-disabled'), 'true', `${viewer} is here again`);
  }
  const own = (viewer: string) => sent(viewer).filter((type) => /^(poll_selected|group_closed)$/.test(type));
  await until(() => own('ada@shop.example').length === 3, 'what happened last to Ada');
  t.strictSame(own('ada@shop.example'), ['poll_selected', 'group_closed', 'group_closed']);
  t.strictSame(own('bo'), ['poll_selected', 'group_closed']);
  t.strictSame(sdk.state.invalid, []);
  await until(
    () => page.evaluate(() => !Object.entries(localStorage).join().includes('ada@')),
    'nothing to tell who was here, once all is sent',
  );
  await context.close();
});

t.test('how others answered is asked for when the story is shown, and the own answer is added once', async (t) => {
  const quiz: ExamplePart = ['quiz', 'quiz-0001', at(250, 200)];
  const quiet: ExamplePart = ['poll', 'quiet-001', { ...at(100), show_results: false, show_total: false }];
  const rating: ExamplePart = ['rating', 'rating-01', at(100)];
  const reaction: ExamplePart = ['reaction', 'react-001', at(300, 60)];
  const stories = [designed('a', [poll, quiz]), designed('b-even', [quiet]), designed('c', [rating, reaction])];
  sdk.reset([sdk.group('One', stories)]);
  const results = {
    'poll-0001': { total: 2, values: { A: 1, B: 1 } },
    'quiz-0001': { total: 2, values: { A: 1, B: 1, C: 0 } },
    'rating-01': { total: 1, values: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 1 } },
    'react-001': { total: 0, values: { '❄️': 0, '🔥': 0, '🏆': 0 } },
  };
  const asked = () => sdk.requests.filter((url) => url.includes('/results?')).map((url) => url.split('=')[1]);
  const speaks = (text: string) => until(async () => (await spoken(page)) === text, text);
  const option = (name: string) => page.getByRole('button', { name, exact: true });
  let tell = () => {};
  sdk.state.results = () =>
    new Promise((done) => {
      tell = () => done(results);
    });
  const { page, context } = await visit({}, { ...screen, bypassCSP: true, reducedMotion: 'reduce' });
  await until(() => sdk.requests.includes('/sdk/v1/modules/design.js'), 'the designs');
  t.same(asked(), [], 'not before a story is shown');
  await open(page);
  await until(() => asked().length > 0, 'the results to be asked for');
  const pressed = await option('Navy parka').evaluate((button: HTMLElement) => {
    button.setAttribute('data-was', 'there');
    button.click();
    return button.getAttribute('aria-pressed');
  });
  t.equal(pressed, 'true', 'the own answer waits for nothing');
  t.equal(await spoken(page), 'Navy parka, your answer');
  tell();
  await option('Camel wool, 33%').waitFor();
  t.equal(await option('Navy parka, your answer, 67%').getAttribute('data-was'), 'there', 'shares come in place');
  t.ok(await page.locator('.poll').getByText('Answers: 3').isVisible());
  await speaks('Navy parka, your answer, 67%. Answers: 3');
  await option('Breeze Meadow').click();
  await speaks('Breeze Meadow, Wrong, your answer, 67%. Moonlit Path, Right, 33%. 33% got it right · Answers: 3');
  t.same(await axeViolations(page), []);

  sdk.state.results = async () => results;
  await page.keyboard.press('ArrowRight');
  await shows(page, 'b-even');
  await option('Camel wool').click();
  await option('Camel wool, your answer').waitFor();
  await page.keyboard.press('ArrowRight');
  await shows(page, 'c');
  await page.getByRole('radio', { name: '4 of 5' }).click();
  await speaks('You gave 4 · 4.5 on average · Answers: 2');
  await option('🔥').click();
  await speaks('🔥, your answer, 100%. Answers: 1');
  t.same(await axeViolations(page), []);
  t.same(asked(), [stories[0]!.id, stories[2]!.id], 'once a showing, where results are shown');

  results['poll-0001'].values.B = 2;
  await page.reload();
  await open(page);
  await option('Navy parka, your answer, 67%').waitFor();
  t.match(await spoken(page), 'Title a, 1 of 3', 'what was answered before is not announced');
  await context.close();

  sdk.requests.length = 0;
  const preview = await visit({ preview: '' }, screen);
  await open(preview.page);
  await preview.page.getByRole('button', { name: 'Navy parka' }).click();
  await preview.page.getByRole('button', { name: 'Navy parka, your answer', exact: true }).waitFor();
  t.same(asked(), [], 'a preview asks for nothing');
  await preview.context.close();
});

t.test('an answer leads on after it was seen; Back is the way one came, and segments show the way', async (t) => {
  const stories = ['b-even', 'c', 'd-even'].map((name) => sdk.story(name, { duration_ms: 60_000 }));
  const [camel, navy, after] = stories as [Story, Story, Story];
  const rules = [
    { component_id: 'poll-0001', values: ['A'], to: camel.id },
    { component_id: 'poll-0001', values: ['B'], to: navy.id },
  ];
  const first = designed('a', [poll, ['reaction', 'react-001', at(470, 60)]], { conditions: { rules, next: 'end' } });
  camel.conditions = { rules: [], next: after.id };
  navy.conditions = { rules: [], next: 'end' };
  sdk.reset([sdk.group('One', [first, ...stories]), sdk.group('Two', [sdk.story('z', { duration_ms: 60_000 })])]);
  const { page, context } = await visit({}, screen);
  await open(page);
  const segments = () => page.locator('.segments span').count();
  t.equal(await segments(), 1, 'who answers nothing sees one story');
  await page.getByRole('button', { name: 'Camel wool' }).click();
  t.equal(await segments(), 3);
  await shows(page, 'b-even');
  await page.keyboard.press('ArrowRight');
  await shows(page, 'd-even');
  t.match(await spoken(page), '3 of 3');
  await page.keyboard.press('ArrowLeft');
  await shows(page, 'b-even');
  await page.keyboard.press('ArrowLeft');
  await shows(page, 'a');
  await page.keyboard.press('End');
  await shows(page, 'd-even');
  await page.keyboard.press('ArrowRight');
  await until(async () => (await heading(page)) === 'Two', 'the next group');
  await page.keyboard.press('Escape');
  await counted('group_closed');
  t.notOk(told('group_completed').length, 'the last story was not played out');
  t.notOk(told('story_impression').some(({ story_id }) => story_id === navy.id));
  t.equal(
    await page.getByRole('button', { name: 'One, seen' }).count(),
    1,
    'who went his way to its end has seen the group',
  );

  const ends = ['poll-0001', 'react-001'].map((component_id) => ({ component_id, values: ['B', '🔥'], to: 'end' }));
  first.conditions = { rules: [rules[0]!, ...ends], next: null };
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await open(page);
  await page.getByRole('button', { name: 'Navy parka' }).click();
  await until(async () => (await heading(page)) === 'Two', 'the end of the group');
  await page.keyboard.press('Escape');
  await counted('group_completed');

  await passTo(page, 'bo');
  await open(page);
  await page.getByRole('button', { name: '🔥' }).evaluate((fire: HTMLElement) => {
    fire.click();
    fire.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true, composed: true }));
  });
  t.equal(await segments(), 1, 'what was chosen ends the group here');
  await shows(page, 'a');
  await page.keyboard.press('Escape');
  await gone(page);

  await open(page);
  await page.evaluate(() => {
    // The answer leads on while the finger is down.
    const { setTimeout } = window;
    const whenPressed = (then: () => void) => addEventListener('pointerdown', then, { once: true });
    Object.assign(window, {
      setTimeout: (then: () => void, ms: number) => (ms === 1500 ? whenPressed(then) : setTimeout(then, ms)),
    });
  });
  await page.getByRole('button', { name: 'Camel wool' }).click();
  await page.mouse.click(300, 400);
  await shows(page, 'b-even');
  t.match(await spoken(page), '2 of 3');
  t.same(await page.evaluate(() => window.seen.errors), []);
  await context.close();
});

t.test('who answers twice and closes is led nowhere any more', async (t) => {
  const second: ExamplePart = ['poll', 'poll-0002', { ...at(300), question: 'Which scarf?' }];
  const rules = ['poll-0001', 'poll-0002'].map((component_id) => ({ component_id, values: ['A'], to: 'end' }));
  const asking = designed('a', [poll, second], { conditions: { rules, next: null } });
  sdk.reset([sdk.group('One', [asking]), sdk.group('Two', [sdk.story('b-even', { duration_ms: 60_000 })])]);
  const { page, context } = await visit({}, screen);
  await open(page);
  await page.evaluate(() => {
    // No answer leads on before both are given and the viewer is closed.
    const { setTimeout, clearTimeout } = window;
    const leading = new Map<number, () => void>();
    let next = 0;
    Object.assign(window, {
      setTimeout: (then: () => void, ms: number) => {
        if (ms !== 1500) return setTimeout(then, ms);
        leading.set(--next, then);
        return next;
      },
      clearTimeout: (id: number) => (leading.delete(id) ? undefined : clearTimeout(id)),
      leadOn: () => {
        for (const then of leading.values()) then();
      },
      led: () => leading.size,
    });
  });
  for (const place of [0, 1]) await page.getByRole('button', { name: 'Camel wool' }).nth(place).click();
  t.equal(await page.evaluate('led()'), 1, 'the story goes on once');
  // Kept past the closing, as a timer is that runs out at that moment.
  await page.evaluate('window.clearTimeout = () => {}');
  await page.keyboard.press('Escape');
  await gone(page);
  await counted('group_closed');
  await page.evaluate('leadOn()');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.reload();
  await until(() => told('bar_impression').length > 3, 'what was told before the page was left');
  const all = types(sdk.counted()).filter((type) => type !== 'bar_impression');
  t.equal(all.at(-1), 'group_closed');
  t.same(await page.evaluate(() => window.seen.errors), []);
  await context.close();
});
