import t from 'tap';
import { canvasTest } from './test-canvas.ts';
import { testDoublePress, testOthers, testProblems } from './test-problems.ts';
import { testTouch } from './test-touch.ts';

const { page, faults, box, open, state, design, one, placeOf } = canvasTest;
const { selection, steps, told, at, frame, drag, looks, click } = canvasTest;

t.test('components are picked: the topmost, the one below, several, by a frame', async (t) => {
  await open();
  await click(240, 270);
  t.same(await selection(), ['text-0002']);
  await click(240, 270, ['Alt']);
  t.same(await selection(), ['text-0003'], 'below it');
  await click(60, 120);
  await click(240, 270, ['Shift']);
  t.same(await selection(), ['text-0001', 'text-0002']);
  await click(240, 270, ['Shift']);
  t.same(await selection(), ['text-0001']);
  await click(310, 110);
  t.same(await selection(), [], 'what is locked is not there to be picked');
  await drag([20, 90], [250, 280]);
  t.same(await selection(), ['text-0001', 'text-0003', 'text-0002']);
  await page.keyboard.press('Escape');
  t.same(await selection(), []);
  t.equal(await steps(), 0);
});

t.test('a component is dragged and drawn to what is near, as one step', async (t) => {
  await open();
  await drag([60, 120], [141, 330], async () => {
    await page.locator('[data-guide="line"]').first().waitFor();
    t.equal(await page.getByText('Centered', { exact: true }).count(), 1);
  });
  t.same(await placeOf('text-0001'), [120, 310, 120, 40], 'in the middle of the canvas');
  t.equal(await page.locator('[data-guide]').count(), 0);
  t.equal(await steps(), 1);
  await page.keyboard.press('ControlOrMeta+z');
  t.same(await placeOf('text-0001'), [40, 100, 120, 40]);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  t.same(await placeOf('text-0001'), [120, 310, 120, 40]);
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.down('Alt');
  await drag([60, 120], [141, 330]);
  await page.keyboard.up('Alt');
  t.same(await placeOf('text-0001'), [121, 310, 120, 40], 'not while Alt is held');
  await page.keyboard.press('ControlOrMeta+z');
  await page.getByRole('button', { name: 'Snapping' }).click();
  await drag([60, 120], [141, 330]);
  t.same(await placeOf('text-0001'), [121, 310, 120, 40], 'nor while the magnet is off');
  await page.keyboard.press('ControlOrMeta+z');
  await page.mouse.move(...(await at(60, 120)));
  await page.mouse.down();
  await page.mouse.move(...(await at(99, 150)));
  await frame();
  t.same(await placeOf('text-0001'), [79, 130, 120, 40]);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  t.same(await placeOf('text-0001'), [40, 100, 120, 40], 'broken off');
  t.equal(await steps(), 0);
});

t.test('it is resized and turned by its handles', async (t) => {
  await open();
  await click(60, 120);
  await page.locator('[data-handle="se"]').waitFor();
  await drag([160, 140], [190, 190]);
  t.same(await placeOf('text-0001'), [40, 100, 150, 90]);
  await drag([40, 145], [16, 145]);
  t.same(await placeOf('text-0001'), [14, 100, 176, 90], 'its left side comes to the safe area');
  await page.keyboard.down('Shift');
  await drag([190, 190], [366, 190]);
  await page.keyboard.up('Shift');
  t.same(await placeOf('text-0001'), [14, 100, 352, 180], 'in its ratio');
  await page.keyboard.press('ControlOrMeta+z');
  t.equal(await steps(), 2);
  const knob = (await page.locator('[data-handle="turn"]').boundingBox())!;
  const [left, top] = await at(0, 0);
  const [x, y] = [knob.x + 12 - left, knob.y + 12 - top];
  await page.keyboard.down('Shift');
  await drag([x, y], [102 + 60, 145 - 57], () => page.getByText('45°', { exact: true }).waitFor());
  await page.keyboard.up('Shift');
  t.equal((await one('text-0001')).rotation, 45);
  t.same(await placeOf('text-0001'), [14, 100, 176, 90], 'about its middle');
});

t.test('several are moved, resized and turned as one', async (t) => {
  await open();
  await click(60, 120);
  await click(240, 270, ['Shift']);
  await page.getByText('2 selected', { exact: true }).waitFor();
  t.equal(await page.locator('[data-handle]').count(), 5);
  await page.keyboard.down('Alt');
  await drag([60, 120], [70, 110]);
  t.same(
    [await placeOf('text-0001'), await placeOf('text-0002')],
    [
      [50, 90, 120, 40],
      [210, 240, 100, 40],
    ],
  );
  await drag([310, 280], [340, 280]);
  await page.keyboard.up('Alt');
  t.same((await placeOf('text-0002')).slice(2), [112, 40]);
  await page.keyboard.press('ControlOrMeta+z');
  const knob = (await page.locator('[data-handle="turn"]').boundingBox())!;
  const [left, top] = await at(0, 0);
  await page.keyboard.down('Shift');
  await drag([knob.x + 12 - left, knob.y + 12 - top], [340, 185]);
  await page.keyboard.up('Shift');
  t.same([(await one('text-0001')).rotation, (await one('text-0002')).rotation], [90, 90]);
  t.equal(await steps(), 2);
});

