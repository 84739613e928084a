import t, { type Test } from 'tap';
import '#kernel/platform/say.ts';
import type { Page } from 'playwright-core';
import { exampleDesign } from '#contracts/studio/examples.ts';
import { flatten } from '#contracts/studio/flat.ts';
import { studio } from '#contracts/studio/studio.ts';
import { axeViolations } from '#ops/testing/axe.ts';
import { pickUp } from '#ops/testing/pick-up.ts';
import { until } from '#ops/testing/stopwatch.ts';
import { drawnFilm } from '../checklist/test-film.ts';
import { layersOf } from '../edits/components.ts';
import { openPanels, select, shownContent, showScene } from '../properties/test-panels.ts';
import type { StoryContent } from '../state/story-content.ts';

const media = 'http://studio.example/media/b.gif';
const content: StoryContent = {
  title: 'Coats',
  type: 1,
  media,
  thumbnail: null,
  studio: exampleDesign(
    ['cta', 'cta-0001', { z_index: 0 }],
    ['text', 'text-0001', { z_index: 1, start_time: 1000, end_time: 4000 }],
    ['poll', 'poll-0001', { z_index: 2 }],
  ),
  conditions: null,
  ignored: [],
};
const names = async (page: Page) =>
  layersOf((await shownContent(page)).studio).map(({ component }) => component.id.split('-')[0]);
