import { componentParts } from '#contracts/studio/geometry.ts';
import { mostStars } from '#contracts/studio/limits.ts';
import { el } from '../dom.ts';
import { positionLabel } from '../words.ts';
import { type Drawn, type Kit, mark, put, write } from './kit.ts';
import { askedName, footOf } from './said.ts';
import { sign } from './signs.ts';
import type { Of } from './state.ts';

/** Five stars, a radio group: taps, a finger that slides over them, and the arrow keys choose one. */
export function drawRating({ wrap, words, act }: Kit): Drawn<Of<'rating'>> {
  const head = el('p', { class: 'head', dir: 'auto' });
  const foot = el('p', { class: 'foot', dir: 'auto' });
  const group = el('div', { class: 'stars', role: 'radiogroup' });
  const stars = Array.from({ length: mostStars }, () =>
    el('button', { type: 'button', class: 'star', role: 'radio' }, sign('star')),
  );
  let drawn: Of<'rating'>;
  let chosen = 0;
  const give = (count: number) => act.answer(drawn, String(Math.max(1, Math.min(stars.length, count))));
  stars.forEach((star, at) => {
    star.addEventListener('click', () => give(at + 1));
  });
  group.append(...stars);
  wrap.append(head, group, foot);

  group.addEventListener('pointermove', (event) => {
    if (!(event.buttons & 1)) return;
    // Whoever slides over stars does not turn to another group.
    event.stopPropagation();
    const under = (group.getRootNode() as ShadowRoot).elementFromPoint(event.clientX, event.clientY);
    const at = stars.findIndex((star) => star.contains(under));
    if (at >= 0 && at + 1 !== chosen) give(at + 1);
  });
  group.addEventListener('keydown', (event) => {
    // The first star is on the left in every language, as places are not mirrored.
    const to = new Map([
      ['ArrowLeft', chosen - 1],
      ['ArrowDown', chosen - 1],
      ['ArrowRight', chosen + 1],
      ['ArrowUp', chosen + 1],
      ['Home', 1],
      ['End', stars.length],
    ]).get(event.key);
    if (to === undefined) return;
    event.preventDefault();
    // The same keys turn stories elsewhere.
    event.stopPropagation();
    give(to);
    stars[Math.max(1, chosen) - 1]!.focus();
  });

  return {
    draw(one, state) {
      drawn = one;
      const { component } = one;
      const parts = componentParts(one);
      chosen = Number(state.value ?? 0);
      write(head, component.question, parts.head, component.font_size);
      write(foot, footOf(one, state, words), parts.foot, component.font_size * 0.75);
      mark(group, { 'aria-label': askedName(one, words), 'aria-disabled': state.final ? 'true' : null });
      stars.forEach((star, at) => {
        put(star, parts.targets[at]!);
        star.classList.toggle('full', at < chosen);
        mark(star, {
          'aria-label': positionLabel(words, at, stars.length),
          'aria-checked': at + 1 === chosen,
          tabindex: at === Math.max(0, chosen - 1) ? '0' : '-1',
        });
      });
    },
  };
}
