import type { Locator, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import '#kernel/platform/say.ts';
import { type ExamplePart, exampleDesign } from '#contracts/studio/examples.ts';
import { type ComponentKind, componentKinds, listOf } from '#contracts/studio/kinds.ts';
import { publishedOf } from '#contracts/studio/published.ts';
import { studio } from '#contracts/studio/studio.ts';
import { axeViolations } from '#ops/testing/axe.ts';
import { pickUp } from '#ops/testing/pick-up.ts';
import { until } from '#ops/testing/stopwatch.ts';
import type { StoryContent } from '../state/story-content.ts';
import { openPanels, select, shownContent, showScene } from './test-panels.ts';

const idOf = (kind: ComponentKind): string => `${kind}-0001`;
const media = 'http://studio.example/media/a.gif';
const parts = componentKinds.map((kind, at): ExamplePart => {
  const place = { z_index: at, position: { x: 28, y: 30 + at * 60 } };
  return [kind, idOf(kind), kind === 'image' ? { ...place, media } : place];
});
const story = (...of: readonly ExamplePart[]): StoryContent => ({
  title: 'Coats',
  type: 1,
  media,
  thumbnail: null,
  studio: exampleDesign(...of),
  conditions: null,
  ignored: [],
});

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Properties', exact: true });
/** The first component of a kind, whatever its id is now. */
const first = async (page: Page, kind: ComponentKind) =>
  (await shownContent(page)).studio[listOf[kind]][0] as unknown as Record<string, unknown>;
const has = async (t: Test, page: Page, kind: ComponentKind, fields: object) => {
  t.match(await first(page, kind), fields, `${kind} ${JSON.stringify(fields)}`);
  t.ok(studio.safeParse((await shownContent(page)).studio).success, 'the design stays one that is taken');
};
const flip = (page: Page, name: string) => panel(page).getByRole('switch', { name }).click();
const pick = async (page: Page, button: string, item: string) => {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
const keep = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/panels-${name}.png` });
};
const accessible = async (t: Test, page: Page, name: string) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const question = colorScheme === 'dark' ? { rules: ['color-contrast'] } : {};
    t.same(await axeViolations(page, question), [], `${name}, ${colorScheme}`);
    await keep(page, `${name}-${colorScheme}`);
  }
};

t.test('the panels around a story', async (t) => {
  const page = await openPanels(t);
  const fields = panel(page);
  const field = (label: string) => fields.getByLabel(label, { exact: true });
  await showScene(page, { content: story(...parts), picture: 'http://studio.example/media/c.gif' });

  await t.test('words keep to their lengths, links are links', async (t) => {
    await select(page, idOf('cta'));
    await field('Swipe up text').fill('🔥'.repeat(41));
    await has(t, page, 'cta', { button_text: '🔥'.repeat(40) });
    await fields.getByText('40 / 40, 0 left').waitFor();
    await field('Web link').fill('shop.example');
    await fields.getByText('External links must start with http:// or https://').waitFor();
    await has(t, page, 'cta', { outlink: 'https://shop.example/coats' });
    await field('Web link').fill('https://shop.example/hats');
    await field('Deep link').fill('shop://hats');
    await has(t, page, 'cta', { outlink: 'https://shop.example/hats', deep_link: 'shop://hats' });
    await accessible(t, page, 'cta');
    await select(page, idOf('rating'));
    await field('Question').fill('How warm is it?');
    await flip(page, 'Show the average rating');
    await has(t, page, 'rating', { question: 'How warm is it?', show_results: false });
  });

  await t.test('an image, and how words look', async (t) => {
    await select(page, idOf('image'));
    await fields.getByRole('button', { name: 'Replace picture' }).click();
    await until(async () => String((await first(page, 'image')).media).endsWith('c.gif'), 'the other picture');
    await field('Description').fill('A coat in the snow');
    await flip(page, 'Decorative, not read aloud');
    await has(t, page, 'image', { decorative: true, alt: 'A coat in the snow' });
    await fields.getByRole('radio', { name: 'Style' }).click();
    await fields.getByRole('slider', { name: 'Opacity' }).fill('40');
    await has(t, page, 'image', { opacity: 40 });
    await select(page, idOf('text'));
    await field('Text').fill('Two\nlines');
    await fields.getByRole('radio', { name: 'Style' }).click();
    await fields.getByRole('button', { name: 'Font Inter' }).click();
    await page.getByRole('menuitemradio', { name: 'Lora' }).click();
    await fields.getByRole('radio', { name: 'Bold' }).click();
    await fields.getByRole('radio', { name: 'End' }).click();
    await field('Corners').fill('999');
    await field('Corners').press('Enter');
    const looks = { text_font: 'lora', text_weight: 700, text_align: 'end', radius: 320 };
    await has(t, page, 'text', { ...looks, text: 'Two\nlines' });
    await accessible(t, page, 'text');
  });

  await t.test('options and emoji', async (t) => {
    await select(page, idOf('quiz'));
    await fields.getByRole('button', { name: 'Add option' }).click();
    await field('Option D').fill('Frost Gate');
    t.equal(await fields.getByRole('button', { name: 'Add option' }).count(), 0, 'four are the most');
    await fields.getByRole('radio', { name: 'Option D is right' }).click();
    await has(t, page, 'quiz', { correct: 'D', options: { 3: { text: 'Frost Gate' } } });
    await pickUp(page, 'Move option D', 'Option D is over place D.');
    await page.keyboard.press('ArrowUp');
    await page.getByText('Option D is over place C.').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await until(async () => (await first(page, 'quiz')).correct === 'C', 'the right one goes along');
    await fields.getByRole('button', { name: 'Remove option A' }).click();
    await has(t, page, 'quiz', { correct: 'B', options: { length: 3, 1: { text: 'Frost Gate' } } });
    await page.getByRole('img', { name: 'Where do moths lead?, Wrong answer' }).waitFor();
    await accessible(t, page, 'quiz');
    await select(page, idOf('reaction'));
    await field('Find an emoji').fill('thumbs up');
    await fields.getByRole('button', { name: 'thumbs up', exact: true }).click();
    await pick(page, '👍, 4 of 4', 'Move left');
    await has(t, page, 'reaction', { emojis: ['❄️', '🔥', '👍', '🏆'] });
    await pick(page, '❄️, 1 of 4', 'Remove');
    await has(t, page, 'reaction', { emojis: ['🔥', '👍', '🏆'] });
    await fields.getByRole('button', { name: 'Skin tone: Default' }).focus();
    for (const key of ['Enter', 'End', 'Enter']) {
      await page.keyboard.press(key);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    }
    await fields.getByRole('button', { name: 'Skin tone: Dark' }).waitFor();
    await fields.getByRole('button', { name: 'thumbs up', exact: true }).click();
    await has(t, page, 'reaction', { emojis: ['🔥', '👍', '🏆', '👍🏿'] });
    await accessible(t, page, 'reaction');
  });

  await t.test('a countdown in the time zone of the account, and a product', async (t) => {
    await select(page, idOf('countdown'));
    await field('Counts down to').fill('1 Nov 2030, 08:00');
    await field('Counts down to').press('Enter');
    await fields.getByText('Europe/Stockholm, UTC+1. Everyone sees the same moment.').waitFor();
    for (const unit of ['Days', 'Hours', 'Min']) await fields.getByRole('button', { name: unit, exact: true }).click();
    t.ok(await fields.getByRole('button', { name: 'Sec', exact: true }).isDisabled(), 'one unit stays');
    await field('When it’s over').fill('It is over');
    await has(t, page, 'countdown', {
      ts_end: Date.UTC(2030, 10, 1, 7) / 1000,
      units: ['seconds'],
      end_text: 'It is over',
    });
    await accessible(t, page, 'countdown');
    await select(page, idOf('product_tag'));
    await field('Old price').fill('€299');
    await fields.getByText('The app', { exact: true }).click();
    await field('Deep link').fill('shop://storm');
    await flip(page, 'Points at a dot');
    await field('Dot, from the left').fill('99');
    await field('Dot, from the left').press('Enter');
    await has(t, page, 'product_tag', { old_price: '€299', opens: 'app', deep_link: 'shop://storm', dot: { x: 99 } });
    await accessible(t, page, 'product');
  });

  await t.test('numbers of one and of several', async (t) => {
    await select(page, idOf('text'));
    const x = field('From the left');
    const steps = await page.evaluate(() => window.panels.steps());
    await x.focus();
    for (const key of ['ArrowUp', 'ArrowUp', 'Shift+ArrowUp', 'ArrowDown']) await x.press(key);
    await has(t, page, 'text', { position: { x: 28 + 11 } });
    await x.fill('12');
    await x.press('Escape');
    t.equal(await x.inputValue(), '39');
    await x.press('Tab');
    t.equal(await page.evaluate(() => window.panels.steps()), steps + 1, 'keys in a row are one step');
    await field('Shown from').fill('1,25');
    await field('Shown from').press('Enter');
    await field('Shown to').fill('99');
    await field('Shown to').press('Enter');
    await has(t, page, 'text', { start_time: 1300, end_time: null });
    await select(page, idOf('text'), idOf('poll'), idOf('rating'));
    t.equal(await x.inputValue(), '');
    t.equal(await x.getAttribute('placeholder'), 'Mixed');
    await x.press('ArrowUp');
    await has(t, page, 'text', { position: { x: 40 } });
    await has(t, page, 'poll', { position: { x: 29 } });
    await x.fill('50');
    await x.press('Enter');
    await has(t, page, 'rating', { position: { x: 50 } });
    await fields.getByRole('button', { name: 'Align top' }).click();
    await has(t, page, 'rating', { position: { y: 150 } });
    await accessible(t, page, 'several');
    await select(page, ...componentKinds.map(idOf));
    const each = fields.getByRole('button', { name: 'Each component' });
    t.equal(await each.getAttribute('aria-expanded'), 'false', 'many are folded into one section');
    await each.click();
    await fields.getByRole('button', { name: 'Poll', exact: true }).waitFor();
    await keep(page, 'many');
  });

  await t.test('colors by hand, by key and by name', async (t) => {
    await select(page, idOf('poll'));
    await fields.getByRole('button', { name: 'Text #17162b 17.7' }).click();
    const picker = page.getByRole('dialog', { name: 'Text' });
    await picker.getByText('Readable, 17.7:1').waitFor();
    await picker.getByRole('textbox', { name: 'Hex color' }).fill('#CCCCCC');
    await picker.getByRole('textbox', { name: 'Hex color' }).press('Enter');
    await picker.getByText('Hard to read, 1.6:1').waitFor();
    await accessible(t, page, 'color');
    await picker.getByRole('slider', { name: 'Saturation and brightness' }).press('Shift+ArrowDown');
    await has(t, page, 'poll', { text_color: '#b3b3b3' });
    await picker.getByRole('slider', { name: 'Hue' }).fill('120');
    await picker.getByRole('slider', { name: 'Saturation and brightness' }).press('Shift+ArrowRight');
    await has(t, page, 'poll', { text_color: '#a1b3a1' });
    await picker.getByRole('button', { name: 'Lagoon' }).click();
    await has(t, page, 'poll', { text_color: '#0e5a6f' });
    await picker.getByRole('button', { name: 'Done' }).click();
    await fields.getByRole('button', { name: 'Card #ffffff' }).click();
    await page.getByRole('button', { name: 'No background' }).click();
    await has(t, page, 'poll', { background: null });
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  await t.test('the story itself, and a story that others write', async (t) => {
    await select(page);
    await field('Title').fill('Hats');
    await fields.getByRole('radio', { name: 'Blurred sides' }).click();
    await fields.getByRole('slider', { name: 'Zoom' }).fill('150');
    await field('Shown for').fill('21');
    await field('Shown for').press('Enter');
    const { title, studio: design } = await shownContent(page);
    t.match({ title, ...design }, { title: 'Hats', duration_ms: 20_000, medium: { fit: 'blur', zoom: 150 } });
    await accessible(t, page, 'story');
    await page.evaluate(() => window.panels.readOnly(true));
    t.ok(await field('Title').isDisabled());
    await page.getByRole('button', { name: 'Poll', exact: true }).click({ force: true });
    t.equal((await shownContent(page)).studio.pollData.length, 1);
    await page.evaluate(() => window.panels.readOnly(false));
  });

  await t.test('answers lead to later stories, each by one rule, and rules go with what they ask', async (t) => {
    await showScene(page, { content: story(['poll', idOf('poll')]) });
    await select(page, idOf('poll'));
    await fields.getByRole('button', { name: /^Where answers lead/ }).click();
    const lead = async (who: RegExp, goal: string) => {
      await fields.getByRole('button', { name: who }).click();
      await page.getByRole('menuitemradio', { name: goal, exact: true }).click();
    };
    await lead(/^If a viewer picks A\. Camel wool/, '2. Navy coats');
    await lead(/^If a viewer picks B\./, 'The end');
    await lead(/^Viewers who don't answer see/, 'The end');
    const later = '01980000-0000-7000-8000-000000000001';
    t.same((await shownContent(page)).conditions, {
      rules: [
        { component_id: idOf('poll'), values: ['A'], to: later },
        { component_id: idOf('poll'), values: ['B'], to: 'end' },
      ],
      next: 'end',
    });
    await lead(/^If a viewer picks B\./, 'The next story');
    await fields.getByText('1 rule').waitFor();
    await accessible(t, page, 'rules');
    await fields.getByRole('button', { name: 'Delete' }).click();
    t.same((await shownContent(page)).conditions, { rules: [], next: 'end' });
  });

  await t.test('what answers mean never changes under a published id', async (t) => {
    const content = story(['poll', idOf('poll')], ['quiz', idOf('quiz')]);
    const published = publishedOf(content.studio);
    const show = (kind: ComponentKind) => showScene(page, { content, published }).then(() => select(page, idOf(kind)));
    const id = async (kind: ComponentKind) => String((await first(page, kind)).id);

    await show('poll');
    await fields.getByText('Live. Changing the answers or their order starts a new count.').waitFor();
    await fields.getByLabel('Option A', { exact: true }).fill('Camel  WOOL');
    await fields.getByLabel('Option A', { exact: true }).press('Tab');
    await page.evaluate(() => new Promise((passed) => setTimeout(passed)));
    t.equal(await page.getByRole('dialog').count(), 0, 'blanks and case ask nothing');
    await fields.getByLabel('Question', { exact: true }).fill('Which hat?');
    await fields.getByLabel('Question', { exact: true }).press('Tab');
    const asked = page.getByRole('dialog', { name: 'Is this still the same question?' });
    await asked.waitFor();
    await accessible(t, page, 'wording');
    t.equal(await asked.locator(':focus').textContent(), 'Ask a new question');
    await asked.getByRole('button', { name: 'Fix wording' }).click();
    await asked.waitFor({ state: 'detached' });
    t.equal(await id('poll'), idOf('poll'));
    await fields.getByLabel('Option B', { exact: true }).fill('Red hat');
    await fields.getByLabel('Option B', { exact: true }).press('Tab');
    await asked.waitFor();
    await asked.locator(':focus').press('Enter');
    await fields.getByText('Starts a new count. Earlier answers stay with the old version.').waitFor();
    const renewed = await id('poll');
    t.not(renewed, idOf('poll'));
    t.same(await page.evaluate(() => window.panels.selection()), [renewed], 'it stays selected');

    await show('quiz');
    await fields.getByRole('radio', { name: 'Option A is right' }).click();
    await fields.getByText('Starts a new count.').waitFor();
    t.not(await id('quiz'), idOf('quiz'));
    await page.evaluate(() => window.panels.undo());
    t.match(await first(page, 'quiz'), { id: idOf('quiz'), correct: 'B' }, 'one step to undo');
  });
});
