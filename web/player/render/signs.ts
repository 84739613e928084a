const lines = {
  up: 'M6 11l6-6 6 6M6 18l6-6 6 6',
  right: 'M5 12.5l4.5 4.5L19 7',
  wrong: 'M6 6l12 12M18 6L6 18',
  star: 'M12 3l2.7 5.7 6.3.8-4.6 4.3 1.2 6.2-5.6-3-5.6 3 1.2-6.2L3 9.5l6.3-.8z',
  bell: 'M6 16V11a6 6 0 0112 0v5l2 2H4zM10 21h4',
  on: 'M9 5l7 7-7 7',
};

/** Draws one of the signs of components, in lines of its text's color; readers of screens pass it over. */
export function sign(name: keyof typeof lines): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', lines[name]);
  svg.append(path);
  return svg;
}
