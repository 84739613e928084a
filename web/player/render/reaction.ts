import { componentParts } from '#contracts/studio/geometry.ts';
import { el } from '../dom.ts';
import { atLeast, type Drawn, type Kit, mark, put } from './kit.ts';
import { askedName, optionName, percentIn, resultOf } from './said.ts';
import type { Of } from './state.ts';

/** A row of emoji: the one that is tapped flies up once and stays marked. */
export function drawReaction({ wrap, words, act }: Kit): Drawn<Of<'reaction'>> {
  let drawn: Of<'reaction'>;
  const make = (at: number) => {
    const emoji = el('span', { class: 'emoji', 'aria-hidden': 'true' });
    const fly = el('span', { class: 'fly', 'aria-hidden': 'true' });
    const told = el('span', { class: 'told', 'aria-hidden': 'true' });
    const name = el('span', { class: 'quiet' });
    const node = el('button', { type: 'button', class: 'react' }, emoji, name, told, fly);
    node.addEventListener('click', () => act.answer(drawn, drawn.component.emojis[at]!));
    fly.addEventListener('animationend', () => fly.replaceChildren());
    wrap.append(node);
    return { node, emoji, fly, name, told };
  };
  const all: ReturnType<typeof make>[] = [];
  let before: string | undefined;
  let isFirst = true;
  return {
    draw(one, state) {
      drawn = one;
      const result = resultOf(one, state);
      mark(wrap, { role: 'group', 'aria-label': askedName(one, words) });
      atLeast(all, one.component.emojis.length, make);
      componentParts(one).targets.forEach((box, at) => {
        const { node, emoji, fly, name, told } = all[at]!;
        const text = one.component.emojis[at]!;
        const own = state.value === text;
        put(node, box);
        node.style.setProperty('--size', `${Math.min(box.height * (result ? 0.5 : 0.7), box.width * 0.7)}px`);
        emoji.textContent = text;
        told.textContent = result ? percentIn(result.shares[at]!, words) : '';
        told.hidden = !result;
        // What was answered on an earlier visit does not fly again.
        if (own && before !== text && !isFirst) fly.replaceChildren(text);
        node.classList.toggle('passed', state.value !== undefined && !own);
        name.textContent = optionName(one, at, state, words);
        mark(node, { 'aria-pressed': own, 'aria-disabled': state.final ? 'true' : null });
      });
      before = state.value;
      isFirst = false;
    },
  };
}
