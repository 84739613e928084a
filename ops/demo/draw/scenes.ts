import { type Canvas, circle, ellipse, rect, shade, shape, stroke, transformed } from './canvas.ts';

/** Paints the ground of a picture, `height` pixels down from the top, in two colours. */
type Scene = (canvas: Canvas, from: string, to: string, height: number) => void;

const sky = (canvas: Canvas, from: string, to: string, height: number): void =>
  canvas.add(
    rect(
      0,
      0,
      1080,
      height + 4,
      canvas.linear([
        [0, from],
        [1, to],
      ]),
    ),
  );

const hills = (height: number, far: string, near: string): string =>
  shape(
    `M0 ${height - 320}L180 ${height - 620}L330 ${height - 430}L520 ${height - 760}L720 ${height - 440}L860 ${height - 590}L1080 ${height - 300}V${height}H0Z`,
    far,
  ) +
  shape(
    `M520 ${height - 760}L586 ${height - 650}L540 ${height - 670}L500 ${height - 630}L462 ${height - 650}Z`,
    '#ffffffd9',
  ) +
  shape(
    `M0 ${height - 180}C260 ${height - 380} 420 ${height - 120} 640 ${height - 260}C820 ${height - 370} 960 ${height - 200} 1080 ${height - 260}V${height}H0Z`,
    near,
  );

const mountains: Scene = (canvas, from, to, height) => {
  sky(canvas, from, to, height);
  canvas.add(circle(800, height - 880, 110, '#fff3d6'), hills(height, shade(from, -0.2), shade(from, -0.5)));
};

const tower = (x: number, width: number, top: number, height: number, fill: string, lit: string): string => {
  let windows = '';
  for (let row = 0; top + 40 + row * 64 < height - 40; row += 1)
    for (let column = 0; column * 46 + 24 < width - 24; column += 1)
      if ((row * 7 + column * 5 + x) % 3 !== 0) windows += `M${x + 22 + column * 46} ${top + 36 + row * 64}h22v30h-22Z`;
  return rect(x, top, width, height - top, fill) + shape(windows, lit);
};
const city: Scene = (canvas, from, to, height) => {
  sky(canvas, from, to, height);
  canvas.add(circle(280, height - 860, 150, '#ffffff3d'), circle(280, height - 860, 100, '#ffe9bf'));
  const far = shade(from, 0.12);
  const near = shade(from, -0.45);
  for (const [x, width, top] of [
    [-20, 170, 480],
    [210, 130, 620],
    [420, 190, 560],
    [680, 130, 700],
    [880, 220, 520],
  ] as const)
    canvas.add(tower(x, width, height - top, height, far, '#ffffff24'));
  for (const [x, width, top] of [
    [60, 180, 330],
    [290, 160, 430],
    [560, 170, 390],
    [790, 150, 470],
    [970, 160, 300],
  ] as const)
    canvas.add(tower(x, width, height - top, height, near, '#ffd98a'));
  canvas.add(stroke(`M370 ${height - 430}V${height - 540}M865 ${height - 470}V${height - 590}`, near, 10));
};

const sea: Scene = (canvas, from, to, height) => {
  sky(canvas, from, to, height);
  canvas.add(
    circle(540, height - 470, 170, '#fff0c9'),
    rect(
      0,
      height - 440,
      1080,
      444,
      canvas.linear([
        [0, shade(from, -0.1)],
        [1, shade(from, -0.55)],
      ]),
    ),
  );
  for (let at = 0; at < 9; at += 1)
    canvas.add(rect(540 - 190 + at * 16, height - 420 + at * 44, 380 - at * 32, 9, '#fff0c980', 4));
  canvas.add(
    transformed(
      shape('M-190 0H190L140 74H-140Z', '#1b2430') +
        shape('M-10 -20V-300L-150 -30Z', '#ffffff') +
        shape('M16 -20V-260L130 -30Z', '#e8ded0'),
      770,
      height - 330,
      0.9,
    ),
  );
};

