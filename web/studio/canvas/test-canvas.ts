import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import t, { type Test } from 'tap';
import { type ExamplePart, exampleDesign } from '#contracts/studio/examples.ts';
import { flatten } from '#contracts/studio/flat.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { axeViolations } from '#ops/testing/axe.ts';
import { bundlePage } from '#ops/testing/bundle-page.ts';
import { openChromium } from '#ops/testing/chromium.ts';
import type { CanvasPage, CanvasScene } from './test-page.tsx';

declare global {
  interface Window {
    canvasPage: CanvasPage;
  }
}

const folder = import.meta.dirname;
const bundled = await bundlePage(join(folder, 'test-page'), { outdir: folder });
const fileOf = (end: string) => bundled.find(({ path }) => path.endsWith(end))!.text;
const picture = await sharp({ create: { width: 90, height: 160, channels: 3, background: '#2d4f86' } })
  .png()
  .toBuffer();

/** The stage is 1000 × 800: at 100 % a unit is a px, and the canvas lies at 320, 80 of it. */
const html = `<!doctype html><html lang="en"><title>Studio</title><link rel="stylesheet" href="/page.css">
<style>main > section { width: 1000px; height: 800px } main > section[data-with] { display: flex }
main > aside { position: absolute; inset: 40px 0 auto 1020px; width: 312px; height: 760px; display: flex; background: var(--surface) }</style><main></main>
<script type="module" src="/page.js"></script></html>`;

const server = createServer((request, response) => {
  if (request.url === '/page.js') response.setHeader('content-type', 'text/javascript').end(fileOf('.js'));
  else if (request.url === '/page.css') response.setHeader('content-type', 'text/css').end(fileOf('.css'));
  else if (request.url?.startsWith('/media/')) response.setHeader('content-type', 'image/png').end(picture);
  else if (request.url === '/') response.setHeader('content-type', 'text/html').end(html);
  else response.writeHead(404).end();
});
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const { port } = server.address() as AddressInfo;
const browser = await openChromium(t);
t.teardown(() => {
  server.closeAllConnections();
  server.close();
});
const context = await browser.newContext({
  viewport: { width: 1440, height: 900 },
  permissions: ['clipboard-read', 'clipboard-write'],
  reducedMotion: 'reduce',
});
const page = await context.newPage();
const faults: string[] = [];
page.on('pageerror', (error) => faults.push(error.message));
await page.goto(`http://127.0.0.1:${port}/`);
await page.waitForFunction(() => 'canvasPage' in window);

const box = (x: number, y: number, width: number, height: number, more: object = {}) => ({
  position: { x, y },
  size: { width, height },
  ...more,
});
const scene: ExamplePart[] = [
  ['text', 'text-0001', box(40, 100, 120, 40, { text: 'Coats for November', background: '#17162b' })],
  ['poll', 'poll-0001', box(30, 400, 300, 140)],
  ['text', 'text-0002', box(200, 250, 100, 40, { text: 'New', z_index: 2, background: '#5b3df5' })],
  ['text', 'text-0003', box(220, 260, 60, 20, { text: 'Low', z_index: 1, background: '#0b6a86' })],
  ['text', 'lock-0001', box(300, 100, 40, 40, { text: 'x', locked: true })],
];

const open = (...parts: ExamplePart[]) => openWith({}, ...(parts.length > 0 ? parts : scene));
/** Opens a design with what stands around the canvas. */
const openWith = async (around: CanvasScene, ...parts: ExamplePart[]) => {
  const design: Studio = exampleDesign(...parts);
  await page.evaluate(([studio, given]) => window.canvasPage.open(studio, '/media/coat.png', given), [
    design,
    around,
  ] as const);
  // What fits lies in the middle again, however it was pushed.
  await page.evaluate(() => window.canvasPage.change({ zoom: 'fit' }));
  await page.evaluate(() => window.canvasPage.change({ zoom: 100, snapping: true, device: 'canvas', grid: false }));
  // It lies at the edge until the size of its stage is known.
  await page.waitForFunction(() => {
    const board = document.querySelector('section .design')?.getBoundingClientRect();
    const stage = document.querySelector('main > section > section')!.getBoundingClientRect();
    return board?.width === 360 && Math.abs(board.left - stage.left - (stage.width - 360) / 2) <= 1;
  });
};
const state = () => page.evaluate(() => window.canvasPage.editor.state);
const design = async () => (await state()).content.studio;
const one = async (id: string) => flatten(await design()).find(({ component }) => component.id === id)!.component;
const placeOf = async (id: string) => {
  const { position, size } = await one(id);
  return [position.x, position.y, size.width, size.height];
};
const selection = async () => (await state()).selection;
const steps = async () => (await state()).history.done.length;
const told = () => page.evaluate(() => window.canvasPage.told);
/** A point of the canvas in the window. */
const at = async (x: number, y: number): Promise<[number, number]> => {
  const stage = (await page.locator('main > section > section').boundingBox())!;
  return [stage.x + 320 + x, stage.y + 80 + y];
};
const frame = () =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
/** Drags from one point of the canvas to another; `before` it is let go something may be looked at. */
const drag = async (from: [number, number], to: [number, number], before?: () => Promise<unknown>) => {
  await page.mouse.move(...(await at(...from)));
  await page.mouse.down();
  await page.mouse.move(...(await at((from[0] + to[0]) / 2, (from[1] + to[1]) / 2)));
  await frame();
  await page.mouse.move(...(await at(...to)));
  await frame();
  await before?.();
  await page.mouse.up();
};
/** No axe violation in either color; with SHOTS it leaves pictures there. */
const looks = async (t: Test, name: string) => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await frame();
    const question = colorScheme === 'dark' ? { rules: ['color-contrast'] } : {};
    t.same(await axeViolations(page, question), [], `${name} ${colorScheme}`);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}-${colorScheme}.png` });
  }
};
const click = async (x: number, y: number, modifiers: ('Shift' | 'Alt')[] = []) => {
  for (const key of modifiers) await page.keyboard.down(key);
  await page.mouse.click(...(await at(x, y)));
  for (const key of modifiers) await page.keyboard.up(key);
};

/** The page of a canvas with its commands, what was wrong there, and how it is looked at and worked on. */
export const canvasTest = {
  page,
  faults,
  box,
  open,
  openWith,
  state,
  design,
  one,
  placeOf,
  selection,
  steps,
  told,
  at,
  frame,
  drag,
  looks,
  click,
};
