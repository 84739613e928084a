import t from 'tap';
import { type ExamplePart, exampleDesign } from '#contracts/studio/examples.ts';
import type { ComponentKind } from '#contracts/studio/kinds.ts';
import { axeViolations } from '#ops/testing/axe.ts';
import { until } from '#ops/testing/stopwatch.ts';
import { readout } from '../test-readout.ts';
import type { SentState } from './test-page.ts';
import { drawn, openStage } from './test-stage.ts';

type Known = NonNullable<SentState['components']>[string];

const id = (kind: ComponentKind) => `${kind}-number-one`;
const late = 2_000_000_000 - (86_400 + 2 * 3600 + 3 * 60 + 4);

/** What is read of states that pass within a second in the player, whose own test reads all others. */
const passing: [ComponentKind, object, Known, string[]][] = [
  [
    'reaction',
    { name: 'How is it?' },
    { value: '🔥' },
    ['group "How is it?"', 'button "❄️"', 'button "🔥, your answer" pressed', 'button "🏆"'],
  ],
  [
    'rating',
    { name: 'Your stars' },
    { value: '4' },
    [
      'text "How does it sit?"',
      'radiogroup "Your stars"',
      ...[1, 2, 3, 4, 5].map((star) => `radio "${star} of 5"${star === 4 ? ' checked' : ''}`),
    ],
  ],
  [
    'countdown',
    { reminder: false },
    {},
    ['group "Season ends in"', 'text "Season ends in"', 'timer "Season ends in: 1 days 2 hours 3 min 4 sec"'],
  ],
];

t.test('what is chosen and may still change is read as chosen, and each second that is left', async (t) => {
  const page = await openStage({ now: late * 1000, bypassCSP: true, reducedMotion: 'reduce' });
  for (const [kind, more, known, read] of passing) {
    await drawn(page, exampleDesign([kind, id(kind), more]), { components: { [id(kind)]: known } });
    t.same(await readout(page), read, kind);
    t.same(await axeViolations(page, { within: 'main' }), [], `${kind}: axe`);
  }
  await page.context().close();
});

const plan: ExamplePart[] = [
  ['text', 'text-last', { position: { x: 10, y: 500 }, size: { width: 300, height: 60 }, z_index: 3 }],
  ['poll', 'poll-first', { position: { x: 20, y: 100 }, size: { width: 320, height: 150 } }],
  ['image', 'image-gone', { hidden: true }],
  [
    'rating',
    'rating-mid',
    { position: { x: 20, y: 300 }, size: { width: 320, height: 140 }, start_time: 1000, end_time: 2000 },
  ],
];

t.test('a design is updated in place, and shows what is due', async (t) => {
  const page = await openStage();
  await drawn(page, exampleDesign(...plan));
  const order = () =>
    page.evaluate(() =>
      [...document.querySelector('.design')!.shadowRoot!.querySelectorAll<HTMLElement>('.part')].map(
        (part) => `${part.className} ${part.style.zIndex}`,
      ),
    );
  t.same(
    await order(),
    ['part poll beside 0', 'part rating 1', 'part text 2'],
    'read from the top, hidden ones are not drawn',
  );
  await page.evaluate(() => {
    const root = document.querySelector('.design')!.shadowRoot!;
    root.querySelector<HTMLElement>('.option')!.focus();
    for (const [at, part] of [...root.querySelectorAll('.part')].entries()) part.setAttribute('data-was', String(at));
  });
  const moved = plan.map(([kind, id, more]): ExamplePart => [kind, id, { ...more, rotation: 5 }]);
  await drawn(page, exampleDesign(...moved), { components: { 'poll-first': { value: 'A', final: true } } });
  const kept = () =>
    page.evaluate(() => {
      const root = document.querySelector('.design')!.shadowRoot!;
      return [
        root.activeElement?.className,
        ...[...root.querySelectorAll('.part')].map((part) => part.getAttribute('data-was')),
      ];
    });
  t.same(await kept(), ['option', '0', '1', '2'], 'nodes and focus stay');

  const due = (ms: number | null) =>
    page.evaluate((ms) => {
      window.designs.render.at(ms);
      return window.designs.render.shown().map(({ component }) => component.id);
    }, ms);
  t.same(await due(999), ['poll-first', 'text-last']);
  t.notOk(await page.locator('.rating').isVisible());
  t.same(await due(1000), ['poll-first', 'rating-mid', 'text-last']);
  t.ok(await page.locator('.rating').isVisible());
  t.same(await due(2000), ['poll-first', 'text-last']);

  t.same(await page.evaluate(() => window.violations), []);
  t.equal(await page.evaluate(() => document.querySelectorAll('[style]').length), 0, 'nothing is styled outside');
  await page.context().close();
});