const hall: Scene = (canvas, from, to, height) => {
  sky(canvas, from, to, height);
  const stone = '#f2ead9';
  canvas.add(
    shape(`M110 ${height - 600}L540 ${height - 850}L970 ${height - 600}Z`, stone),
    circle(540, height - 690, 54, shade(from, 0.1)),
    rect(110, height - 600, 860, 60, shade(stone, -0.12)),
  );
  for (let at = 0; at < 6; at += 1)
    canvas.add(
      rect(150 + at * 142, height - 540, 70, 400, stone),
      rect(192 + at * 142, height - 540, 28, 400, shade(stone, -0.14)),
      rect(138 + at * 142, height - 550, 94, 26, shade(stone, -0.05)),
    );
  canvas.add(
    rect(80, height - 140, 920, 50, shade(stone, -0.1)),
    rect(40, height - 90, 1000, 94, shade(stone, -0.2)),
    stroke(`M540 ${height - 850}V${height - 1000}`, '#3a3f4a', 10),
    shape(
      `M544 ${height - 1000}C600 ${height - 1030} 640 ${height - 960} 710 ${height - 990}V${height - 910}C640 ${height - 880} 600 ${height - 950} 544 ${height - 920}Z`,
      '#d7263d',
    ),
  );
};

const pitch: Scene = (canvas, from, to, height) => {
  sky(canvas, from, to, height);
  for (const x of [120, 960]) {
    const beam = canvas.linear([
      [0, '#ffffff', 0.55],
      [1, '#ffffff', 0],
    ]);
    canvas.add(
      shape(`M${x} ${height - 900}L${x - 330} ${height - 330}H${x + 330}Z`, beam),
      rect(x - 8, height - 900, 16, 560, '#10161f'),
      rect(x - 80, height - 960, 160, 80, '#f6f7f2', 14),
    );
  }
  canvas.add(
    shape(
      `M0 ${height - 520}C300 ${height - 600} 780 ${height - 600} 1080 ${height - 520}V${height - 330}H0Z`,
      shade(from, -0.4),
    ),
  );
  for (let at = 0; at < 150; at += 1)
    canvas.add(
      circle(
        (at * 73) % 1080,
        height - 520 + ((at * 37) % 170),
        9,
        ['#ffffff80', '#ffd16680', '#ef476f80', '#06d6a080'][at % 4]!,
      ),
    );
  for (let at = 0; at < 6; at += 1)
    canvas.add(
      shape(
        `M${at * 180} ${height}L${220 + at * 107} ${height - 330}H${220 + (at + 1) * 107}L${(at + 1) * 180} ${height}Z`,
        at % 2 ? '#2f9e58' : '#278a4c',
      ),
    );
  canvas.add(
    rect(0, height - 334, 220, 338, '#278a4c'),
    rect(862, height - 334, 220, 338, '#2f9e58'),
    ellipse(540, height - 120, 250, 60, '#ffffff33'),
    circle(540, height - 190, 74, '#fff'),
    shape(`M540 ${height - 224}l32 24l-12 38h-40l-12 -38Z`, '#1b2430'),
  );
};

const globe: Scene = (canvas, from, to, height) => {
  sky(canvas, from, to, height);
  for (let at = 0; at < 60; at += 1)
    canvas.add(circle((at * 211) % 1080, (at * 137) % (height - 200), (at % 3) + 2, '#ffffffa6'));
  const y = height - 330;
  canvas.add(
    circle(540, y, 470, '#ffffff14'),
    circle(
      540,
      y,
      400,
      canvas.linear(
        [
          [0, '#4cb8e6'],
          [1, '#11508a'],
        ],
        [0, 0, 1, 1],
      ),
    ),
  );
  canvas.add(
    shape(
      `M270 ${y - 180}C360 ${y - 330} 520 ${y - 300} 500 ${y - 200}C480 ${y - 120} 380 ${y - 140} 400 ${y - 40}C420 ${y + 60} 300 ${y + 40} 250 ${y - 40}Z`,
      '#63c27b',
    ) +
      shape(
        `M560 ${y - 60}C660 ${y - 160} 840 ${y - 120} 860 ${y}C850 ${y + 120} 700 ${y + 240} 640 ${y + 140}C600 ${y + 80} 520 ${y + 20} 560 ${y - 60}Z`,
        '#63c27b',
      ) +
      shape(
        `M620 ${y - 300}C700 ${y - 330} 780 ${y - 250} 740 ${y - 210}C690 ${y - 180} 620 ${y - 230} 620 ${y - 300}Z`,
        '#7bd08f',
      ),
  );
  canvas.add(
    `<ellipse cx="540" cy="${y}" rx="560" ry="150" fill="none" stroke="#ffd166" stroke-width="10" transform="rotate(-18 540 ${y})"/>`,
    circle(40, y + 120, 26, '#ffd166'),
  );
};

