import {
  type Canvas,
  circle,
  coverSize,
  createCanvas,
  ellipse,
  rect,
  shade,
  shape,
  stroke,
  transformed,
} from './canvas.ts';
import { type Good, goods } from './goods.ts';
import { line, paragraph, widthOf } from './type.ts';

/** Colours of a shop picture: ground, deep tone, accent, and those of its thing. */
export interface Tone {
  ground: string;
  deep: string;
  accent: string;
  main: string;
  second: string;
}

/** The colour worlds of the shop. */
export const tones = {
  sand: { ground: '#efe3d0', deep: '#3d2b1f', accent: '#d9532c', main: '#d9532c', second: '#2f4b3c' },
  pine: { ground: '#cfe0d3', deep: '#17352a', accent: '#1f6f4f', main: '#1f6f4f', second: '#f0b429' },
  sky: { ground: '#cfe3f5', deep: '#12304a', accent: '#2267b0', main: '#2267b0', second: '#f2efe6' },
  blush: { ground: '#f8d9d3', deep: '#4a1c25', accent: '#c8385a', main: '#c8385a', second: '#f4b860' },
  sun: { ground: '#fbe3a2', deep: '#40300a', accent: '#e0861a', main: '#e0861a', second: '#355c7d' },
  ink: { ground: '#2a2f3a', deep: '#f6f1e7', accent: '#f2b84b', main: '#f2b84b', second: '#e8e2d4' },
  plum: { ground: '#e4d7f0', deep: '#2d1b45', accent: '#6d3fb0', main: '#6d3fb0', second: '#f4a259' },
  mist: { ground: '#e6e9ec', deep: '#20262d', accent: '#3b4954', main: '#54687a', second: '#e4572e' },
} as const satisfies Record<string, Tone>;
export type ToneName = keyof typeof tones;

/** What one picture of the shop shows. */
export type ShopPicture =
  | {
      kind: 'product';
      tone: ToneName;
      good: Good;
      name: string;
      words: string;
      price: string;
      was?: string;
      flag?: string;
    }
  | { kind: 'banner'; tone: ToneName; top: string; big: string; words: string; goods: readonly [Good, Good, Good] }
  | { kind: 'range'; tone: ToneName; title: string; items: readonly (readonly [Good, string, string])[] }
  | { kind: 'idea'; tone: ToneName; good: Good; title: string; words: string };

/** The ground of a shop picture. */
export const drawBackground = (canvas: Canvas, tone: Tone): void => {
  canvas.add(
    rect(
      0,
      0,
      canvas.width,
      canvas.height,
      canvas.linear([
        [0, shade(tone.ground, 0.25)],
        [0.6, tone.ground],
        [1, shade(tone.ground, -0.16)],
      ]),
    ),
  );
};

/** The name of the shop. */
export const drawBrand = (canvas: Canvas, colour: string, mark: string): void => {
  canvas.add(
    circle(104, 232, 34, colour),
    stroke('M92 246V218L116 246V218', mark, 8),
    line('NORDVIK', { x: 160, y: 250, size: 48, fill: colour, track: 160 }),
  );
};

/** A thing with its shadow. */
export const shadowed = (
  canvas: Canvas,
  good: Good,
  tone: Tone,
  x: number,
  y: number,
  scale: number,
  turn = 0,
): void => {
  const soft = canvas.radial([
    [0, '#000000', 0.34],
    [1, '#000000', 0],
  ]);
  canvas.add(
    ellipse(x, y + 330 * scale, 360 * scale, 60 * scale, soft),
    transformed(goods[good](tone.main, tone.second), x, y, scale, turn),
  );
};

const badge = (canvas: Canvas, words: string, x: number, y: number, fill: string): void => {
  const points = Array.from({ length: 32 }, (_, at) => {
    const reach = at % 2 ? 148 : 130;
    return `${Math.round(x + Math.cos((at * Math.PI) / 16) * reach)} ${Math.round(y + Math.sin((at * Math.PI) / 16) * reach)}`;
  });
  canvas.add(shape(`M${points.join('L')}Z`, fill), line(words, { x, y: y + 26, size: 76, align: 'middle', fit: 210 }));
};

