import { circle, ellipse, rect, shade, shape, stroke } from './canvas.ts';

/** The heroes of the game with their colours: plumage, belly, beak. */
export const heroes = {
  Pip: ['#ff8a3d', '#ffe3c2', '#ffd23f'],
  Luna: ['#7c5cff', '#e3dcff', '#ffb703'],
  Moss: ['#3bb273', '#d8f5e3', '#f6ae2d'],
  Coral: ['#ff5d7d', '#ffe0e6', '#ffd166'],
  Frost: ['#46b8e8', '#e4f6ff', '#f4a261'],
  Ember: ['#d62f3c', '#ffd9b0', '#ffca3a'],
  Onyx: ['#3d405b', '#cfd2e6', '#f2cc8f'],
  Sunny: ['#ffc92e', '#fff6d6', '#f3722c'],
} as const;
export type Hero = keyof typeof heroes;
/** What a hero wears. */
export type Gear = 'none' | 'crown' | 'goggles' | 'wizard' | 'pirate' | 'scarf' | 'headset';

const gears: Record<Gear, (colour: string) => string> = {
  none: () => '',
  crown: () =>
    shape('M-120 -210L-150 -350L-70 -280L0 -380L70 -280L150 -350L120 -210Z', '#ffd23f') +
    rect(-120, -226, 240, 34, '#f3a712', 10) +
    [-70, 0, 70].map((x) => circle(x, -209, 14, '#ff5d7d')).join(''),
  goggles: () =>
    rect(-236, -150, 472, 40, '#5b3a29') +
    [-90, 90]
      .map(
        (x) =>
          circle(x, -130, 92, '#8d5a3b') +
          circle(x, -130, 70, '#bff3ff') +
          shape(`M${x - 44} -104L${x + 14} -176L${x + 40} -164L${x - 22} -92Z`, '#ffffff'),
      )
      .join(''),
  wizard: () =>
    ellipse(0, -200, 220, 46, '#2b1a5e') +
    shape('M-150 -206L30 -520L10 -430L150 -206Z', '#4527a0') +
    circle(-10, -300, 20, '#ffd23f') +
    circle(50, -250, 13, '#ffd23f') +
    rect(-146, -246, 292, 40, '#ffb703', 10),
  pirate: () =>
    shape('M-250 -190C-180 -360 180 -360 250 -190C120 -240 -120 -240 -250 -190Z', '#22223b') +
    stroke('M-240 -196C-120 -244 120 -244 240 -196', '#ffd23f', 14) +
    circle(0, -262, 34, '#ffffff') +
    circle(-12, -266, 8, '#22223b') +
    circle(12, -266, 8, '#22223b') +
    stroke('M-200 -150L170 -40', '#22223b', 22) +
    ellipse(90, -66, 64, 58, '#22223b'),
  scarf: (colour) =>
    shape('M-210 60C-120 130 120 130 210 60L220 120C120 200 -120 200 -220 120Z', shade(colour, -0.45)) +
    shape('M90 130L190 140L230 330L130 320Z', shade(colour, -0.35)),
  headset: () =>
    stroke('M-214 -60C-214 -330 214 -330 214 -60', '#22223b', 36) +
    rect(-262, -110, 80, 150, '#06d6a0', 34) +
    rect(182, -110, 80, 150, '#06d6a0', 34) +
    stroke('M-220 40C-200 130 -120 150 -60 130', '#22223b', 16),
};

/** Draws a hero around 0/0, about 560 pixels wide and high. */
export const creature = (hero: Hero, gear: Gear = 'none', mood: 'glad' | 'bold' | 'sleepy' = 'glad'): string => {
  const [main, belly, beak] = heroes[hero];
  const dark = shade(main, -0.22);
  const eye = (x: number) =>
    mood === 'sleepy'
      ? stroke(`M${x - 44} -70C${x - 20} -44 ${x + 20} -44 ${x + 44} -70`, '#2b2140', 14)
      : ellipse(x, -80, 60, 66, '#ffffff') +
        circle(x + (x < 0 ? 14 : -14), -72, 36, '#2b2140') +
        circle(x + (x < 0 ? 28 : 0), -88, 13, '#ffffff');
  const brow = mood === 'bold' ? stroke('M-160 -170L-50 -136M160 -170L50 -136', dark, 22) : '';
  return (
    stroke('M-70 240L-80 300M70 240L80 300', beak, 26) +
    stroke('M-120 306H-50M50 306H120', beak, 26) +
    shape('M-40 -250C-90 -360 -20 -380 0 -300C20 -390 100 -350 40 -250Z', dark) +
    shape(
      'M0 -270C170 -270 260 -130 260 20C260 190 140 270 0 270C-140 270 -260 190 -260 20C-260 -130 -170 -270 0 -270Z',
      main,
    ) +
    shape(
      'M0 -10C110 -10 170 60 170 130C170 220 90 268 0 268C-90 268 -170 220 -170 130C-170 60 -110 -10 0 -10Z',
      belly,
    ) +
    shape('M-250 -10C-360 20 -370 160 -300 200C-270 150 -240 100 -230 60Z', dark) +
    shape('M250 -10C360 -40 400 -160 350 -220C300 -180 240 -110 232 -40Z', dark) +
    ellipse(-170, 6, 40, 24, '#ff7aa266') +
    ellipse(170, 6, 40, 24, '#ff7aa266') +
    eye(-90) +
    eye(90) +
    brow +
    shape('M-54 -30H54L0 50Z', beak) +
    shape('M-54 -30H54L30 6H-30Z', shade(beak, 0.25)) +
    gears[gear](main)
  );
};

