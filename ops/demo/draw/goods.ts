import { circle, ellipse, rect, shade, shape, stroke } from './canvas.ts';

/** Draws a thing around 0/0, about 640 pixels wide and high, in a main and a second colour. */
type Draw = (main: string, second: string) => string;

const sneaker: Draw = (main, second) =>
  shape(
    'M-320 60C-320 -10 -300 -90 -250 -110C-225 -60 -180 -40 -140 -60L-60 -150C10 -110 60 -30 150 10C240 40 310 50 320 110C325 140 310 150 290 150H-300C-318 150 -320 110 -320 60Z',
    main,
  ) +
  shape(
    'M-320 60C-320 10 -312 -40 -290 -80C-262 -40 -210 -10 -170 10C-150 60 -170 110 -200 150H-300C-318 150 -320 110 -320 60Z',
    shade(main, -0.18),
  ) +
  shape('M-40 30C40 90 150 100 250 96L320 112C324 140 310 150 290 150H-30C-60 110 -70 60 -40 30Z', second) +
  [0, 1, 2, 3]
    .map((n) => stroke(`M${-64 + n * 46} ${-112 + n * 30}L${-108 + n * 48} ${-66 + n * 32}`, '#fff', 14))
    .join('') +
  rect(-330, 140, 656, 60, '#fff', 30) +
  rect(-330, 172, 656, 28, shade(second, -0.2), 14) +
  stroke('M-150 96C-60 60 0 70 40 130', '#fff', 18);

const boot: Draw = (main, second) =>
  shape('M-200 -320H60C70 -200 60 -120 90 -60C180 -20 300 0 310 110V190H-200C-220 40 -210 -160 -200 -320Z', main) +
  shape('M-200 -320H60L62 -262H-203Z', second) +
  shape('M90 -60C180 -20 300 0 310 110H160C150 50 110 0 60 -20Z', shade(main, -0.15)) +
  [0, 1, 2, 3, 4].map((n) => stroke(`M${-10 + n * 4} ${-220 + n * 48}H84`, second, 13)).join('') +
  rect(-216, 176, 540, 48, shade(main, -0.55), 18) +
  [0, 1, 2, 3, 4, 5].map((n) => rect(-204 + n * 90, 214, 56, 30, shade(main, -0.55), 8)).join('');

const jacket: Draw = (main, second) =>
  shape(
    'M-120 -300L-300 -190L-340 210L-230 230L-200 -40V320H200V-40L230 230L340 210L300 -190L120 -300C60 -250 -60 -250 -120 -300Z',
    main,
  ) +
  shape('M-120 -300L-300 -190L-340 210L-230 230L-200 -40Z', shade(main, -0.14)) +
  shape('M120 -300L300 -190L340 210L230 230L200 -40Z', shade(main, -0.14)) +
  shape('M-120 -300C-60 -250 60 -250 120 -300L90 -190C40 -150 -40 -150 -90 -190Z', second) +
  stroke('M0 -160V316', shade(main, -0.4), 10) +
  rect(-160, 90, 110, 20, shade(main, -0.3), 10) +
  rect(50, 90, 110, 20, shade(main, -0.3), 10) +
  rect(40, -90, 96, 70, second, 12) +
  [-90, 0, 90, 180].map((y) => circle(0, y, 12, second)).join('');

const tee: Draw = (main, second) =>
  shape(
    'M-110 -270L-330 -170L-280 -10L-200 -50V290H200V-50L280 -10L330 -170L110 -270C60 -200 -60 -200 -110 -270Z',
    main,
  ) +
  shape('M-110 -270C-60 -200 60 -200 110 -270L130 -262C70 -170 -70 -170 -130 -262Z', shade(main, -0.25)) +
  shape('M-90 40L0 -70L90 40Z', second) +
  shape('M-30 40L60 -30L130 40Z', shade(second, -0.2)) +
  rect(-130, 40, 260, 16, second, 8);

