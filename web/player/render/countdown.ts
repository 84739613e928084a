import { componentParts } from '#contracts/studio/geometry.ts';
import { el } from '../dom.ts';
import type { RenderWords } from '../words.ts';
import { atLeast, type Drawn, type Kit, mark, put, write } from './kit.ts';
import { sign } from './signs.ts';
import type { Of } from './state.ts';

const seconds = { days: 86_400, hours: 3600, minutes: 60, seconds: 1 };

/** What is left until a moment in the units that are shown, the longest first: it takes what is too much for the others. */
export function leftIn(units: readonly (keyof typeof seconds)[], left: number): number[] {
  let rest = Math.max(0, left);
  return units.map((unit) => {
    const count = Math.floor(rest / seconds[unit]);
    rest -= count * seconds[unit];
    return count;
  });
}

const spokenLeft = (units: Of<'countdown'>['component']['units'], counts: number[], words: RenderWords): string =>
  units.map((unit, at) => `${counts[at]} ${words[unit]}`).join(' ');

/** The time until a moment, its end text from then on, and a reminder that is set and taken back. */
export function drawCountdown({ wrap, words, act, now }: Kit): Drawn<Of<'countdown'>> {
  const head = el('p', { class: 'head', dir: 'auto' });
  const timer = el('div', { role: 'timer', class: 'timer' });
  const over = el('p', { class: 'words over', dir: 'auto' });
  const told = el('span', { dir: 'auto' });
  const bell = el('button', { type: 'button', class: 'bell' }, sign('bell'), told);
  bell.addEventListener('click', () => act.toggle(drawn));
  const make = () => {
    const count = el('b');
    const unit = el('span');
    const node = el('div', { class: 'cell', 'aria-hidden': 'true' }, count, unit);
    timer.append(node);
    return { node, count, unit };
  };
  const cells: ReturnType<typeof make>[] = [];
  let drawn: Of<'countdown'>;
  let shown = -1;
  wrap.append(head, timer, over, bell);

  const secondsLeft = () => Math.max(0, drawn.component.ts_end - Math.floor(now() / 1000));

  function tick(): void {
    const { units, end_text, title, reminder } = drawn.component;
    const left = secondsLeft();
    if (left === shown) return;
    shown = left;
    const counts = leftIn(units, left);
    cells.forEach(({ count }, at) => {
      count.textContent = String(counts[at]).padStart(2, '0');
    });
    const isOver = left === 0 && end_text !== '';
    timer.hidden = isOver;
    over.hidden = !isOver;
    bell.hidden = !reminder || left === 0;
    mark(timer, { 'aria-label': `${title || words.countdown}: ${spokenLeft(units, counts, words)}` });
  }

  return {
    draw(one, { on }) {
      drawn = one;
      const { component } = one;
      const { head: top, cells: boxes, targets } = componentParts(one);
      write(head, component.title, top, component.font_size);
      atLeast(cells, component.units.length, make);
      const counts = leftIn(component.units, secondsLeft());
      boxes.forEach((box, at) => {
        const { node, unit } = cells[at]!;
        put(node, box);
        // Up to three digits stand in a box at this size, more of them at a smaller one.
        const share = Math.min(0.42, 1.4 / String(counts[at]).length);
        node.style.setProperty('--size', `${Math.min(box.height * 0.42, box.width * share)}px`);
        unit.textContent = words[component.units[at]!];
      });
      const [first, last] = [boxes[0]!, boxes.at(-1)!];
      write(over, component.end_text, { ...first, width: last.x + last.width - first.x }, component.font_size);
      mark(wrap, { role: 'group', 'aria-label': component.name || component.title || words.countdown });
      if (targets[0]) put(bell, targets[0]);
      told.textContent = on ? words.reminded : words.remind;
      mark(bell, { 'aria-pressed': on === true });
      shown = -1;
      tick();
    },
    tick,
  };
}