t.test('words are edited where they stand, each time as one step', async (t) => {
  await open();
  await page.mouse.dblclick(...(await at(60, 120)));
  const field = page.getByRole('textbox', { name: 'Text of Text: Coats for November' });
  await field.waitFor();
  await page.keyboard.type('Warm coats');
  await looks(t, 'studio-words');
  t.equal(((await one('text-0001')) as { text: string }).text, 'Warm coats');
  await page.keyboard.press('Escape');
  await page.getByRole('textbox').waitFor({ state: 'detached' });
  t.same(await selection(), ['text-0001']);
  t.equal(await steps(), 1);
  await page.keyboard.press('ControlOrMeta+z');
  t.equal(((await one('text-0001')) as { text: string }).text, 'Coats for November');
  await click(60, 420);
  await page.keyboard.press('Enter');
  const question = page.getByRole('textbox', { name: 'Text of Poll: Which coat?' });
  await question.waitFor();
  await page.keyboard.type('x'.repeat(70));
  await page.keyboard.press('Enter');
  await page.getByRole('textbox').waitFor({ state: 'detached' });
  t.equal((await design()).pollData[0]!.question, 'x'.repeat(60));
});

t.test('all of it goes by keys, and the list of keys says so', async (t) => {
  await open();
  const list = page.getByRole('listbox', { name: 'Components on the canvas, top first' });
  await list.focus();
  t.same(await list.getByRole('option').allTextContents(), [
    'Text: New',
    'Text: Low',
    'Poll: Which coat?',
    'Text: x, locked',
    'Text: Coats for November',
  ]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  t.same(await selection(), ['text-0003']);
  await page.keyboard.press('Shift+Tab');
  t.same(await selection(), ['text-0002']);
  t.equal(await list.getByRole('option', { selected: true }).innerText(), 'Text: New');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowDown');
  t.same((await placeOf('text-0002')).slice(0, 2), [199, 260]);
  await page.getByRole('status').getByText('Text: New: X 199, Y 260').waitFor({ state: 'attached' });
  t.equal(await steps(), 2);
  await page.keyboard.press('[');
  t.same([(await one('text-0002')).z_index, (await one('text-0003')).z_index], [3, 4]);
  await page.keyboard.press(']');
  await page.keyboard.press('ControlOrMeta+d');
  const [copy] = await selection();
  t.not(copy, 'text-0002');
  t.same((await placeOf(copy!)).slice(0, 2), [211, 272]);
  await page.keyboard.press('Delete');
  t.equal((await design()).textData.length, 4);
  await page.keyboard.press('ControlOrMeta+a');
  t.equal((await selection()).length, 4, 'all but the locked one');
  await page.keyboard.press('Space');
  t.equal((await state()).playing, true);
  await page.keyboard.press('Escape');
  t.equal((await state()).playing, false);
  await page.keyboard.press('ControlOrMeta+=');
  await page.getByRole('button', { name: '125%' }).waitFor();
  await page.keyboard.press('ControlOrMeta+0');
  await page.getByRole('button', { name: '105%' }).waitFor();
  await page.keyboard.press('ControlOrMeta+Enter');
  t.same(await told(), ['published']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Tab');
  t.same(await selection(), ['text-0001'], 'from outside the lowest');
  await page.keyboard.press('Tab');
  t.notOk(await list.evaluate((element) => element === document.activeElement), 'behind the last layer Tab leads on');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.waitFor();
  const rows = await keys.locator('dl > div').evaluateAll((all) =>
    all.map((row) => {
      const caps = [...row.querySelectorAll('kbd')].map((cap) => cap.textContent).join(' ');
      return `${row.querySelector('dt')!.textContent}: ${caps}`;
    }),
  );
  for (const row of [
    'Undo: Ctrl Z',
    'Redo: Ctrl Shift Z Ctrl Y',
    'Move by 1: ← → ↑ ↓',
    'Move by 10: Shift ← → ↑ ↓',
    'Edit text: Enter',
    'Delete: Del Backspace',
    'Select the next layer: Tab',
    'Play or pause: Space',
    'Deselect or stop: Esc',
    'Publish: Ctrl Enter',
  ])
    t.ok(rows.includes(row), `${row} is in the list of keys`);
  await looks(t, 'studio-keys');
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
});

t.test('the clipboard brings components to the same place, words, and files', async (t) => {
  await open();
  await click(60, 120);
  await click(60, 420, ['Shift']);
  await page.keyboard.press('ControlOrMeta+c');
  const copied: string = await page.evaluate(() => navigator.clipboard.readText());
  t.match(JSON.parse(copied), { storyrail: 1, kind: 'components', components: [{ kind: 'text' }, { kind: 'poll' }] });
  await page.keyboard.press('ControlOrMeta+x');
  t.equal((await design()).pollData.length, 0);
  await page.keyboard.press('ControlOrMeta+v');
  await page.waitForFunction(() => window.canvasPage.editor.state.content.studio.pollData.length === 1);
  t.same(await placeOf((await design()).pollData[0]!.id), [30, 400, 300, 140]);
  t.not((await design()).pollData[0]!.id, 'poll-0001');
  const paste = async (text: string) => {
    await page.evaluate((given) => navigator.clipboard.writeText(given), text);
    await page.keyboard.press('ControlOrMeta+v');
  };
  await paste('Which coat?');
  await page.waitForFunction(
    () => window.canvasPage.editor.state.content.studio.textData.at(-1)?.text === 'Which coat?',
  );
  const before = await steps();
  await paste(copied.slice(0, 60));
  await paste(JSON.stringify({ storyrail: 2 }));
  const media = 'https://other.example/media/1.png';
  const foreign = { kind: 'image', component: { ...box(0, 0, 90, 90), media, alt: 'A coat' } };
  await paste(
    JSON.stringify({ storyrail: 1, kind: 'components', components: [foreign, { kind: 'text', component: 1 }] }),
  );
  await page.waitForFunction(() => window.canvasPage.told.length === 3);
  t.same(await told(), [
    'Not pasted. The copied components are incomplete. Copy them again.',
    'Not pasted. It was copied in another version of the studio. Reload both windows, then copy again.',
    'Left out: Image: A coat (picture of another account), Text (not readable)',
  ]);
  t.equal(await steps(), before);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['a'], 'coat.png', { type: 'image/png' }));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  t.match((await told()).at(-1), /^files coat\.png at \d+, \d+$/);
});

