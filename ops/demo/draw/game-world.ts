import { type Canvas, circle, ellipse, rect, shade, shape, transformed } from './canvas.ts';
import { line, paragraph } from './type.ts';

/** The worlds of the game: sky above, sky below, ground. */
export const gameWorlds = {
  dawn: ['#5b2a86', '#ff9a76', '#7a3e9d'],
  lagoon: ['#0b6e99', '#7ae7c7', '#0f7f6b'],
  night: ['#151036', '#4b3fa7', '#2a2168'],
  lava: ['#3b0a24', '#ff6b35', '#5c1030'],
  meadow: ['#3fa7f0', '#d4f5a2', '#57b846'],
  ice: ['#274690', '#bfe9ff', '#7fb7ee'],
  candy: ['#ff5fa2', '#ffd1e8', '#c13584'],
  desert: ['#f08a4b', '#ffe3a3', '#c2703d'],
} as const;
export type World = keyof typeof gameWorlds;

/** A floating island. */
export const island = (canvas: Canvas, colour: string, x: number, y: number, scale: number): string =>
  transformed(
    shape(
      'M-300 0C-240 -60 240 -60 300 0C260 90 160 90 120 190C80 260 40 330 0 330C-40 320 -90 230 -130 170C-180 100 -270 80 -300 0Z',
      canvas.linear([
        [0, shade(colour, -0.1)],
        [1, shade(colour, -0.5)],
      ]),
    ) + ellipse(0, -6, 300, 56, shade(colour, 0.35)),
    x,
    y,
    scale,
  );

const puff = (x: number, y: number, scale: number): string =>
  transformed(
    shape('M-150 40C-220 40 -210 -40 -140 -40C-130 -120 20 -120 50 -50C130 -80 190 40 100 40Z', '#ffffff59'),
    x,
    y,
    scale,
  );

/** The sky of a world with its clouds and far islands. */
export const drawWorld = (canvas: Canvas, name: World): void => {
  const [above, below, ground] = gameWorlds[name];
  canvas.add(
    rect(
      0,
      0,
      canvas.width,
      canvas.height,
      canvas.linear([
        [0, above],
        [0.75, below],
        [1, shade(below, -0.1)],
      ]),
    ),
  );
  if (name === 'night' || name === 'dawn')
    for (let at = 0; at < 46; at += 1)
      canvas.add(circle((at * 263) % 1080, (at * 151) % 1100, (at % 3) + 2, '#ffffffb3'));
  canvas.add(
    circle(880, 460, 130, '#ffffff26'),
    circle(880, 460, 88, '#fff4d680'),
    puff(180, 520, 1),
    puff(930, 820, 1.3),
    puff(90, 1100, 1.2),
  );
  canvas.add(
    island(canvas, ground, 150, 760, 0.32),
    island(canvas, ground, 960, 1060, 0.4),
    ellipse(540, 2000, 1000, 260, '#ffffff26'),
  );
};

/** The name of the game. */
export const drawLogo = (canvas: Canvas): void => {
  canvas.add(
    line('SKYLARK', { x: 70, y: 244, size: 60, face: 'round', edge: { colour: '#2b1a5e', width: 6 } }),
    line('ISLES', { x: 348, y: 244, size: 60, face: 'round', fill: '#ffd23f', edge: { colour: '#2b1a5e', width: 6 } }),
  );
};

/** A large line of words in the middle. */
export const titleText = (words: string, y: number, size: number, fill = '#ffffff'): string =>
  line(words, {
    x: 540,
    y,
    size,
    face: 'round',
    fill,
    align: 'middle',
    fit: 960,
    edge: { colour: '#2b1a5e', width: 12 },
  });

/** The plate that words stand on. */
export const drawPanel = (canvas: Canvas, y: number, height: number): void =>
  canvas.add(
    rect(60, y + 14, 960, height, '#1a0f3d80', 56),
    rect(60, y, 960, height, '#fff8ec', 56),
    rect(60, y, 960, 20, '#ffd23f', 10),
  );

/** Beams of light around a point. */
export const drawRays = (canvas: Canvas, x: number, y: number, colour: string): void => {
  const paths = Array.from({ length: 12 }, (_, at) => {
    const [from, to] = [at * 30, at * 30 + 14].map((turn) => (turn * Math.PI) / 180) as [number, number];
    return `M${x} ${y}L${Math.round(x + Math.cos(from) * 900)} ${Math.round(y + Math.sin(from) * 900)}L${Math.round(x + Math.cos(to) * 900)} ${Math.round(y + Math.sin(to) * 900)}Z`;
  });
  canvas.add(
    shape(paths.join(''), `${colour}38`),
    circle(
      x,
      y,
      420,
      canvas.radial([
        [0, colour, 0.65],
        [1, colour, 0],
      ]),
    ),
  );
};

/** A paragraph in the middle. */
export const bodyText = (text: string, y: number, fill = '#43356b'): string =>
  paragraph(text, { x: 540, y, size: 48, face: 'text', fill, align: 'middle', width: 840, leading: 1.3 }).svg;