t.test('a design that is disposed of leaves no node and no listener behind', async (t) => {
  const page = await openStage();
  const devtools = await page.context().newCDPSession(page);
  const held = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
    return { nodes, jsEventListeners };
  };
  const before = await held();
  await drawn(page, exampleDesign(...plan), { medium: '/media/a', components: { 'poll-first': { value: 'A' } } });
  const during = await held();
  t.ok(during.nodes > before.nodes && during.jsEventListeners > before.jsEventListeners);
  await page.evaluate(() => {
    window.designs.render.dispose();
    Reflect.deleteProperty(window.designs, 'render');
  });
  t.equal(await page.evaluate(() => document.querySelector('main')!.childNodes.length), 0);
  await until(async () => {
    const { nodes, jsEventListeners } = await held();
    return nodes < before.nodes && jsEventListeners <= before.jsEventListeners;
  }, 'nodes and listeners to be gone');
  await page.context().close();
});

t.test('taps, keys and a finger that slides answer; what cannot be reached answers nothing', async (t) => {
  const page = await openStage({ hasTouch: true });
  const rating: ExamplePart = ['rating', 'rating-one', {}];
  await drawn(page, exampleDesign(['poll', 'poll-0001', { position: { x: 20, y: 40 } }], rating));
  const done = () => page.evaluate(() => window.designs.done.splice(0));
  await page.getByRole('button', { name: 'Navy parka' }).tap();
  t.same(await done(), ['answer poll-0001 B']);
  await page.getByRole('button', { name: 'Camel wool' }).press('Enter');
  t.same(await done(), ['answer poll-0001 A']);
  await page.getByRole('radio', { name: '1 of 5' }).press('ArrowRight');
  t.same(await done(), ['answer rating-one 1']);
  await drawn(page, exampleDesign(rating), { components: { 'rating-one': { value: '3' } } });
  t.equal(await page.locator('.star[tabindex="0"]').getAttribute('aria-label'), '3 of 5');
  await page.getByRole('radio', { name: '3 of 5' }).press('ArrowLeft');
  t.same(await done(), ['answer rating-one 2']);
  const box = async (star: number) => (await page.getByRole('radio', { name: `${star} of 5` }).boundingBox())!;
  const [from, to] = [await box(1), await box(5)];
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 10, to.y + 10);
  await page.mouse.up();
  t.match(await done(), ['answer rating-one 5']);
  await page.context().close();

  const still = await openStage({ still: true });
  await drawn(still, exampleDesign(rating));
  await still.mouse.click(180, 400);
  t.same(await still.evaluate(() => window.designs.done), []);
  t.same(await readout(still), [], 'what is only looked at is not read out');
  await still.context().close();
});

