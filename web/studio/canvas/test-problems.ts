import type { Test } from 'tap';
import { canvasTest } from './test-canvas.ts';

const { page, box, openWith, placeOf, selection, steps, told, at, looks } = canvasTest;

/** What is wrong stands in the checklist and, under the same numbers, on the canvas; each verb does what it says. */
export async function testProblems(t: Test): Promise<void> {
  await openWith(
    { checklist: true },
    ['cta', 'butt-0001', box(40, 560, 120, 30, { type: 'button', outlink: '' })],
    ['text', 'text-0001', box(200, 300, 140, 60, { text: 'Half off', rotation: 20, background: '#17162b' })],
    ['text', 'text-0002', box(330, 100, 60, 40, { text: 'New in', background: '#17162b' })],
    ['poll', 'poll-0001', box(30, 400, 300, 140)],
  );
  const list = page.getByRole('region', { name: 'Before you publish' });
  const rows = list.locator('li[data-kind]');
  const marks = page.getByRole('list', { name: 'Problems on the canvas' });
  await list.getByText('Add a link.').waitFor();
  const numbered = async (where: typeof rows) =>
    (await where.allTextContents()).map((text) => Number(/^\d+/.exec(text)?.[0]));
  const count = await rows.count();
  t.same(
    await numbered(rows),
    Array.from({ length: count }, (_, place) => place + 1),
    'errors and suggestions are counted on',
  );
  const all = await numbered(rows);
  for (const number of await numbered(marks.getByRole('button'))) t.ok(all.includes(number), `${number} is a row`);
  const tight = marks.getByRole('button', { name: /\. This is hard to tap/ });
  const [x, y] = await at(40, 560);
  const spot = (await tight.last().boundingBox())!;
  t.ok(Math.abs(spot.y - y) < 20 && Math.abs(spot.x - x) < 80, 'it stands at its component');
  await looks(t, 'studio-problems');
  await tight.click();
  t.same(await selection(), ['butt-0001']);
  const row = list.locator('li[data-chosen]');
  t.match(await row.textContent(), /hard to tap/, 'a press on a number chooses its row');
  await row.getByRole('button', { name: 'Enlarge' }).dblclick();
  await tight.waitFor({ state: 'detached' });
  t.ok((await placeOf('butt-0001'))[3]! >= 44);
  t.equal(await steps(), 1, 'a double press does it once');
  await list.locator('li', { hasText: 'New in' }).getByRole('button', { name: 'Move in' }).click();
  await marks.getByRole('button', { name: /outside the safe area/ }).waitFor({ state: 'detached' });
  t.ok((await placeOf('text-0002'))[0]! < 330, 'it was moved in');
  await list.locator('li', { hasText: 'Add a link.' }).getByRole('button', { name: 'Fix' }).click();
  t.same(await selection(), ['butt-0001']);
  t.same(await told(), ['closed'], 'what only a person can write is written in the fields');
  const done = list.getByRole('region', { name: /^Done/ });
  await done.getByRole('button', { name: /more$/ }).click();
  await done.getByText('Everything is easy to tap').waitFor();
  await done.getByRole('button', { name: 'Show fewer' }).click();
  t.equal(await done.getByRole('listitem').count(), 3);
}

/** What others have chosen is framed, with their names. */
export async function testOthers(t: Test): Promise<void> {
  await openWith(
    {
      others: [
        { user_id: '01980000-0000-7000-8000-00000000000a', name: 'Mei Tanaka', componentId: 'poll-0001' },
        { user_id: '01980000-0000-7000-8000-00000000000b', name: 'Paulo Alves', componentId: 'gone-0001' },
      ],
    },
    ['poll', 'poll-0001', box(30, 300, 300, 140, { rotation: 5 })],
  );
  const name = page.getByText('Mei Tanaka', { exact: true });
  await name.waitFor();
  t.equal(await page.getByText('Paulo Alves').count(), 0, 'what is not there has no frame');
  const [, y] = await at(0, 300);
  const tag = (await name.boundingBox())!;
  t.ok(tag.y + tag.height < y && tag.y > y - 60, 'above its component');
  await looks(t, 'studio-others');
}

/** The looks after an answer come beside the canvas and move it: a double press on a question still edits its words. */
export async function testDoublePress(t: Test): Promise<void> {
  await openWith({ looks: true }, ['poll', 'poll-0001', box(30, 300, 300, 140)]);
  await page.mouse.dblclick(...(await at(60, 340)));
  await page.getByRole('textbox', { name: 'Text of Poll: Which coat?' }).waitFor();
  await page.getByText('Sample results').first().waitFor();
  t.same(await selection(), ['poll-0001']);
  await page.keyboard.press('Escape');
}