const backpack: Draw = (main, second) =>
  stroke('M-70 -280C-70 -350 70 -350 70 -280', shade(main, -0.4), 34) +
  shape('M-220 -120C-220 -330 220 -330 220 -120V260C220 310 190 330 150 330H-150C-190 330 -220 310 -220 260Z', main) +
  shape('M-220 -120C-220 -330 220 -330 220 -120V-60C100 0 -100 0 -220 -60Z', shade(main, 0.12)) +
  rect(-160, 70, 320, 210, shade(main, -0.16), 40) +
  rect(-160, 70, 320, 54, second, 27) +
  rect(-20, -70, 40, 130, second, 12) +
  rect(-26, 20, 52, 40, shade(second, -0.3), 10) +
  rect(-270, 60, 56, 200, shade(main, -0.25), 24) +
  rect(214, 60, 56, 200, shade(main, -0.25), 24);

const mug: Draw = (main, second) =>
  stroke('M180 -90C330 -120 330 140 170 130', main, 48) +
  shape('M-230 -160H190L170 180C166 230 130 250 90 250H-130C-170 250 -206 230 -210 180Z', main) +
  ellipse(-20, -160, 210, 44, shade(main, -0.25)) +
  ellipse(-20, -156, 184, 32, '#5b3a29') +
  shape('M-222 -40H182L176 60H-216Z', second) +
  [-90, -20, 50].map((x) => stroke(`M${x} -230C${x - 40} -270 ${x + 40} -300 ${x} -350`, '#ffffff', 14)).join('');

const lamp: Draw = (main, second) =>
  ellipse(0, 300, 190, 30, shade(second, -0.3)) +
  rect(-14, -60, 28, 360, second, 12) +
  shape('M-120 -320H120L250 -20H-250Z', main) +
  shape('M-120 -320H-40L-90 -20H-250Z', shade(main, 0.25)) +
  ellipse(0, -20, 250, 34, shade(main, -0.25)) +
  ellipse(0, -14, 200, 22, '#fff4c9') +
  circle(0, 30, 40, '#fff4c9');

const chair: Draw = (main, second) =>
  stroke('M-170 110L-230 330M170 110L230 330M-110 120L-140 320M110 120L140 320', second, 26) +
  shape('M-200 -300C-210 -340 210 -340 200 -300L180 60H-180Z', main) +
  shape('M-200 -300C-210 -340 -60 -338 -60 -334L-90 60H-180Z', shade(main, 0.16)) +
  shape('M-250 30C-250 0 250 0 250 30L230 130C200 150 -200 150 -230 130Z', shade(main, -0.15)) +
  rect(-286, -40, 70, 160, shade(main, -0.28), 35) +
  rect(216, -40, 70, 160, shade(main, -0.28), 35);

const watch: Draw = (main, second) =>
  shape('M-110 -340H110L130 -160H-130Z', second) +
  shape('M-110 340H110L130 160H-130Z', second) +
  rect(-14, -330, 28, 170, shade(second, -0.25)) +
  rect(-14, 160, 28, 170, shade(second, -0.25)) +
  circle(0, 0, 210, shade(main, -0.3)) +
  circle(0, 0, 190, main) +
  circle(0, 0, 158, '#fdfcf8') +
  Array.from({ length: 12 }, (_, n) => {
    const turn = (n * Math.PI) / 6;
    return circle(Math.round(Math.sin(turn) * 132), Math.round(Math.cos(turn) * 132), n % 3 === 0 ? 10 : 5, '#1f2933');
  }).join('') +
  stroke('M0 0L-62 -54', '#1f2933', 16) +
  stroke('M0 0L76 -84', '#1f2933', 10) +
  stroke('M0 20L-30 100', main, 6) +
  circle(0, 0, 14, '#1f2933') +
  rect(204, -26, 40, 52, shade(main, -0.35), 14);

const glasses: Draw = (main, second) =>
  stroke('M-300 -60C-330 -140 -250 -190 -180 -180M300 -60C330 -140 250 -190 180 -180', main, 30) +
  stroke('M-50 -20C-20 -60 20 -60 50 -20', main, 30) +
  [-180, 180]
    .map(
      (x) =>
        circle(x, 20, 150, main) +
        circle(x, 20, 118, second) +
        shape(`M${x - 90} 60L${x + 30} -80L${x + 70} -60L${x - 60} 96Z`, shade(second, 0.3)),
    )
    .join('');

