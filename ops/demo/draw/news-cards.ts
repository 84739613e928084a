import { type Canvas, circle, ellipse, rect, shade, shape, stroke, transformed } from './canvas.ts';
import { masthead, type NewsPicture, paper, red, sections, skies } from './paper.ts';
import { scenes } from './scenes.ts';
import { line, paragraph, widthOf } from './type.ts';

const shirt = (colour: string): string =>
  shape('M-70 -110L-170 -60L-140 30L-95 10V140H95V10L140 30L170 -60L70 -110C40 -70 -40 -70 -70 -110Z', colour) +
  shape('M-95 10V140H-50V-40Z', shade(colour, -0.15)) +
  shape('M-70 -110C-40 -70 40 -70 70 -110L50 -116C30 -90 -30 -90 -50 -116Z', '#ffffffb3');

/** The score of a match. */
export const drawScore = (canvas: Canvas, picture: Extract<NewsPicture, { kind: 'score' }>): void => {
  scenes.pitch(canvas, ...sections.Sport, 1920);
  canvas.add(rect(0, 0, 1080, 1920, '#0b1a2ecc'));
  masthead(canvas, '#ffffff', 'Sport');
  canvas.add(
    line(picture.league, { x: 540, y: 440, size: 52, face: 'text', align: 'middle', fill: '#bfe8dc' }),
    rect(60, 520, 960, 640, '#ffffff', 40),
  );
  for (const [x, [name, colour]] of [
    [230, picture.home],
    [850, picture.away],
  ] as const)
    canvas.add(
      transformed(shirt(colour), x, 720, 0.9),
      line(name, { x, y: 970, size: 52, fill: '#16181d', align: 'middle', fit: 330 }),
    );
  canvas.add(
    line(`${picture.home[2]}–${picture.away[2]}`, {
      x: 540,
      y: 780,
      size: 150,
      fill: '#16181d',
      align: 'middle',
      track: -10,
    }),
    rect(400, 1030, 280, 76, picture.minute === 'Full time' ? '#16181d' : red, 38),
    line(picture.minute, { x: 540, y: 1083, size: 40, align: 'middle' }),
  );
  picture.lines.forEach((words, at) => {
    const y = 1290 + at * 116;
    canvas.add(
      circle(110, y - 14, 26, '#58c4a7'),
      shape(`M110 ${y - 30}l14 11l-5 17h-18l-5 -17Z`, '#0b1a2e'),
      line(words, { x: 164, y, size: 46, face: 'text', fit: 840 }),
    );
  });
};

/** A page of the weather. */
export const drawWeather = (canvas: Canvas, picture: Extract<NewsPicture, { kind: 'weather' }>): void => {
  const dark = picture.sky === 'rain' || picture.sky === 'storm';
  canvas.add(
    rect(
      0,
      0,
      1080,
      1920,
      canvas.linear(
        dark
          ? [
              [0, '#2b3f5c'],
              [1, '#6f8fae'],
            ]
          : [
              [0, '#1d6fc0'],
              [1, '#8fd0f5'],
            ],
      ),
    ),
  );
  canvas.add(ellipse(180, 1980, 900, 340, '#ffffff1f'), ellipse(900, 2020, 800, 300, '#ffffff26'));
  masthead(canvas, '#ffffff', 'Weather');
  canvas.add(
    line(picture.place, { x: 80, y: 450, size: 92, face: 'serif' }),
    transformed(skies[picture.sky], 810, 700, 1.1),
    line(`${picture.now}°`, { x: 70, y: 890, size: 350, face: 'text', track: -40 }),
    paragraph(picture.words, { x: 80, y: 1080, size: 54, face: 'text', width: 900, leading: 1.25 }).svg,
    rect(60, 1260, 960, 400, '#ffffff2e', 40),
  );
  picture.days.forEach(([day, kind, high, low], at) => {
    const x = 156 + at * 192;
    canvas.add(
      line(day, { x, y: 1334, size: 40, align: 'middle' }),
      transformed(skies[kind], x, 1432, 0.34),
      line(`${high}°`, { x, y: 1560, size: 52, align: 'middle' }),
      line(`${low}°`, { x, y: 1622, size: 42, face: 'text', fill: '#ffffffbf', align: 'middle' }),
    );
  });
};

/** A price and its curve. */
export const drawMarket = (canvas: Canvas, picture: Extract<NewsPicture, { kind: 'market' }>): void => {
  const colour = picture.up ? '#3ddc97' : '#ff6b6b';
  canvas.add(
    rect(
      0,
      0,
      1080,
      1920,
      canvas.linear([
        [0, '#0c1f2b'],
        [1, '#12394a'],
      ]),
    ),
  );
  masthead(canvas, '#ffffff', 'Markets');
  const low = Math.min(...picture.curve);
  const high = Math.max(...picture.curve);
  const points = picture.curve.map(
    (value, at) =>
      `${Math.round(70 + (at * 940) / (picture.curve.length - 1))} ${Math.round(1290 - ((value - low) / (high - low)) * 420)}`,
  );
  for (const y of [870, 1010, 1150, 1290]) canvas.add(rect(70, y, 940, 2, '#ffffff26'));
  canvas.add(
    line(picture.name, { x: 70, y: 450, size: 64, face: 'text', fill: '#c9dbe2' }),
    line(picture.value, { x: 66, y: 620, size: 168, track: -24, fit: 940 }),
    rect(70, 680, widthOf(picture.change, 56) + 120, 96, `${colour}33`, 48),
    shape(picture.up ? 'M108 750L130 706L152 750Z' : 'M108 706L130 750L152 706Z', colour),
    line(picture.change, { x: 172, y: 748, size: 56, fill: colour }),
    shape(
      `M70 1320L${points.join('L')}L1010 1320Z`,
      canvas.linear([
        [0, colour, 0.5],
        [1, colour, 0],
      ]),
    ),
    stroke(`M${points.join('L')}`, colour, 10),
    circle(1010, Number(points.at(-1)!.split(' ')[1]), 18, '#fff'),
    ...['9:00', '11:00', '13:00', '15:00', '17:00'].map((hour, at) =>
      line(hour, { x: 100 + at * 220, y: 1376, size: 34, face: 'text', fill: '#8fb0bd', align: 'middle' }),
    ),
    paragraph(picture.words, { x: 70, y: 1500, size: 52, face: 'serif', width: 940, leading: 1.24 }).svg,
  );
};

