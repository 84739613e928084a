import { circle, createCanvas, shade, transformed } from './canvas.ts';
import { creature, type Gear, type Hero, heroes } from './creatures.ts';
import type { Film } from './film.ts';
import { bodyText, drawLogo, drawPanel, drawRays, drawWorld, titleText, type World } from './game-world.ts';
import type { Good } from './goods.ts';
import { drawBackground, drawBrand, shadowed, type ToneName, tones } from './shop.ts';
import { paragraph } from './type.ts';

/** A short video of a hero: the world with its words, and the hero who flies before it. */
export const gameFilm = (name: World, who: Hero, gear: Gear, top: string, said: string): Film => ({
  ground: () => {
    const canvas = createCanvas();
    drawWorld(canvas, name);
    drawLogo(canvas);
    drawRays(canvas, 540, 900, heroes[who][2]);
    drawPanel(canvas, 1400, 260);
    canvas.add(titleText(top, 430, 130), bodyText(said, 1510));
    return canvas.svg();
  },
  layer: () => {
    const canvas = createCanvas();
    canvas.add(transformed(creature(who, gear, 'glad'), 540, 920, 1.1));
    return canvas.svg();
  },
});

/** A short video of a thing: its ground with words, and the thing that floats before it. */
export const shopFilm = (toneName: ToneName, good: Good, title: string, words: string): Film => {
  const tone = tones[toneName];
  return {
    ground: () => {
      const canvas = createCanvas();
      drawBackground(canvas, tone);
      canvas.add(
        circle(
          540,
          820,
          460,
          canvas.linear([
            [0, shade(tone.accent, 0.5), 0.8],
            [1, tone.accent, 0.9],
          ]),
        ),
      );
      drawBrand(canvas, tone.deep, tone.ground);
      const head = paragraph(title, { x: 80, y: 1450, size: 112, width: 920, leading: 1, track: -18, fill: tone.deep });
      canvas.add(
        head.svg,
        paragraph(words, {
          x: 82,
          y: head.bottom + 84,
          size: 48,
          face: 'text',
          width: 900,
          leading: 1.3,
          fill: tone.deep,
        }).svg,
      );
      return canvas.svg();
    },
    layer: () => {
      const canvas = createCanvas();
      shadowed(canvas, good, tone, 540, 820, 1.15, -4);
      return canvas.svg();
    },
  };
};
