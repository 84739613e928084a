import { optionLetters } from '#contracts/studio/answers.ts';
import { type Box, componentParts } from '#contracts/studio/geometry.ts';
import { el } from '../dom.ts';
import { atLeast, type Drawn, type Kit, mark, put, write } from './kit.ts';
import { askedName, footOf, optionName, percentIn, resultOf, verdictOf } from './said.ts';
import { sign } from './signs.ts';
import type { ComponentState, Of } from './state.ts';

type Choice = Of<'quiz'> | Of<'poll'>;

/** The options of a poll or a quiz: buttons, after the answer with bars and shares, of a quiz with right and wrong. */
export function drawChoice({ wrap, words, act }: Kit): Drawn<Choice> {
  const head = el('p', { class: 'head', dir: 'auto' });
  const foot = el('p', { class: 'foot', dir: 'auto' });
  let drawn: Choice;
  const make = (at: number) => {
    const bar = el('i', { class: 'bar' });
    const badge = el('b', { class: 'badge', 'aria-hidden': 'true' });
    const text = el('span', { class: 'text', dir: 'auto', 'aria-hidden': 'true' });
    const told = el('span', { class: 'told', 'aria-hidden': 'true' });
    const name = el('span', { class: 'quiet' });
    const node = el('button', { type: 'button', class: 'option' }, bar, badge, text, name, told);
    node.addEventListener('click', () => act.answer(drawn, optionLetters[at]!));
    foot.before(node);
    return { node, bar, badge, text, name, told };
  };
  const options: ReturnType<typeof make>[] = [];
  wrap.append(head, foot);

  function drawOption(one: Choice, at: number, box: Box, state: ComponentState): void {
    const { node, bar, badge, text, name, told } = options[at]!;
    const { kind, component } = one;
    const letter = optionLetters[at]!;
    const result = resultOf(one, state);
    const verdict = verdictOf(one, at, state, words);
    const own = state.value === letter;
    const right = kind === 'quiz' && letter === component.correct;
    put(node, box);
    // A low option has smaller words: they never stick out.
    node.style.setProperty('--size', `${Math.min(component.font_size, box.height * 0.6)}px`);
    node.style.setProperty('--lines', box.height >= component.font_size * 2.6 ? '2' : '1');
    const color = kind === 'poll' ? one.component.options[at]!.color : null;
    node.style.setProperty('--own', color ?? component.accent_color);
    bar.style.transform = `scaleX(${result ? result.shares[at]! / 100 : 0})`;
    badge.hidden = kind === 'poll';
    badge.replaceChildren(verdict === '' ? letter : sign(right ? 'right' : 'wrong'));
    text.textContent = component.options[at]!.text;
    told.textContent = [verdict, result ? percentIn(result.shares[at]!, words) : ''].filter(Boolean).join(' ');
    told.hidden = told.textContent === '';
    node.classList.toggle('right', verdict !== '' && right);
    node.classList.toggle('wrong', verdict !== '' && !right);
    node.classList.toggle('passed', state.final === true && !own && verdict === '');
    name.textContent = optionName(one, at, state, words);
    mark(node, { 'aria-pressed': own, 'aria-disabled': state.final ? 'true' : null });
  }

  return {
    draw(one, state) {
      drawn = one;
      const { component } = one;
      const parts = componentParts(one);
      write(head, component.question, parts.head, component.font_size);
      write(foot, footOf(one, state, words), parts.foot, component.font_size * 0.75);
      mark(wrap, { role: 'group', 'aria-label': askedName(one, words) });
      wrap.classList.toggle('beside', parts.targets[1]?.y === parts.targets[0]?.y);
      atLeast(options, component.options.length, make);
      for (const [at, box] of parts.targets.entries()) drawOption(one, at, box, state);
    },
  };
}
