import { el } from './dom.ts';
import { pictureFor } from './picture.ts';
import type { Group } from './protocol.ts';

/** Of the largest ring, in CSS px. */
const ringWidth = 72;

/** The picture of a group for the current colour scheme, the first letter of its title when it has none. */
export function fillRing(ring: HTMLElement, group: Group): void {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const themed = dark && group.thematic_icons?.dark ? group.thematic_icons : null;
  const address = pictureFor(themed?.dark ?? group.icon, (themed ?? group).variants, ringWidth);
  const letter = () => el('b', { 'aria-hidden': 'true' }, (group.title ?? '').trim().slice(0, 1));
  if (!address) {
    ring.replaceChildren(letter());
    return;
  }
  const image = el('img', { alt: '', draggable: 'false' });
  image.addEventListener('error', () => image.replaceWith(letter()));
  image.src = address;
  ring.replaceChildren(image);
}
