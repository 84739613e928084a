import { circle, coverSize, createCanvas, rect, stroke, transformed } from './canvas.ts';
import { creature } from './creatures.ts';
import type { Draft } from './draft.ts';
import { line } from './type.ts';

/** The icon of one of the three apps. */
export const appIcon =
  (app: 'shop' | 'news' | 'game'): Draft =>
  () => {
    const canvas = createCanvas(coverSize);
    if (app === 'shop')
      canvas.add(
        rect(
          0,
          0,
          480,
          480,
          canvas.linear([
            [0, '#e9683f'],
            [1, '#b93a1a'],
          ]),
        ),
        circle(240, 240, 150, '#fdf6e9'),
        stroke('M182 314V166L298 314V166', '#d9532c', 38),
      );
    else if (app === 'news')
      canvas.add(
        rect(
          0,
          0,
          480,
          480,
          canvas.linear([
            [0, '#23262d'],
            [1, '#101216'],
          ]),
        ),
        line('M', { x: 240, y: 334, size: 300, face: 'serif', align: 'middle', fill: '#faf6ee' }),
        rect(140, 384, 200, 14, '#d7263d'),
      );
    else
      canvas.add(
        rect(
          0,
          0,
          480,
          480,
          canvas.linear([
            [0, '#4b3fa7'],
            [1, '#ff9a76'],
          ]),
        ),
        transformed(creature('Pip', 'goggles', 'glad'), 240, 270, 0.66),
      );
    return canvas.svg();
  };
