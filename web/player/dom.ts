/** Makes an element with attributes and children; it never parses markup, so strict policies hold. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const shapes = {
  pause: 'M8 5v14M16 5v14',
  play: 'M7 5l12 7-12 7z',
  close: 'M6 6l12 12M18 6L6 18',
  sound: 'M11 5L6 9H3v6h3l5 4zM15.5 9a4 4 0 010 6M18.5 6a8 8 0 010 12',
  muted: 'M11 5L6 9H3v6h3l5 4zM16 9.5l5 5M21 9.5l-5 5',
  back: 'M15 5l-7 7 7 7',
  on: 'M9 5l7 7-7 7',
  up: 'M6 15l6-6 6 6',
};

/** Draws one of the player's line icons; it is hidden from assistive technology. */
export function icon(name: keyof typeof shapes): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', shapes[name]);
  svg.append(path);
  return svg;
}
