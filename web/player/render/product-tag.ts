import { el } from '../dom.ts';
import { type Drawn, filled, type Kit, lead, mark, readTogether, showPicture } from './kit.ts';
import { sign } from './signs.ts';
import type { Of } from './state.ts';

type Tag = Of<'product_tag'>;

/** Picture, name and prices of a product. */
function product() {
  const image = el('img', { alt: '', draggable: 'false' });
  const name = el('b', { dir: 'auto' });
  const price = el('span', { dir: 'auto' });
  const old = el('s', { dir: 'auto' });
  const node = el(
    'span',
    { class: 'product' },
    image,
    el('span', { class: 'about' }, name, el('span', {}, price, ' ', old)),
  );
  return {
    node,
    draw({ component }: Tag) {
      showPicture(image, component.media);
      name.textContent = component.name;
      price.textContent = component.price;
      old.textContent = component.old_price;
      old.hidden = component.old_price === '';
    },
  };
}

/** The card of a product, which opens over the story: what the tag says, larger, with the link. */
function card({ words, act }: Kit, drawn: () => Tag) {
  const about = product();
  const link = el('a', { class: 'see', draggable: 'false' }, words.see);
  const close = el('button', { type: 'button', class: 'shut', 'aria-label': words.close }, sign('wrong'));
  const sheet = el(
    'div',
    { class: 'sheet', role: 'dialog', 'aria-modal': 'true', tabindex: '-1' },
    about.node,
    link,
    close,
  );
  const node = el('div', { class: 'shade', hidden: '' }, sheet);
  link.addEventListener('click', (event) => act.open(drawn(), link, event));
  for (const shut of [close, node])
    shut.addEventListener('click', (event) => {
      if (event.currentTarget === close || event.target === node) act.toggle(drawn());
    });
  node.addEventListener('keydown', (event) => {
    // Elsewhere keys turn stories, close the viewer and go round it.
    event.stopPropagation();
    if (event.key === 'Tab') (event.target === link || link.hidden ? close : link).focus();
    else if (event.key === 'Escape') act.toggle(drawn());
    else return;
    event.preventDefault();
  });
  return {
    node,
    /** Answers whether it opened or closed. */
    draw(one: Tag, isOpen: boolean): boolean {
      about.draw(one);
      const where = lead(link, one.component, words);
      link.hidden = !link.hasAttribute('href');
      mark(link, { 'aria-label': readTogether(words.see, where) });
      mark(sheet, { 'aria-label': one.component.name });
      const changes = node.hidden === isOpen;
      node.hidden = !isOpen;
      return changes;
    },
    focus: () => (link.hidden ? close : link).focus(),
  };
}

/** A product tag: a link, or a button that opens its card; its dot lies on the thing that it names. */
export function drawProductTag(kit: Kit): Drawn<Tag> {
  const { wrap, words, act } = kit;
  let drawn: Tag;
  const dot = el('i', { class: 'dot', 'aria-hidden': 'true' });
  const sheet = card(kit, () => drawn);
  const about = product();
  const link = el('a', { class: 'tag', draggable: 'false' });
  const button = el('button', { type: 'button', class: 'tag', 'aria-haspopup': 'dialog' });
  const more = sign('on');
  const told = el('span', { class: 'quiet' });
  const shown = el('span', { class: 'shown', 'aria-hidden': 'true' }, about.node, more);
  link.addEventListener('click', (event) => act.open(drawn, link, event));
  button.addEventListener('click', () => act.toggle(drawn));
  kit.beside(dot);
  kit.beside(sheet.node);
  return {
    draw(one, { on }) {
      drawn = one;
      const { name, price, old_price, opens, outlink, deep_link, dot: place } = one.component;
      about.draw(one);
      const isCard = opens === 'card';
      const target = isCard ? button : link;
      if (wrap.firstChild !== target) {
        target.append(shown, told);
        wrap.replaceChildren(target);
      }
      const to = { outlink: opens === 'app' && deep_link ? '' : outlink, deep_link };
      const where = isCard ? '' : lead(link, to, words);
      told.textContent = readTogether(name, price, old_price && filled(words.before, old_price), where);
      mark(button, { 'aria-expanded': on === true });
      dot.hidden = place === null;
      if (place) dot.style.transform = `translate(${place.x}px,${place.y}px)`;
      if (sheet.draw(one, isCard && on === true)) on ? sheet.focus() : button.focus();
    },
  };
}
