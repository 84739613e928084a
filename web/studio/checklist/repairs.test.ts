import t from 'tap';
import { adviseContrast } from '#contracts/studio/check/advise-contrast.ts';
import { adviseDesign } from '#contracts/studio/check/advise-design.ts';
import { checkDesign } from '#contracts/studio/check/check-design.ts';
import { componentAt, type DesignContent, storyMs } from '#contracts/studio/check/checked.ts';
import { rgbOf } from '#contracts/studio/check/contrast.ts';
import { type ExamplePart, exampleDesign } from '#contracts/studio/examples.ts';
import { flatten } from '#contracts/studio/flat.ts';
import { componentKinds } from '#contracts/studio/kinds.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { studio } from '#contracts/studio/studio.ts';
import { createRandom, pick, type Random } from '#ops/testing/random.ts';
import { contrastChoices } from './repair-contrast.ts';
import { type ChecklistFault, repaired, verbOf } from './repairs.ts';

const seed = Number(process.env.SEED ?? 19);
const facts = {
  now: 1_800_000_000,
  before: null,
  laterStories: new Set<string>(),
  mediumSize: null,
  samples: new Map(),
  group: [],
  storyId: 'story',
  hasOldSdk: false,
};
/** What a story says of a design: an image, or a video of so many ms. */
const contentOf = (design: Studio, videoMs: number | null): DesignContent => ({
  title: 'Coats',
  type: videoMs === null ? 1 : 2,
  hasMedium: false,
  studio: design,
  conditions: null,
});
const faultsOf = (design: Studio, videoMs: number | null = null): ChecklistFault[] => {
  const content = contentOf(design, videoMs);
  return [...checkDesign(content, { ...facts, videoMs }), ...adviseDesign(content, { ...facts, videoMs })];
};
const lengthOf = (design: Studio, videoMs: number | null = null) => ({
  lengthMs: storyMs(contentOf(design, videoMs), videoMs),
  isVideo: videoMs !== null,
});
const keyOf = (design: Studio, { code, path }: ChecklistFault): string =>
  `${code} ${componentAt(design, path)?.component.id ?? path}`;

const between = (random: Random, least: number, most: number) => least + Math.floor(random() * (most - least + 1));
const colors = ['#ffffff', '#17162b', '#f1f1f7', '#5b3df5', '#e8a33d', '#7a7a7a', '#ffe08a', '#103050', '#00000080'];
const sentences = ['Wool', 'Which coat for November, and why?', 'One two three four five six seven eight nine ten'];

/** A design in which most is wrong: too small, beside the canvas, too short, unreadable. */
function poorDesign(random: Random): Studio {
  const parts = Array.from({ length: 4 }, (_, at): ExamplePart => {
    const kind = componentKinds[between(random, 0, componentKinds.length - 1)]!;
    const looks =
      kind === 'image'
        ? {}
        : {
            text_color: pick(random, colors),
            background: pick(random, [null, ...colors]),
            ...(kind === 'cta' ? {} : { font_size: pick(random, [10, 16, 24, 40]) }),
            ...(kind === 'cta' || kind === 'text'
              ? {}
              : { option_color: pick(random, colors), accent_color: pick(random, colors) }),
          };
    const start_time = pick(random, [0, 0, 2000, 6500, 9000]);
    return [
      kind,
      `comp-000${at}`,
      {
        ...looks,
        ...(kind === 'cta' ? { type: 'button' } : {}),
        ...(kind === 'text' ? { text: pick(random, sentences) } : {}),
        ...(kind === 'poll' ? { show_total: random() < 0.5 } : {}),
        position: { x: between(random, -360, 400), y: between(random, -200, 700) },
        size: {
          width: between(random, 8, pick(random, [60, 400, 720])),
          height: between(random, 8, pick(random, [60, 400, 1280])),
        },
        rotation: pick(random, [0, 0, 0, 30, -90, 135]),
        start_time,
        end_time: pick(random, [null, start_time, start_time + 900, start_time + 5000]),
      },
    ];
  });
  const buttons = parts.filter(([kind]) => kind === 'cta');
  const design = exampleDesign(...parts.filter((one) => one[0] !== 'cta' || buttons.indexOf(one) < 3));
  return { ...design, background: pick(random, ['#ffffff', '#17162b', '#e8a33d']) };
}

t.test(`a fault that is repaired is gone, and the design stays one (seed ${seed})`, async (t) => {
  const random = createRandom(seed);
  const mended = new Map<string, number>();
  for (let round = 0; round < 150; round += 1) {
    const design = poorDesign(random);
    const videoMs = pick(random, [null, null, 2500, 12_000]);
    for (const fault of faultsOf(design, videoMs)) {
      const after = repaired(design, fault, lengthOf(design, videoMs));
      if (!after) continue;
      mended.set(fault.code, (mended.get(fault.code) ?? 0) + 1);
      const left = faultsOf(after, videoMs).map((one) => keyOf(after, one));
      if (left.includes(keyOf(design, fault))) t.fail(`${keyOf(design, fault)} is left`, { round, design });
      const parsed = studio.safeParse(after);
      if (!parsed.success) t.fail(`${fault.code} makes no design`, { round, issues: parsed.error.issues });
    }
  }
  const repairs = ['off_canvas', 'safe_area', 'target_small', 'target_tight', 'window', 'window_short', 'reading_time'];
  for (const code of repairs) t.ok((mended.get(code) ?? 0) > 5, `${code}: ${mended.get(code)}`);
});

