import { el } from './dom.ts';
import { safeAddress } from './link.ts';
import type { Group } from './protocol.ts';

/** The picture of a group for the current colour scheme, the first letter of its title when it has none. */
export function fillRing(ring: HTMLElement, group: Group): void {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const address = safeAddress((dark && group.thematic_icons?.dark) || group.icon, true);
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
