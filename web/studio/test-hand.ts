import type { Locator, Page } from 'playwright-core';

/** Waits until the canvas lies still: what comes and goes beside it moves it. */
const still = (page: Page): Promise<void> =>
  page.getByRole('region', { name: 'Canvas' }).evaluate(async (stage) => {
    for (let [before, frames] = ['', 0]; frames < 4; frames += 1) {
      await new Promise(requestAnimationFrame);
      const now = JSON.stringify(stage.querySelector('.design')?.getBoundingClientRect());
      if (now !== before) [before, frames] = [now, 0];
    }
  });
/** Where the canvas lies in the window, and how many px a unit of it has. */
const canvasOf = async (page: Page) => {
  const { x, y, width } = (await page.getByRole('region', { name: 'Canvas' }).locator('.design').boundingBox())!;
  return { x, y, scale: width / 360 };
};
/** A point of the canvas in the window. */
const pointOf = async (page: Page, left: number, top: number): Promise<[number, number]> => {
  const { x, y, scale } = await canvasOf(page);
  return [x + left * scale, y + top * scale];
};
/** The frame of what is selected, in canvas units. */
const selectedBox = async (page: Page): Promise<[number, number, number, number]> => {
  const box = (await page.getByRole('region', { name: 'Canvas' }).locator('[data-selected]').boundingBox())!;
  const { x, y, scale } = await canvasOf(page);
  return [(box.x - x) / scale, (box.y - y) / scale, box.width / scale, box.height / scale];
};
/** Presses, moves and lets go, as a hand does. */
const drag = async (page: Page, from: [number, number], to: [number, number]) => {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 3 });
  await page.mouse.move(...to, { steps: 3 });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.mouse.up();
};
const middleOf = async (one: Locator): Promise<[number, number]> => {
  const { x, y, width, height } = (await one.boundingBox())!;
  return [x + width / 2, y + height / 2];
};
/** Whether figures are the same ones but for what a whole number takes away. */
const isNear = (some: number[], others: number[]): boolean =>
  some.every((one, at) => Math.abs(one - others[at]!) <= 1.5);

/** What a hand with a mouse does in the studio, and how it sees where things lie there. */
export const studioHand = { still, pointOf, selectedBox, drag, middleOf, isNear };
