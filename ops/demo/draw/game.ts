import { type Canvas, circle, coverSize, createCanvas, rect, shape, stroke, transformed } from './canvas.ts';
import { chest, coin, creature, type Gear, gem, type Hero, heroes } from './creatures.ts';
import {
  bodyText,
  drawLogo,
  drawPanel,
  drawRays,
  drawWorld,
  gameWorlds,
  island,
  titleText,
  type World,
} from './game-world.ts';
import { line, paragraph } from './type.ts';

/** What one picture of the game shows. */
export type GamePicture =
  | {
      kind: 'hero';
      world: World;
      hero: Hero;
      gear: Gear;
      top: string;
      name: string;
      words: string;
      power: readonly (readonly [string, number])[];
    }
  | { kind: 'level'; world: World; hero: Hero; number: number; name: string; words: string; stars: number }
  | { kind: 'chest'; world: World; colour: string; title: string; words: string; coins: string; gems: string }
  | { kind: 'ranks'; world: World; title: string; rows: readonly (readonly [string, Hero, string])[] }
  | { kind: 'event'; world: World; heroes: readonly [Hero, Hero]; title: string; words: string; left: string }
  | { kind: 'days'; world: World; title: string; words: string; done: number }
  | { kind: 'tip'; world: World; hero: Hero; title: string; words: string; number: number };

const hero = (canvas: Canvas, picture: Extract<GamePicture, { kind: 'hero' }>): void => {
  drawRays(canvas, 540, 820, heroes[picture.hero][2]);
  canvas.add(
    island(canvas, gameWorlds[picture.world][2], 540, 1130, 1.1),
    transformed(creature(picture.hero, picture.gear, 'bold'), 540, 830, 1.08),
  );
  drawPanel(canvas, 1330, 380);
  canvas.add(
    rect(350, 1290, 380, 80, '#ff5d7d', 40),
    line(picture.top, { x: 540, y: 1346, size: 46, face: 'round', align: 'middle', fit: 340 }),
    titleText(picture.name, 420, 150),
    bodyText(picture.words, 1440),
  );
  picture.power.forEach(([name, value], at) => {
    const x = 130 + at * 290;
    canvas.add(
      line(name, { x, y: 1606, size: 38, face: 'round', fill: '#6b5a9a' }),
      rect(x, 1628, 240, 34, '#e5dcf7', 17),
      rect(x, 1628, Math.round(2.4 * value), 34, ['#ff8a3d', '#3bb273', '#7c5cff'][at % 3]!, 17),
    );
  });
};

const star = (x: number, y: number, size: number, fill: string): string => {
  const points = Array.from({ length: 10 }, (_, at) => {
    const reach = at % 2 ? size * 0.45 : size;
    const turn = (at * Math.PI) / 5 - Math.PI / 2;
    return `${Math.round(x + Math.cos(turn) * reach)} ${Math.round(y + Math.sin(turn) * reach)}`;
  });
  return `<path d="M${points.join('L')}Z" fill="${fill}" stroke="#2b1a5e" stroke-width="10" stroke-linejoin="round"/>`;
};

const level = (canvas: Canvas, picture: Extract<GamePicture, { kind: 'level' }>): void => {
  const [, , ground] = gameWorlds[picture.world];
  const steps = [
    [220, 1560],
    [600, 1480],
    [860, 1270],
    [500, 1120],
    [230, 930],
    [620, 800],
  ] as const;
  canvas.add(
    titleText(picture.name, 430, 116),
    line(picture.words, {
      x: 540,
      y: 516,
      size: 48,
      face: 'round',
      align: 'middle',
      fit: 900,
      edge: { colour: '#2b1a5e', width: 6 },
    }),
  );
  canvas.add(
    `<path d="M${steps.map(([x, y]) => `${x} ${y}`).join('L')}" fill="none" stroke="#ffffffb3" stroke-width="22" stroke-dasharray="4 46" stroke-linecap="round"/>`,
  );
  steps.forEach(([x, y], at) => {
    const here = at === steps.length - 1;
    canvas.add(
      island(canvas, ground, x, y, here ? 0.72 : 0.44),
      circle(x, y - 20, here ? 0 : 62, '#2b1a5e'),
      circle(x, y - 26, here ? 0 : 54, at < 4 ? '#ffd23f' : '#9b8bd0'),
    );
    if (!here)
      canvas.add(
        line(String(picture.number - steps.length + 1 + at), {
          x,
          y: y - 4,
          size: 60,
          face: 'round',
          align: 'middle',
          fill: '#2b1a5e',
        }),
      );
  });
  canvas.add(
    transformed(creature(picture.hero, 'none', 'glad'), 620, 660, 0.4),
    rect(790, 580, 230, 110, '#2b1a5e', 40),
    line(`Lv ${picture.number}`, { x: 905, y: 656, size: 64, face: 'round', align: 'middle', fill: '#ffd23f' }),
  );
  for (const at of [0, 1, 2])
    canvas.add(
      star(380 + at * 160, at === 1 ? 1690 : 1710, at === 1 ? 80 : 66, at < picture.stars ? '#ffd23f' : '#ffffff66'),
    );
};