const product = (canvas: Canvas, picture: Extract<ShopPicture, { kind: 'product' }>): void => {
  const tone = tones[picture.tone];
  drawBackground(canvas, tone);
  canvas.add(
    rect(
      130,
      400,
      820,
      930,
      canvas.linear([
        [0, shade(tone.accent, 0.5), 0.75],
        [1, tone.accent, 0.85],
      ]),
      410,
    ),
    circle(890, 470, 60, shade(tone.second, 0.2)),
    stroke('M60 1180C200 1120 260 1260 400 1190', shade(tone.ground, 0.5), 12),
  );
  drawBrand(canvas, tone.deep, tone.ground);
  shadowed(canvas, picture.good, tone, 540, 850, 1.15, -5);
  if (picture.flag) badge(canvas, picture.flag, 850, 560, tone.deep === '#f6f1e7' ? '#c8385a' : tone.deep);
  const body = paragraph(picture.words, {
    x: 110,
    y: 1590,
    size: 42,
    face: 'text',
    fill: '#5c5650',
    width: 860,
    leading: 1.3,
  });
  canvas.add(
    rect(60, 1380, 960, 300, '#ffffff', 44),
    line(picture.name, { x: 110, y: 1486, size: 72, fill: '#221d18', track: -14, fit: picture.was ? 470 : 600 }),
    body.svg,
    line(picture.price, {
      x: 970,
      y: 1486,
      size: 76,
      fill: picture.was ? '#d02c2c' : '#221d18',
      align: 'end',
      track: -14,
    }),
  );
  if (!picture.was) return;
  const right = 970 - widthOf(picture.price, 76, 'bold', -14) - 28;
  const width = widthOf(picture.was, 42, 'text');
  canvas.add(
    line(picture.was, { x: right, y: 1486, size: 42, face: 'text', fill: '#8a837b', align: 'end' }),
    rect(right - width - 4, 1469, width + 8, 4, '#8a837b'),
  );
};

const banner = (canvas: Canvas, picture: Extract<ShopPicture, { kind: 'banner' }>): void => {
  const tone = tones[picture.tone];
  const back = canvas.linear(
    [
      [0, tone.accent],
      [1, shade(tone.accent, -0.35)],
    ],
    [0, 0, 1, 1],
  );
  canvas.add(rect(0, 0, 1080, 1920, back));
  for (let at = -6; at < 12; at += 1)
    canvas.add(
      shape(
        `M${at * 200} 1920L${at * 200 + 900} 0H${at * 200 + 1000}L${at * 200 + 100} 1920Z`,
        at % 2 ? '#ffffff0f' : '#ffffff1a',
      ),
    );
  drawBrand(canvas, '#ffffff', tone.accent);
  const head = paragraph(picture.big, {
    x: 80,
    y: 680,
    size: 216,
    width: 920,
    leading: 0.96,
    track: -28,
    fill: '#ffffff',
  });
  canvas.add(
    rect(80, 380, widthOf(picture.top, 46, 'bold', 60) + 72, 92, '#fff', 46),
    line(picture.top, { x: 116, y: 442, size: 46, fill: shade(tone.accent, -0.2), track: 60 }),
    head.svg,
    paragraph(picture.words, {
      x: 84,
      y: head.bottom + 110,
      size: 52,
      face: 'text',
      width: 900,
      leading: 1.28,
      fill: '#fff',
    }).svg,
    ellipse(540, 1740, 820, 320, '#ffffff2e'),
  );
  const second = tones[picture.tone === 'sun' ? 'sky' : 'sun'];
  shadowed(canvas, picture.goods[0], { ...second, main: '#fdf6e9', second: tone.second }, 235, 1440, 0.58, -8);
  shadowed(canvas, picture.goods[2], { ...second, main: '#fdf6e9', second: second.main }, 850, 1440, 0.58, 8);
  shadowed(canvas, picture.goods[1], second, 540, 1400, 0.78);
};