t.test('the menu of the canvas does the same, by mouse and by keys', async (t) => {
  await open();
  await page.mouse.click(...(await at(60, 120)), { button: 'right' });
  const menu = page.getByRole('menu', { name: 'Actions' });
  await menu.getByRole('menuitem', { name: /^Lock/ }).click();
  t.equal((await one('text-0001')).locked, true);
  await menu.waitFor({ state: 'detached' });
  await page.getByRole('listbox').focus();
  await page.keyboard.press('Shift+F10');
  await menu.getByRole('menuitem', { name: /^Unlock/ }).click();
  t.equal((await one('text-0001')).locked, false);
  await page.getByRole('listbox').focus();
  await page.keyboard.press('Shift+F10');
  await menu.getByRole('menuitem', { name: /^Bring to front/ }).waitFor();
  await looks(t, 'studio-menu');
  await menu.getByRole('menuitem', { name: /^Bring to front/ }).click();
  t.equal((await one('text-0001')).z_index, 4);
});

t.test('the view is zoomed at the pointer, pushed, and kept; the canvas fits a phone', async (t) => {
  await open();
  const [x, y] = await at(180, 320);
  await page.mouse.move(x, y);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -70);
  await page.keyboard.up('Control');
  await page.waitForFunction(() => document.querySelector('section .design')!.getBoundingClientRect().width > 700);
  const wide = (await page.locator('section .design').boundingBox())!;
  t.ok(Math.abs(wide.x + wide.width / 2 - x) < 3 && Math.abs(wide.y + wide.height / 2 - y) < 3, 'at the pointer');
  await page.keyboard.down('Space');
  await page.mouse.down();
  await page.mouse.move(x + 50, y + 30);
  await frame();
  await page.mouse.up();
  await page.keyboard.up('Space');
  const pushed = (await page.locator('section .design').boundingBox())!;
  t.same([Math.round(pushed.x - wide.x), Math.round(pushed.y - wide.y)], [50, 30]);
  t.equal((await state()).playing, false, 'a key that pushed plays nothing');
  t.match(await page.evaluate(() => localStorage.getItem('storyrail.studio.view')), /"zoom":20\d/);
  await page.getByRole('button', { name: /^20\d%$/ }).click();
  await page.getByRole('radio', { name: 'iPhone' }).click();
  await page.waitForFunction(() => document.querySelector('section .design')!.getBoundingClientRect().height < 640);
  await page.getByRole('button', { name: 'Grid' }).click();
  await looks(t, 'studio-phone');
});

t.test('a finger drags, two fingers zoom, and what is dropped is given over', testTouch);
t.test('what is wrong has the same number in the checklist and on the canvas, and is dealt with there', testProblems);
t.test('what others have chosen is framed with their names', testOthers);
t.test('a double press edits words though the canvas moves aside', testDoublePress);

t.test('it looks as it should, and nothing failed', async (t) => {
  await open();
  await click(60, 120);
  await click(60, 420, ['Shift']);
  await looks(t, 'studio-several');
  await page.keyboard.press('Escape');
  await drag([60, 120], [141, 330], () => looks(t, 'studio-drag'));
  t.same(faults, []);
});