/** A treasure chest around 0/0, about 600 pixels wide; open, it shines. */
export const chest = (colour: string, open: boolean): string =>
  (open
    ? shape('M-260 -60L-300 -250C-290 -330 290 -330 300 -250L260 -60Z', shade(colour, -0.35)) +
      shape('M-230 -60L-262 -236C-250 -290 250 -290 262 -236L230 -60Z', '#ffe45e') +
      [-160, -80, 0, 80, 160]
        .map(
          (x, at) =>
            circle(x, -70 - (at % 2) * 40, 58, at % 2 ? '#ffd23f' : '#ffb703') +
            circle(x, -70 - (at % 2) * 40, 36, '#fff1a8'),
        )
        .join('')
    : shape('M-280 -40V-120C-280 -280 280 -280 280 -120V-40Z', shade(colour, 0.15)) +
      rect(-210, -236, 50, 200, '#ffd23f') +
      rect(160, -236, 50, 200, '#ffd23f')) +
  rect(-290, -50, 580, 290, colour, 30) +
  rect(-290, -50, 580, 60, '#ffd23f', 16) +
  rect(-220, -50, 56, 290, '#f3a712') +
  rect(164, -50, 56, 290, '#f3a712') +
  rect(-60, -70, 120, 140, '#ffd23f', 24) +
  circle(0, -16, 24, '#5b3a29') +
  rect(-10, -16, 20, 56, '#5b3a29', 8) +
  rect(-290, 190, 580, 50, shade(colour, -0.3), 24);

/** A coin around 0/0. */
export const coin = (radius: number): string =>
  circle(0, 0, radius, '#e09f1f') +
  circle(0, -radius * 0.06, radius * 0.94, '#ffd23f') +
  circle(0, -radius * 0.06, radius * 0.7, '#ffe680') +
  shape(
    `M0 ${-radius * 0.5}L${radius * 0.14} ${-radius * 0.16}L${radius * 0.48} ${-radius * 0.14}L${radius * 0.22} ${radius * 0.08}L${radius * 0.3} ${radius * 0.42}L0 ${radius * 0.22}L${-radius * 0.3} ${radius * 0.42}L${-radius * 0.22} ${radius * 0.08}L${-radius * 0.48} ${-radius * 0.14}L${-radius * 0.14} ${-radius * 0.16}Z`,
    '#e09f1f',
  );

/** A cut gem around 0/0. */
export const gem = (size: number, colour: string): string => {
  const at = (x: number, y: number) => `${Math.round(x * size)} ${Math.round(y * size)}`;
  return (
    shape(`M${at(-0.6, -0.7)}L${at(0.6, -0.7)}L${at(1, -0.2)}L${at(0, 1)}L${at(-1, -0.2)}Z`, colour) +
    shape(`M${at(-0.6, -0.7)}L${at(-0.3, -0.2)}L${at(-1, -0.2)}Z`, shade(colour, 0.45)) +
    shape(`M${at(-0.3, -0.2)}L${at(0.3, -0.2)}L${at(0, 1)}Z`, shade(colour, 0.3)) +
    shape(`M${at(0.3, -0.2)}L${at(1, -0.2)}L${at(0, 1)}Z`, shade(colour, -0.25)) +
    shape(`M${at(-0.6, -0.7)}L${at(0.6, -0.7)}L${at(0.3, -0.2)}L${at(-0.3, -0.2)}Z`, shade(colour, 0.6))
  );
};
