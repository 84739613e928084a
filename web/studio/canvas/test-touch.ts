import type { Test } from 'tap';
import { canvasTest } from './test-canvas.ts';

const { page, open, placeOf, told, at, frame } = canvasTest;

/** A finger drags, two fingers zoom, and what is dropped is given over. */
export async function testTouch(t: Test): Promise<void> {
  await open();
  const client = await page.context().newCDPSession(page);
  type Type = 'touchStart' | 'touchMove' | 'touchEnd';
  const send = (type: Type, ...points: [number, number][]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const touch = async (type: Type, ...points: [number, number][]) => {
    await send(type, ...(await Promise.all(points.map(([x, y]) => at(x, y)))));
    await frame();
  };
  // Sent as one: a finger that waited for each answer of a busy page would hold what it drags.
  const [from, along] = [await at(60, 120), await at(80, 140)];
  await Promise.all([send('touchStart', from), send('touchMove', along)]);
  await frame();
  await touch('touchMove', [99, 150]);
  await touch('touchEnd');
  t.same(await placeOf('text-0001'), [80, 130, 120, 40]);
  await touch('touchStart', [100, 600]);
  await touch('touchStart', [100, 600], [200, 600]);
  await touch('touchMove', [50, 600], [250, 600]);
  await touch('touchEnd');
  await page.getByRole('button', { name: '200%' }).waitFor();
  await client.detach();
  const dropped: [kind: string, value: string][] = [
    ['application/x-storyrail-kind', 'poll'],
    ['file', 'coat.png'],
    ['text/plain', 'poll'],
  ];
  await page.evaluate((all) => {
    const { left, top } = document.querySelector('section .design')!.getBoundingClientRect();
    const where = { clientX: left + 20, clientY: top + 40, bubbles: true, cancelable: true };
    for (const [kind, value] of all) {
      const dataTransfer = new DataTransfer();
      if (kind === 'file') dataTransfer.items.add(new File(['a'], value, { type: 'image/png' }));
      else dataTransfer.setData(kind, value);
      document.querySelector('[role="listbox"]')!.dispatchEvent(new DragEvent('drop', { dataTransfer, ...where }));
    }
  }, dropped);
  t.same(await told(), ['poll at 10, 20', 'files coat.png at 10, 20']);
}