const reward = (canvas: Canvas, picture: Extract<GamePicture, { kind: 'chest' }>): void => {
  drawRays(canvas, 540, 900, '#ffe45e');
  canvas.add(titleText(picture.title, 450, 132, '#ffd23f'), transformed(chest(picture.colour, true), 540, 960, 1.2));
  for (const [x, y, size] of [
    [170, 640, 62],
    [900, 700, 74],
    [240, 1290, 50],
    [860, 1240, 56],
    [540, 580, 54],
  ] as const)
    canvas.add(transformed(coin(size), x, y));
  for (const [x, y, size, colour] of [
    [320, 620, 60, '#46b8e8'],
    [770, 600, 50, '#ff5d7d'],
    [120, 980, 46, '#7c5cff'],
  ] as const)
    canvas.add(transformed(gem(size, colour), x, y));
  drawPanel(canvas, 1380, 330);
  canvas.add(
    bodyText(picture.words, 1480),
    transformed(coin(48), 200, 1630),
    line(picture.coins, { x: 270, y: 1652, size: 68, face: 'round', fill: '#43356b' }),
    transformed(gem(46, '#46b8e8'), 640, 1626),
    line(picture.gems, { x: 716, y: 1652, size: 68, face: 'round', fill: '#43356b' }),
  );
};

const ranks = (canvas: Canvas, picture: Extract<GamePicture, { kind: 'ranks' }>): void => {
  canvas.add(titleText(picture.title, 440, 124, '#ffd23f'));
  const medals = ['#ffd23f', '#cfd8e3', '#e0904e'];
  picture.rows.forEach(([name, who, points], at) => {
    const y = 540 + at * 232;
    canvas.add(
      rect(60, y + 10, 960, 206, '#1a0f3d80', 50),
      rect(60, y, 960, 206, at === 0 ? '#fff3c4' : '#fff8ec', 50),
      circle(160, y + 103, 64, medals[at] ?? '#b8a9e0'),
      line(String(at + 1), { x: 160, y: y + 129, size: 76, face: 'round', align: 'middle', fill: '#2b1a5e' }),
    );
    canvas.add(
      circle(340, y + 103, 84, `${heroes[who][0]}55`),
      transformed(creature(who, at === 0 ? 'crown' : 'none'), 340, y + 112, 0.25),
      line(name, { x: 460, y: y + 94, size: 58, face: 'round', fill: '#2b1a5e', fit: 520 }),
      transformed(coin(28), 488, y + 146),
      line(points, { x: 532, y: y + 164, size: 50, face: 'round', fill: '#a0671a' }),
    );
  });
};

const happening = (canvas: Canvas, picture: Extract<GamePicture, { kind: 'event' }>): void => {
  const [one, two] = picture.heroes;
  canvas.add(
    shape('M0 560L1080 420V1330L0 1470Z', `${heroes[one][0]}99`),
    shape('M540 490L1080 420V1330L540 1400Z', `${heroes[two][0]}b3`),
  );
  canvas.add(
    transformed(creature(one, 'goggles', 'bold'), 290, 960, 0.86, -6),
    transformed(creature(two, 'pirate', 'bold'), 800, 960, 0.86, 6),
  );
  canvas.add(titleText('VS', 1000, 200, '#ffd23f'), titleText(picture.title, 430, 128));
  drawPanel(canvas, 1400, 310);
  canvas.add(
    bodyText(picture.words, 1496),
    rect(280, 1600, 520, 84, '#2b1a5e', 42),
    line(picture.left, { x: 540, y: 1658, size: 52, face: 'round', align: 'middle', fill: '#ffd23f', fit: 470 }),
  );
};