const lab: Scene = (canvas, from, to, height) => {
  sky(canvas, from, to, height);
  for (const turn of [0, 60, 120])
    canvas.add(
      `<ellipse cx="540" cy="${height - 640}" rx="390" ry="140" fill="none" stroke="#ffffff8c" stroke-width="12" transform="rotate(${turn} 540 ${height - 640})"/>`,
    );
  canvas.add(
    circle(540, height - 640, 66, '#ffd166'),
    circle(930, height - 640, 28, '#fff'),
    circle(345, height - 302, 28, '#fff'),
    circle(345, height - 978, 28, '#fff'),
    rect(0, height - 190, 1080, 194, shade(from, -0.5)),
  );
  canvas.add(
    transformed(
      shape('M-50 -260H50V-90L150 110C160 140 140 160 110 160H-110C-140 160 -160 140 -150 110L-50 -90Z', '#ffffff52') +
        shape('M-96 0H96L150 110C160 140 140 160 110 160H-110C-140 160 -160 140 -150 110Z', '#2ec4b6') +
        circle(-30, 60, 18, '#ffffff80') +
        circle(40, 100, 12, '#ffffff80'),
      230,
      height - 340,
    ) +
      transformed(
        shape('M-40 -240H40V140C40 170 -40 170 -40 140Z', '#ffffff52') +
          shape('M-40 -60H40V140C40 170 -40 170 -40 140Z', '#ff6b6b'),
        860,
        height - 330,
      ),
  );
};

const fields: Scene = (canvas, from, to, height) => {
  sky(canvas, from, to, height);
  canvas.add(circle(240, height - 760, 130, '#ffe6a3'));
  for (const [y, colour] of [
    [430, '#a7c957'],
    [320, '#6a994e'],
    [190, '#386641'],
  ] as const)
    canvas.add(
      shape(
        `M0 ${height - y}C250 ${height - y - 110} 500 ${height - y + 60} 720 ${height - y - 40}C880 ${height - y - 110} 1000 ${height - y} 1080 ${height - y - 30}V${height}H0Z`,
        colour,
      ),
    );
  for (const [x, scale] of [
    [700, 1],
    [880, 0.75],
  ] as const)
    canvas.add(
      transformed(
        rect(-9, -330, 18, 420, '#f7f7f2') +
          [0, 120, 240]
            .map((turn) =>
              transformed(
                shape('M-12 0C-30 -90 -10 -210 0 -260C20 -180 24 -80 12 0Z', '#ffffff'),
                0,
                -330,
                1,
                turn + 20,
              ),
            )
            .join('') +
          circle(0, -330, 20, '#dfe5e8'),
        x,
        height - 460,
        scale,
      ),
    );
};

const stage: Scene = (canvas, from, to, height) => {
  sky(canvas, shade(from, -0.35), to, height);
  for (const [x, colour] of [
    [180, '#ff5d8f'],
    [540, '#ffd166'],
    [900, '#4cc9f0'],
  ] as const)
    canvas.add(
      shape(
        `M${x} 0L${x - 260} ${height - 150}H${x + 260}Z`,
        canvas.linear([
          [0, colour, 0.75],
          [1, colour, 0.05],
        ]),
      ),
    );
  canvas.add(rect(0, height - 160, 1080, 164, '#14101f'), ellipse(540, height - 160, 420, 46, '#ffffff2e'));
  canvas.add(
    transformed(
      circle(0, -330, 64, '#14101f') +
        shape('M-70 -250H70L110 60H-110Z', '#14101f') +
        stroke('M60 -220L150 -300M-60 -220L-120 -120', '#14101f', 36) +
        stroke('M-150 120V-190', '#14101f', 12) +
        circle(-150, -210, 26, '#14101f') +
        stroke('M-50 60L-80 190M50 60L80 190', '#14101f', 40),
      540,
      height - 350,
    ),
  );
  for (let at = 0; at < 16; at += 1) canvas.add(circle(30 + at * 70, height + 10 - (at % 3) * 16, 62, '#07050d'));
};

/** What the grounds of news pictures show, by name. */
export const scenes = { mountains, city, sea, hall, pitch, globe, lab, fields, stage };
export type SceneName = keyof typeof scenes;
