import { ring } from '../../theme/tokens.ts';

const id = 'ring-paint';
const stops: readonly (readonly [offset: number, color: string])[] = [
  [0, ring.from],
  [0.45, ring.middle],
  [1, ring.to],
];

const make = <Name extends keyof SVGElementTagNameMap>(name: Name, attributes: Record<string, string | number>) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
};

let made = false;

/** The stroke of an active ring: one gradient that all covers of the page share, made when the first asks for it. */
export function ringPaint(): string {
  if (!made) {
    made = true;
    const gradient = make('linearGradient', { id, x1: 0, y1: 1, x2: 1, y2: 0 });
    gradient.append(...stops.map(([offset, color]) => make('stop', { offset, 'stop-color': color })));
    // A drawing that is not displayed gives no paint, one of no size does.
    const drawing = make('svg', { width: 0, height: 0, 'aria-hidden': 'true' });
    drawing.style.position = 'absolute';
    drawing.append(gradient);
    document.body.append(drawing);
  }
  return `url(#${id})`;
}
