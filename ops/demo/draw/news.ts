import { type Canvas, circle, coverSize, createCanvas, rect, shade, transformed } from './canvas.ts';
import { drawList, drawMarket, drawNumber, drawQuote, drawScore, drawWeather } from './news-cards.ts';
import { masthead, type NewsPicture, paper, red, type Section, sections, skies, type Weather } from './paper.ts';
import { type SceneName, scenes } from './scenes.ts';
import { line, paragraph } from './type.ts';

const headline = (canvas: Canvas, picture: Extract<NewsPicture, { kind: 'headline' }>): void => {
  const [deep, light] = sections[picture.section];
  scenes[picture.scene](canvas, deep, light, 1240);
  canvas.add(
    rect(
      0,
      0,
      1080,
      420,
      canvas.linear([
        [0, '#000000', 0.55],
        [1, '#000000', 0],
      ]),
    ),
    rect(0, 1240, 1080, 680, paper),
    rect(0, 1240, 1080, 14, red),
  );
  masthead(canvas, '#ffffff', picture.section);
  if (picture.live)
    canvas.add(
      rect(70, 330, 176, 70, red, 12),
      circle(108, 365, 13, '#fff'),
      line('LIVE', { x: 134, y: 378, size: 38, track: 40 }),
    );
  const head = paragraph(picture.title, {
    x: 70,
    y: 1378,
    size: 96,
    face: 'serif',
    fill: '#16181d',
    width: 940,
    leading: 1.06,
  });
  canvas.add(
    head.svg,
    paragraph(picture.words, {
      x: 72,
      y: head.bottom + 82,
      size: 42,
      face: 'text',
      fill: '#4b4e57',
      width: 930,
      leading: 1.3,
    }).svg,
  );
};

const draws: { [K in NewsPicture['kind']]: (canvas: Canvas, picture: Extract<NewsPicture, { kind: K }>) => void } = {
  headline,
  score: drawScore,
  weather: drawWeather,
  market: drawMarket,
  quote: drawQuote,
  number: drawNumber,
  list: drawList,
};

/** Draws a story of the paper. */
export const drawNews = (picture: NewsPicture): string => {
  const canvas = createCanvas();
  draws[picture.kind](canvas, picture as never);
  return canvas.svg();
};

/** Draws the cover of one of the paper's groups: a scene, the sky of a weather page, or a letter. */
export const drawNewsCover = (section: Section, shows: SceneName | Weather | { letter: string }): string => {
  const canvas = createCanvas(coverSize);
  const [deep, light] = sections[section];
  canvas.add(
    rect(
      0,
      0,
      480,
      480,
      canvas.linear([
        [0, deep],
        [1, shade(deep, 0.3)],
      ]),
    ),
  );
  if (typeof shows === 'object')
    canvas.add(
      circle(240, 240, 190, `${light}40`),
      line(shows.letter, { x: 240, y: 330, size: 260, face: 'serif', align: 'middle', fill: paper }),
      rect(180, 372, 120, 10, red),
    );
  else if (shows in skies) canvas.add(transformed(skies[shows as Weather], 240, 236, 1.1));
  else {
    const inner = createCanvas({ width: 1080, height: 1080 });
    scenes[shows as SceneName](inner, deep, light, 1080);
    canvas.add(
      inner
        .svg()
        .replace('width="1080" height="1080"', 'width="480" height="480"')
        .replaceAll(/(id="|url\(#)d/g, '$1i'),
    );
  }
  return canvas.svg();
};