/** What somebody said. */
export const drawQuote = (canvas: Canvas, picture: Extract<NewsPicture, { kind: 'quote' }>): void => {
  const [deep, light] = sections[picture.section];
  canvas.add(
    rect(0, 0, 1080, 1920, paper),
    shape('M0 0H1080V360L0 560Z', light),
    circle(860, 470, 128, shade(deep, -0.3)),
    shape('M620 800C620 640 740 600 860 600C980 600 1100 640 1100 800Z', deep),
    rect(816, 540, 88, 110, '#d99a76', 40),
    circle(860, 478, 98, '#e8b08c'),
    shape('M752 470C750 330 970 330 968 470C940 420 900 400 850 398C810 410 770 430 752 470Z', shade(deep, -0.3)),
    circle(826, 482, 9, '#2a1d18'),
    circle(894, 482, 9, '#2a1d18'),
    stroke('M832 524C850 540 872 540 888 524', '#8a4b3a', 7),
  );
  masthead(canvas, deep, picture.section);
  canvas.add(line('“', { x: 40, y: 1010, size: 560, face: 'serif', fill: red }));
  const said = paragraph(picture.quote, {
    x: 76,
    y: 930,
    size: 86,
    face: 'serif',
    fill: '#16181d',
    width: 930,
    leading: 1.16,
  });
  canvas.add(
    said.svg,
    rect(76, said.bottom + 70, 110, 8, red),
    line(picture.by, { x: 76, y: said.bottom + 156, size: 50, fill: '#16181d' }),
    line(picture.role, { x: 76, y: said.bottom + 216, size: 40, face: 'text', fill: '#6a6d75', fit: 930 }),
  );
};

/** A number and its parts. */
export const drawNumber = (canvas: Canvas, picture: Extract<NewsPicture, { kind: 'number' }>): void => {
  const [deep, light] = sections[picture.section];
  canvas.add(
    rect(
      0,
      0,
      1080,
      1920,
      canvas.linear([
        [0, deep],
        [1, shade(deep, -0.35)],
      ]),
    ),
    circle(1000, 620, 420, `${light}2e`),
    circle(1000, 620, 260, `${light}2e`),
  );
  masthead(canvas, '#ffffff', picture.section);
  canvas.add(
    line(picture.figure, { x: 64, y: 720, size: 320, fill: light, track: -34, fit: 950 }),
    line(picture.unit, { x: 74, y: 812, size: 60, fit: 930 }),
  );
  canvas.add(
    paragraph(picture.words, { x: 74, y: 930, size: 52, face: 'text', width: 930, leading: 1.28, fill: '#e9e6df' }).svg,
  );
  const most = Math.max(...picture.parts.map(([, value]) => value));
  picture.parts.forEach(([name, value], at) => {
    const y = 1260 + at * 118;
    canvas.add(
      line(name, { x: 74, y: y - 16, size: 38, face: 'text', fit: 500 }),
      rect(74, y, 820, 42, '#ffffff1f', 21),
      rect(74, y, Math.round((820 * value) / most), 42, at === 0 ? red : light, 21),
      line(String(value), { x: 1006, y: y + 36, size: 44, align: 'end' }),
    );
  });
};

/** A numbered list. */
export const drawList = (canvas: Canvas, picture: Extract<NewsPicture, { kind: 'list' }>): void => {
  const [deep, light] = sections[picture.section];
  canvas.add(
    rect(0, 0, 1080, 1920, paper),
    rect(
      0,
      0,
      1080,
      620,
      canvas.linear([
        [0, deep],
        [1, shade(deep, 0.14)],
      ]),
    ),
    circle(930, 520, 280, `${light}40`),
  );
  masthead(canvas, '#ffffff', picture.section);
  canvas.add(paragraph(picture.title, { x: 70, bottom: 550, size: 104, face: 'serif', width: 900, leading: 1.04 }).svg);
  picture.items.forEach((item, at) => {
    const y = 740 + at * 188;
    canvas.add(
      line(String(at + 1), { x: 124, y: y + 24, size: 120, face: 'serif', fill: red, align: 'middle' }),
      paragraph(item, { x: 214, y, size: 48, face: 'text', fill: '#23262d', width: 790, leading: 1.24 }).svg,
      rect(214, y + 94, 796, 2, '#0000001f'),
    );
  });
};