t.test(`each way to better contrast is enough, and says what it makes (seed ${seed})`, async (t) => {
  const random = createRandom(seed);
  const used = new Set<string>();
  for (let round = 0; round < 150; round += 1) {
    const design = poorDesign(random);
    const ground = design.background!;
    const over = { dark: rgbOf(ground), light: rgbOf(ground) };
    for (const one of flatten(design)) {
      // Alone on its ground: what others lay below it is theirs.
      const alone = exampleDesign([one.kind, one.component.id, one.component]);
      const [fault] = adviseContrast(flatten(alone)[0]!, { ...alone, background: ground }, false, facts);
      if (!fault) continue;
      const choices = contrastChoices(alone, one.component.id, true, over);
      if (!choices.some(({ repair }) => repair === 'box')) t.fail(`${one.kind}: a box does`, { round, one });
      for (const { repair, design: after } of choices) {
        used.add(repair);
        const left = adviseContrast(flatten(after)[0]!, { ...after, background: ground }, false, facts);
        if (left.length > 0) t.fail(`${one.kind}: ${repair} is not enough`, { round, left });
      }
    }
  }
  t.same([...used].sort(), ['box', 'darkText', 'lightText', 'shade']);
  const sand = { ...exampleDesign(['text', 'comp-0001']), background: '#f7dd9a' };
  t.same(
    contrastChoices(sand, 'comp-0001', false).map(({ repair, ratio }) => [repair, ratio.toFixed(1)]),
    [
      ['darkText', '13.3'],
      ['shade', '5.6'],
      ['box', '17.7'],
    ],
  );
  const anything = contrastChoices(exampleDesign(['text', 'comp-0001']), 'comp-0001', true);
  t.same(
    anything.map(({ repair }) => repair),
    ['shade', 'box'],
    'over a picture that nobody has measured',
  );
  t.same(contrastChoices(sand, 'comp-0009', false), []);
});

t.test('a row says what is done', async (t) => {
  const said = (design: Studio, code: string, videoMs: number | null = null) => {
    const fault = faultsOf(design, videoMs).find((one) => one.code === code)!;
    const verb = verbOf(design, fault, lengthOf(design, videoMs));
    return [verb.defaultMessage, verb.values ?? {}, repaired(design, fault, lengthOf(design, videoMs)) !== null];
  };
  const small = { size: { width: 40, height: 40 } };
  t.same(said(exampleDesign(['cta', 'comp-0001', small]), 'target_tight'), ['Enlarge', {}, true]);
  const [enlarged] = repaired(
    exampleDesign(['cta', 'comp-0001', { ...small, position: { x: 100, y: 300 } }]),
    { code: 'target_tight', path: 'studio.ctaData.0.size', phrase: { id: '', defaultMessage: '' } },
    { lengthMs: 7000, isVideo: false },
  )!.ctaData;
  t.match(enlarged, { position: { x: 98, y: 298 }, size: { width: 44, height: 44 } }, 'no more than it needs');
  const low = { position: { x: 20, y: 600 }, size: { width: 320, height: 60 } };
  const outside = exampleDesign(['cta', 'comp-0001', low]);
  t.same(said(outside, 'safe_area'), ['Move in', {}, true]);
  const long = exampleDesign(['text', 'comp-0001', { text: 'word '.repeat(31) }]);
  t.same(said(long, 'reading_time'), ['Use {seconds} s', { seconds: 8.9 }, true]);
  t.same(said(long, 'reading_time', 5000), ['Fix', {}, false], 'a film is as long as it is');
  const book = exampleDesign(
    ...['comp-0001', 'comp-0002'].map((id): ExamplePart => ['text', id, { text: 'word '.repeat(50) }]),
  );
  t.same(said(book, 'reading_time'), ['Fix', {}, false], 'no image is shown so long');
  const late = exampleDesign(['poll', 'comp-0001', { start_time: 5000 }]);
  t.same(said(late, 'window_short'), ['Use {seconds} s', { seconds: 3 }, true]);
  t.match(repaired(late, faultsOf(late).find(({ code }) => code === 'window_short')!, lengthOf(late))!.pollData[0], {
    start_time: 4000,
    end_time: null,
  });
  t.same(said(exampleDesign(['image', 'comp-0001', { alt: '' }]), 'alt_missing'), ['Write', {}, false]);
  t.same(said(exampleDesign(['cta', 'comp-0001', { outlink: '' }]), 'link_missing'), ['Fix', {}, false]);
});