t.test('from right to left bars and words are mirrored, places are not; long words stay in their card', async (t) => {
  const long = 'Donaudampfschifffahrtsgesellschaftskapitänspatentes'.slice(0, 30);
  const design = exampleDesign(
    ['poll', 'poll-0001', { question: long.repeat(2), options: [{ text: long }, { text: 'ب' }, { text: long }] }],
    ['product_tag', 'tag-00001', { name: long.repeat(2), position: { x: 5, y: 20 }, size: { width: 120, height: 60 } }],
    ['cta', 'cta-00001', { button_text: long, position: { x: 200, y: 20 }, size: { width: 100, height: 40 } }],
  );
  const components = { 'poll-0001': { value: 'A', final: true, counts: { A: 1, B: 1, C: 2 } } };
  const places: string[] = [];
  for (const rtl of [false, true]) {
    const page = await openStage({ language: rtl ? 'ar' : 'en', rtl, reducedMotion: 'reduce' });
    await drawn(page, design, { components });
    const option = page.locator('.option').first();
    const [whole, bar] = [(await option.boundingBox())!, (await page.locator('.bar').first().boundingBox())!];
    t.equal(Math.round(bar.width), Math.round(whole.width / 4));
    t.equal(Math.round(rtl ? bar.x + bar.width : bar.x), Math.round(rtl ? whole.x + whole.width : whole.x));
    const parts = page.locator('.part, .option, .head, .foot');
    places.push(
      JSON.stringify(
        await parts.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().x)).sort()),
      ),
    );
    const outside = await page.locator('.part').evaluateAll((all) =>
      all.flatMap((part) => {
        const box = part.getBoundingClientRect();
        return [...part.querySelectorAll('*')]
          .filter((one) => {
            const { left, right, top, bottom, width } = one.getBoundingClientRect();
            const cut = one.closest('.text, .lead, .about') !== null;
            return (
              width > 0 &&
              !cut &&
              (left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1)
            );
          })
          .map((one) => one.className);
      }),
    );
    t.same(outside, []);
    t.match(await option.textContent(), rtl ? /إجابتك/ : /your answer/);
    await page.context().close();
  }
  t.equal(places[0], places[1]);
});

t.test('the medium lies as the design says, and a countdown ends with its words', async (t) => {
  const page = await openStage({ now: 2_000_000_000_000 });
  const design = exampleDesign(['countdown', 'countdown', { end_text: 'It is over' }]);
  for (const [medium, fit] of [
    [{ fit: 'fill', x: 20, y: 70, zoom: 150, alt: 'A hall' }, 'cover'],
    [{ fit: 'blur', x: 50, y: 50, zoom: 100, alt: '' }, 'contain'],
  ] as const) {
    await drawn(page, { ...design, background: '#102030', medium }, { medium: '/media/a' });
    const image = page.locator('.bottom img');
    t.equal(await image.evaluate((one) => one.style.objectFit), fit);
    t.equal(await image.evaluate((one) => one.style.objectPosition), `${medium.x}% ${medium.y}%`);
    t.equal(await image.getAttribute('alt'), medium.alt);
    t.equal(await page.locator('.blur').isVisible(), medium.fit === 'blur');
  }
  t.equal(await page.locator('.canvas').evaluate((board) => board.style.backgroundColor), 'rgb(16, 32, 48)');
  t.ok(await page.getByText('It is over').isVisible());
  t.notOk(await page.getByRole('button', { name: 'Remind me' }).isVisible(), 'nobody is reminded of what is over');
  await page.context().close();
});

t.test('as many days as there are stand in the box of a countdown', async (t) => {
  const page = await openStage({ now: 1_700_000_000_000 });
  for (const [days, least] of [
    [9, '09'],
    [365, '365'],
    [3472, '3472'],
    [36_500, '36500'],
  ] as const) {
    const ts_end = 1_700_000_000 + days * 86_400;
    await drawn(page, exampleDesign(['countdown', 'countdown', { ts_end, units: ['days', 'hours'] }]), {});
    const count = page.locator('.countdown .cell b').first();
    t.equal(await count.textContent(), least);
    const widths = await count.evaluate((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return [range.getBoundingClientRect().width, one.parentElement!.getBoundingClientRect().width] as const;
    });
    t.ok(widths[0] > 0 && widths[0] <= widths[1], `${days}: ${widths.join(' of ')}`);
  }
  await page.context().close();
});