const selection = (page: Page) => page.evaluate(() => window.panels.selection());
const time = (page: Page) => page.evaluate(() => window.panels.time());
const text = async (page: Page) => (await shownContent(page)).studio.textData[0]!;
const accessible = async (t: Test, page: Page, name: string) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const question = colorScheme === 'dark' ? { rules: ['color-contrast'] } : {};
    t.same(await axeViolations(page, question), [], `${name}, ${colorScheme}`);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/panels-${name}-${colorScheme}.png` });
  }
};

t.test('what a story is made of, in layers and in time', async (t) => {
  const page = await openPanels(t, await drawnFilm());
  await showScene(page, {
    content,
    locked: ['quiz'],
    problems: { 'cta-0001': 'error', 'text-0001': 'advice' },
    picture: 'http://studio.example/media/c.gif',
  });
  const palette = page.getByRole('region', { name: 'Add to story' });
  const layers = page.getByRole('region', { name: 'Layers' });
  const line = page.getByRole('region', { name: 'Timeline' });
  const layer = (name: string) => layers.getByRole('button', { name, exact: true });

  await t.test('the palette adds, says why it cannot, and asks for what the plan lacks', async (t) => {
    await palette.getByRole('button', { name: 'Rating' }).click();
    const { ratingData } = (await shownContent(page)).studio;
    t.same(await selection(page), [ratingData[0]!.id], 'what was added is selected');
    await palette.getByRole('button', { name: 'Image' }).click();
    await until(async () => (await shownContent(page)).studio.imageData.length === 1, 'a picture was chosen first');
    t.ok(studio.safeParse((await shownContent(page)).studio).success);
    await palette.getByRole('button', { name: 'Quiz' }).click();
    t.same(await page.evaluate(() => window.panels.asked), ['quiz']);
    await palette.getByRole('button', { name: 'Swipe Up' }).hover();
    await page.getByRole('tooltip', { name: 'A story can have one Swipe Up.' }).waitFor();
    await palette.getByRole('button', { name: 'Swipe Up' }).click({ force: true });
    t.equal((await shownContent(page)).studio.ctaData.length, 1);
    await palette.getByRole('radio', { name: 'Media' }).click();
    await palette.getByText('9').waitFor();
    await palette.getByRole('radio', { name: 'Elements' }).click();
    const drag = await palette.getByRole('button', { name: 'Countdown' }).evaluate((item) => {
      const dataTransfer = new DataTransfer();
      item.dispatchEvent(new DragEvent('dragstart', { bubbles: true, dataTransfer }));
      return dataTransfer.getData('application/x-storyrail-kind');
    });
    t.equal(drag, 'countdown');
    for (let step = 0; step < 2; step += 1) await page.evaluate(() => window.panels.undo());
    t.same(await names(page), ['poll', 'text', 'cta']);
  });

  await t.test('layers are selected, renamed, hidden, locked and ordered', async (t) => {
    await layers.getByText('1 to fix').waitFor();
    await layer('Which coat?').click();
    await layer('Shop coats Something to fix').click({ modifiers: ['Control'] });
    t.same(await selection(page), ['poll-0001', 'cta-0001']);
    await layer('Which coat?').click();
    await layer('Shop coats Something to fix').click({ modifiers: ['Shift'] });
    t.same(new Set(await selection(page)), new Set(['poll-0001', 'text-0001', 'cta-0001']));
    await accessible(t, page, 'layers');
    await layer('Which coat?').press('F2');
    await layers.getByLabel('Name of the layer').fill('Vote');
    await page.keyboard.press('Escape');
    t.equal((await shownContent(page)).studio.pollData[0]!.name, '');
    await layer('Which coat?').dblclick();
    await layers.getByLabel('Name of the layer').fill('Vote');
    await page.keyboard.press('Enter');
    await layers.getByRole('button', { name: 'Hide Vote' }).click();
    await layers.getByRole('button', { name: 'Lock Vote' }).click();
    t.match((await shownContent(page)).studio.pollData[0], { name: 'Vote', hidden: true, locked: true });
    await pickUp(page, 'Move Vote', 'Vote is over place 1 of 3.');
    await page.keyboard.press('ArrowDown');
    await page.getByText('Vote is over place 2 of 3.').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await until(async () => (await names(page)).join() === 'text,poll,cta', 'the poll to lie one lower');
    const [from, to] = [
      (await layers.getByRole('button', { name: 'Move Shop coats' }).boundingBox())!,
      (await layers.getByRole('button', { name: /^Move Which coat for/ }).boundingBox())!,
    ];
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(to.x + 8, to.y, { steps: 8 });
    await page.mouse.up();
    await until(async () => (await names(page)).join() === 'cta,text,poll', 'the button to lie on top');
    // The click that ends a drag is nobody's, nor is one that follows at once.
    await until(async () => {
      await layers.getByRole('button', { name: 'coats.jpg' }).click();
      return (await selection(page)).length === 0;
    }, 'the medium to be set where the story is');
  });

  await t.test('time is scrubbed, played, and given to each layer', async (t) => {
    const scrubber = line.getByRole('slider', { name: 'Time shown' });
    await scrubber.press('Shift+ArrowRight');
    await scrubber.press('ArrowRight');
    t.equal(await time(page), 1100);
    await line.getByText('1.1 s of 7.0 s').waitFor();
    await line.getByRole('button', { name: 'Show all elements' }).click();
    t.equal(await time(page), null);
    await line.getByRole('button', { name: 'Unfold timeline' }).click();
    await select(page, 'text-0001');
    const end = line.getByRole('slider', { name: /^End of Which coat for/ });
    await end.press('Shift+ArrowLeft');
    t.equal((await text(page)).end_time, 3000);
    const box = (await end.boundingBox())!;
    const pixel = 7000 / (await line.getByRole('slider', { name: 'Time shown' }).boundingBox())!.width;
    await page.mouse.move(box.x + 12, box.y + 12);
    await page.mouse.down();
    await page.mouse.move(box.x + 12 + 2040 / pixel, box.y + 12, { steps: 4 });
    await page.mouse.up();
    t.equal((await text(page)).end_time, 5000, 'to the tenth of a second');
    await page.mouse.move(box.x - 40, box.y + 12);
    await page.mouse.down();
    await page.mouse.move(box.x - 40 - 400 / pixel, box.y + 12, { steps: 4 });
    await page.mouse.up();
    t.match(await text(page), { start_time: 600, end_time: 4600 });
    await page.evaluate(() => window.panels.undo());
    t.match(await text(page), { start_time: 1000, end_time: 5000 }, 'a drag is one step');
    t.equal(await line.getByRole('slider', { name: 'End of Vote' }).count(), 0, 'a locked one stays');
    await accessible(t, page, 'time');
    const length = line.getByRole('textbox', { name: 'Shown for' });
    await length.fill('1');
    await length.press('Enter');
    const playing = page.waitForFunction(() => (window.panels.time() ?? 0) > 0);
    await line.getByRole('button', { name: 'Play' }).click();
    await playing;
    await line.getByRole('button', { name: 'Play' }).waitFor();
    t.equal(await time(page), null, 'at its end everything is shown again');
    t.equal(flatten((await shownContent(page)).studio).length, 3);
  });

  await t.test('frames of a video lie along its time, where the browser can show them', async (t) => {
    const show = (file: string) =>
      showScene(page, {
        content: { ...content, type: 2, media: `http://studio.example/media/${file}` },
        videoMs: 2000,
      });
    await show('film.webm');
    const strip = line.locator('canvas[data-drawn]');
    await strip.waitFor();
    /** How light the strip is near its start and its end. */
    const lights = () =>
      strip.evaluate((canvas: HTMLCanvasElement) => {
        const pen = canvas.getContext('2d')!;
        return [0.05, 0.95].map((at) => pen.getImageData(canvas.width * at, canvas.height / 2, 1, 1).data[0]!);
      });
    await until(async () => (await lights())[1]! > 200, 'the last frames');
    t.ok((await lights())[0]! < 40, 'black first, then white');
    await accessible(t, page, 'film');
    await show('b.gif');
    await line.getByText('Video sets the length').waitFor();
    await page.waitForLoadState('networkidle');
    t.equal(await strip.count(), 0, 'what is no video has no frames');
  });
});