const bottle: Draw = (main, second) =>
  rect(-70, -330, 140, 110, shade(second, -0.3), 18) +
  rect(-50, -230, 100, 60, '#d9c8a0', 8) +
  rect(-190, -180, 380, 500, main, 60) +
  rect(-190, -180, 120, 500, shade(main, 0.22), 60) +
  rect(-130, -30, 260, 210, '#fffdf7', 14) +
  rect(-90, 20, 180, 16, second, 8) +
  rect(-60, 60, 120, 12, shade(second, 0.4), 6) +
  circle(0, 126, 26, second);

const plant: Draw = (main, second) =>
  [
    [-10, -80, -150, -330],
    [10, -80, 160, -320],
    [0, -60, 0, -360],
    [-30, -40, -270, -170],
    [30, -40, 280, -160],
  ]
    .map(([x, y, tx, ty], n) =>
      shape(
        `M${x} ${y}C${x! + (tx! - x!) * 0.1 - 90} ${ty! + 140} ${tx! - 60} ${ty! + 30} ${tx} ${ty}C${tx! + 70} ${ty! + 80} ${x! + 90} ${ty! + 190} ${x} ${y}Z`,
        shade(second, n % 2 ? -0.12 : 0.1),
      ),
    )
    .join('') +
  shape('M-170 -60H170L130 300C128 320 110 330 90 330H-90C-110 330 -128 320 -130 300Z', main) +
  rect(-190, -90, 380, 80, shade(main, -0.15), 20) +
  shape('M-144 130H144L138 186H-138Z', shade(main, 0.3));

const headphones: Draw = (main, second) =>
  stroke('M-220 80C-240 -360 240 -360 220 80', second, 46) +
  stroke('M-190 10C-190 -270 190 -270 190 10', shade(second, 0.3), 12) +
  [-1, 1]
    .map(
      (side) =>
        rect(side * 236 - 70, 10, 140, 270, main, 64) + rect(side * 196 - 36, 30, 72, 230, shade(main, -0.3), 36),
    )
    .join('') +
  circle(-250, 145, 30, shade(main, 0.3)) +
  circle(250, 145, 30, shade(main, 0.3));

const bag: Draw = (main, second) =>
  stroke('M-120 -120C-120 -360 120 -360 120 -120', shade(second, -0.2), 30) +
  shape('M-250 -140H250L300 300C300 320 290 330 270 330H-270C-290 330 -300 320 -300 300Z', main) +
  shape('M-250 -140H-120L-190 330H-270C-290 330 -300 320 -300 300Z', shade(main, 0.14)) +
  rect(-110, -10, 220, 150, second, 20) +
  circle(0, 64, 36, main) +
  circle(-150, -90, 16, second) +
  circle(150, -90, 16, second);

const candle: Draw = (main, second) =>
  shape('M0 -330C70 -250 60 -190 0 -170C-60 -190 -70 -250 0 -330Z', '#ffb347') +
  shape('M0 -270C30 -230 26 -196 0 -186C-26 -196 -30 -230 0 -270Z', '#fff1c1') +
  stroke('M0 -170V-110', '#3b2f2f', 12) +
  rect(-200, -120, 400, 440, main, 46) +
  rect(-200, -120, 110, 440, shade(main, 0.22), 46) +
  ellipse(0, -110, 196, 34, shade(main, -0.14)) +
  rect(-140, 20, 280, 190, '#fffaf0', 12) +
  rect(-90, 70, 180, 16, second, 8) +
  rect(-60, 116, 120, 12, shade(second, 0.4), 6);

const gift: Draw = (main, second) =>
  rect(-250, -60, 500, 380, main, 24) +
  rect(-290, -140, 580, 110, shade(main, 0.12), 20) +
  rect(-46, -140, 92, 460, second) +
  shape('M0 -140C-60 -330 -260 -300 -200 -190C-170 -140 -60 -140 0 -140Z', second) +
  shape('M0 -140C60 -330 260 -300 200 -190C170 -140 60 -140 0 -140Z', shade(second, -0.12)) +
  circle(0, -150, 42, shade(second, -0.25));

/** Things that a shop sells, by name. */
export const goods = {
  sneaker,
  boot,
  jacket,
  tee,
  backpack,
  mug,
  lamp,
  chair,
  watch,
  glasses,
  bottle,
  plant,
  headphones,
  bag,
  candle,
  gift,
};
export type Good = keyof typeof goods;
