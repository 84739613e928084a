/** Width and height of a story, in pixels. */
export const storySize = { width: 1080, height: 1920 } as const;
/** Width and height of a cover, in pixels. */
export const coverSize = { width: 480, height: 480 } as const;

/** A colour stop: place from 0 to 1, colour, opacity. */
type Stop = readonly [at: number, colour: string, opacity?: number];

const stopsOf = (stops: readonly Stop[]): string =>
  stops
    .map(([at, colour, opacity = 1]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`)
    .join('');

/** A drawing in the making. What `linear` and `radial` answer can stand wherever a colour can. */
export const createCanvas = (size: { width: number; height: number } = storySize) => {
  const definitions: string[] = [];
  const shapes: string[] = [];
  const define = (made: (name: string) => string): string => {
    const name = `d${definitions.length}`;
    definitions.push(made(name));
    return `url(#${name})`;
  };
  return {
    ...size,
    add: (...more: string[]): void => void shapes.push(...more),
    /** A gradient along a line, by default from top to bottom. */
    linear: (stops: readonly Stop[], [x1, y1, x2, y2] = [0, 0, 0, 1]): string =>
      define(
        (name) =>
          `<linearGradient id="${name}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopsOf(stops)}</linearGradient>`,
      ),
    radial: (stops: readonly Stop[]): string =>
      define((name) => `<radialGradient id="${name}">${stopsOf(stops)}</radialGradient>`),
    svg: (): string =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}"><defs>${definitions.join('')}</defs>${shapes.join('')}</svg>`,
  };
};
export type Canvas = ReturnType<typeof createCanvas>;

/** A rectangle with round corners. */
export const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;
/** A circle. */
export const circle = (x: number, y: number, radius: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
/** An ellipse. */
export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;
/** A filled shape by its path. */
export const shape = (path: string, fill: string): string => `<path d="${path}" fill="${fill}"/>`;
/** A drawn line by its path. */
export const stroke = (path: string, colour: string, width: number): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
/** Shapes moved, grown and turned as one. */
export const transformed = (shapes: string, x: number, y: number, scale = 1, turn = 0): string =>
  `<g transform="translate(${x} ${y}) scale(${scale}) rotate(${turn})">${shapes}</g>`;

/** A colour made darker (towards -1) or lighter (towards 1). */
export const shade = (colour: string, by: number): string => {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const mixed = parts.map((part) => Math.round(by < 0 ? part * (1 + by) : part + (255 - part) * by));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
};
