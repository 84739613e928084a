import { textSizes } from '#contracts/studio/fonts.ts';
import { componentParts } from '#contracts/studio/geometry.ts';
import { el } from '../dom.ts';
import { type Drawn, type Kit, lead, mark, readTogether, showPicture, write } from './kit.ts';
import { sign } from './signs.ts';
import type { Of } from './state.ts';

/** A text; with a name of its own it is read by that. */
export function drawText({ wrap }: Kit): Drawn<Of<'text'>> {
  const words = el('p', { class: 'words', dir: 'auto' });
  wrap.append(words);
  return {
    draw(one) {
      const { text, name, font_size } = one.component;
      write(words, text, componentParts(one).head, font_size);
      mark(wrap, { role: name ? 'img' : null, 'aria-label': name || null });
    },
  };
}

/** A picture, passed over by readers of screens where it is decoration. */
export function drawImage({ wrap }: Kit): Drawn<Of<'image'>> {
  const image = el('img', { draggable: 'false' });
  wrap.append(image);
  return {
    draw({ component: { media, alt, name, decorative, opacity } }) {
      showPicture(image, media);
      image.alt = decorative ? '' : name || alt;
      image.style.opacity = String(opacity / 100);
    },
  };
}

/** How large a button's words are, in canvas units. */
export const sizeOfCta = ({ component }: Of<'cta'>): number => textSizes[component.text_size - 1] ?? textSizes[1];

/** A button or a swipe that leads out of the story: a link, without an address where there is no safe one. */
export function drawCta({ wrap, words, act }: Kit): Drawn<Of<'cta'>> {
  const text = el('span', { dir: 'auto' });
  const up = sign('up');
  const link = el('a', { class: 'lead', draggable: 'false' }, text);
  let drawn: Of<'cta'>;
  link.addEventListener('click', (event) => act.open(drawn, link, event));
  wrap.append(link);
  return {
    draw(one) {
      drawn = one;
      const { type, button_text, name } = one.component;
      text.textContent = button_text;
      if (type === 'swipe') link.prepend(up);
      else up.remove();
      link.classList.toggle('swipe', type === 'swipe');
      // Whoever speaks to a device says the words that he sees: a name that lacks them comes after them.
      const hasThem = name.toLowerCase().includes(button_text.toLowerCase());
      const said = hasThem ? name || words.see : readTogether(button_text, name);
      mark(link, { 'aria-label': readTogether(said, lead(link, one.component, words)) });
    },
  };
}