const range = (canvas: Canvas, picture: Extract<ShopPicture, { kind: 'range' }>): void => {
  const tone = tones[picture.tone];
  drawBackground(canvas, tone);
  drawBrand(canvas, tone.deep, tone.ground);
  canvas.add(
    paragraph(picture.title, { x: 80, bottom: 480, size: 104, width: 920, leading: 1, track: -18, fill: tone.deep })
      .svg,
  );
  const worlds = [tones.sand, tones.sky, tones.blush, tones.pine, tones.sun, tones.plum];
  picture.items.forEach(([good, name, price], at) => {
    const own = worlds[(at + picture.title.length) % worlds.length]!;
    const x = 70 + (at % 2) * 480;
    const y = 560 + Math.floor(at / 2) * 570;
    canvas.add(
      rect(x, y, 460, 540, '#fff', 36),
      rect(
        x + 20,
        y + 20,
        420,
        360,
        canvas.linear([
          [0, shade(own.ground, 0.3)],
          [1, own.ground],
        ]),
        26,
      ),
    );
    shadowed(canvas, good, own, x + 230, y + 200, 0.44);
    canvas.add(
      line(name, { x: x + 34, y: y + 440, size: 42, fill: '#221d18', fit: 390 }),
      line(price, { x: x + 34, y: y + 500, size: 44, face: 'text', fill: own.accent }),
    );
  });
};

const idea = (canvas: Canvas, picture: Extract<ShopPicture, { kind: 'idea' }>): void => {
  const tone = tones[picture.tone];
  drawBackground(canvas, tone);
  canvas.add(
    shape(
      'M0 0H1080V1020C820 1190 330 900 0 1110Z',
      canvas.linear([
        [0, shade(tone.accent, 0.15)],
        [1, shade(tone.accent, -0.25)],
      ]),
    ),
    circle(860, 360, 190, '#ffffff22'),
    circle(860, 360, 120, '#ffffff26'),
  );
  drawBrand(canvas, '#ffffff', tone.accent);
  shadowed(canvas, picture.good, { ...tone, main: shade(tone.second, 0.1), second: tone.ground }, 540, 750, 1.2, 4);
  const head = paragraph(picture.title, {
    x: 80,
    y: 1330,
    size: 112,
    width: 920,
    leading: 1,
    track: -18,
    fill: tone.deep,
  });
  canvas.add(
    head.svg,
    paragraph(picture.words, {
      x: 82,
      y: head.bottom + 88,
      size: 48,
      face: 'text',
      width: 900,
      leading: 1.32,
      fill: tone.deep,
    }).svg,
  );
};

/** Draws a story of the shop. */
export const drawShop = (picture: ShopPicture): string => {
  const canvas = createCanvas();
  if (picture.kind === 'product') product(canvas, picture);
  else if (picture.kind === 'banner') banner(canvas, picture);
  else if (picture.kind === 'range') range(canvas, picture);
  else idea(canvas, picture);
  return canvas.svg();
};

/** Draws the cover of one of the shop's groups. */
export const drawShopCover = (toneName: ToneName, good: Good, words: string | null): string => {
  const canvas = createCanvas(coverSize);
  const tone = tones[toneName];
  canvas.add(
    rect(
      0,
      0,
      480,
      480,
      canvas.linear([
        [0, shade(tone.ground, 0.2)],
        [1, shade(tone.accent, 0.35)],
      ]),
    ),
    circle(240, 240, 176, '#ffffff55'),
  );
  if (words === null) shadowed(canvas, good, tone, 240, 236, 0.44);
  else {
    canvas.add(
      rect(
        0,
        0,
        480,
        480,
        canvas.linear([
          [0, tone.accent],
          [1, shade(tone.accent, -0.35)],
        ]),
      ),
    );
    shadowed(canvas, good, { ...tone, main: '#fdf6e9', second: tone.second }, 240, 160, 0.34);
    canvas.add(line(words, { x: 240, y: 376, size: 96, align: 'middle', fit: 300 }));
  }
  return canvas.svg();
};