const days = (canvas: Canvas, picture: Extract<GamePicture, { kind: 'days' }>): void => {
  canvas.add(titleText(picture.title, 440, 124));
  drawPanel(canvas, 540, 1010);
  for (let at = 0; at < 9; at += 1) {
    const x = 110 + (at % 3) * 296;
    const y = 600 + Math.floor(at / 3) * 310;
    const done = at < picture.done;
    const now = at === picture.done;
    canvas.add(
      rect(x, y, 268, 280, now ? '#ffd23f' : done ? '#d9f3df' : '#efe6fb', 36),
      line(`Day ${at + 1}`, { x: x + 134, y: y + 60, size: 42, face: 'round', align: 'middle', fill: '#43356b' }),
    );
    canvas.add(
      at === 8
        ? transformed(chest('#7c5cff', false), x + 134, y + 172, 0.3)
        : at % 2
          ? transformed(gem(58, ['#46b8e8', '#ff5d7d', '#3bb273'][at % 3]!), x + 134, y + 162)
          : transformed(coin(62), x + 134, y + 164),
    );
    if (done)
      canvas.add(circle(x + 222, y + 226, 38, '#3bb273'), stroke(`M${x + 204} ${y + 226}l14 16l24 -30`, '#ffffff', 12));
  }
  canvas.add(bodyText(picture.words, 1640, '#2b1a5e'));
};

const tip = (canvas: Canvas, picture: Extract<GamePicture, { kind: 'tip' }>): void => {
  canvas.add(
    rect(360, 340, 360, 96, '#2b1a5e', 48),
    line(`Tip ${picture.number}`, { x: 540, y: 408, size: 60, face: 'round', align: 'middle', fill: '#ffd23f' }),
  );
  canvas.add(
    shape(
      'M120 500H960C1000 500 1020 530 1020 560V1010C1020 1050 990 1070 960 1070H600L500 1200L480 1070H120C80 1070 60 1040 60 1010V560C60 530 80 500 120 500Z',
      '#fff8ec',
    ),
  );
  const head = paragraph(picture.title, {
    x: 540,
    y: 640,
    size: 92,
    face: 'round',
    fill: '#2b1a5e',
    align: 'middle',
    width: 840,
    leading: 1.08,
  });
  canvas.add(
    head.svg,
    bodyText(picture.words, head.bottom + 100),
    island(canvas, gameWorlds[picture.world][2], 500, 1640, 1),
    transformed(creature(picture.hero, 'headset'), 500, 1400, 0.8),
  );
};

const draws: { [K in GamePicture['kind']]: (canvas: Canvas, picture: Extract<GamePicture, { kind: K }>) => void } = {
  hero,
  level,
  chest: reward,
  ranks,
  event: happening,
  days,
  tip,
};

/** Draws a story of the game. */
export const drawGame = (picture: GamePicture): string => {
  const canvas = createCanvas();
  drawWorld(canvas, picture.world);
  drawLogo(canvas);
  draws[picture.kind](canvas, picture as never);
  return canvas.svg();
};

/** Draws the cover of one of the game's groups. */
export const drawGameCover = (name: World, shows: { hero: Hero; gear: Gear } | 'chest' | 'coin' | 'gem'): string => {
  const canvas = createCanvas(coverSize);
  const [above, below] = gameWorlds[name];
  canvas.add(
    rect(
      0,
      0,
      480,
      480,
      canvas.linear([
        [0, above],
        [1, below],
      ]),
    ),
    circle(
      240,
      240,
      220,
      canvas.radial([
        [0, '#ffffff', 0.5],
        [1, '#ffffff', 0],
      ]),
    ),
  );
  if (shows === 'chest') canvas.add(transformed(chest('#c2703d', true), 240, 280, 0.56));
  else if (shows === 'coin') canvas.add(transformed(coin(80), 140, 300), transformed(coin(130), 270, 220));
  else if (shows === 'gem')
    canvas.add(transformed(gem(90, '#ff5d7d'), 150, 290), transformed(gem(130, '#46b8e8'), 290, 220));
  else canvas.add(transformed(creature(shows.hero, shows.gear, 'bold'), 240, 270, 0.62));
  return canvas.svg();
};
