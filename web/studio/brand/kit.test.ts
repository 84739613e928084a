import t from 'tap';
import { brandKit, emptyBrandKit } from '#contracts/account/brand-kit.ts';
import { contrastOn } from '../properties/contrast.ts';
import { differentKits } from '../templates/test-kits.ts';
import { colorPairs, weakWords } from './brand-pairs.ts';
import { begunEdit, changedEdit, editAfterSave } from './kit-edit.ts';
import { firstButton, firstCard, fontsFor, kitToSave } from './kit-edits.ts';

const woods = differentKits.woods!;
const named = [
  { name: 'Pine', value: '#17352a' },
  { name: 'Rust', value: '#d9532c' },
  { name: 'Amber', value: '#f0b429' },
  { name: 'Sand', value: '#efe3d0' },
];

t.test('pairs that only large words can be written in are named with their contrast', async (t) => {
  const { all, large } = colorPairs(named);
  t.equal(all, 6);
  t.same(
    large.map(({ one, other, ratio }) => [one, other, ratio.toFixed(1)]),
    [
      ['Pine', 'Rust', '3.3'],
      ['Rust', 'Sand', '3.2'],
    ],
  );
  t.same(colorPairs(named.slice(0, 1)), { all: 0, large: [] });
});

t.test('words of a look that are hard to read are named', async (t) => {
  t.same(weakWords(emptyBrandKit), []);
  t.same(weakWords(woods), []);
  const weak = weakWords({
    button: { ...woods.button!, background: '#d9532c' },
    card: { ...woods.card!, text_color: '#f0b429', background: null },
  });
  t.same(
    weak.map(({ on }) => on),
    ['button', 'option'],
    'over what lies below nobody knows',
  );
});

t.test('looks begin readable, in the first color, and are saved in the font for texts', async (t) => {
  for (const kit of [emptyBrandKit, ...Object.values(differentKits)]) {
    const [button, card] = [firstButton(kit), firstCard(kit)];
    t.ok(contrastOn(button.text_color, button.background!) >= 4.5, button.background!);
    t.ok(contrastOn(card.text_color, card.background!) >= 4.5);
    const saved = kitToSave({ ...kit, colors: [{ name: '  Pine ', value: '#17352a' }], button, card });
    t.equal(saved.colors[0]!.name, 'Pine');
    t.same([saved.button!.text_font, saved.card!.text_font], Array(2).fill(kit.fonts[1] ?? kit.fonts[0] ?? 'inter'));
    t.ok(brandKit.safeParse({ ...saved, logo: { light: null, dark: null } }).success);
  }
  t.same(fontsFor(null, 'lora'), []);
  t.same(fontsFor('lora', null), ['lora']);
  t.same(fontsFor('lora', 'lora'), ['lora']);
  t.same(fontsFor('lora', 'inter'), ['lora', 'inter']);
});

t.test('a change goes into the kit as it is by then, and opens no edit that is over', async (t) => {
  const begun = begunEdit({ ...emptyBrandKit, colors: named });
  const dark = changedEdit(begun, ({ logo }) => ({ logo: { ...logo, dark: '/media/dark.png' } }))!;
  const fonts = changedEdit(dark, () => ({ fonts: ['lora'] }))!;
  const light = changedEdit(fonts, ({ logo }) => ({ logo: { ...logo, light: '/media/light.png' } }))!;
  t.same(light.kit, {
    ...emptyBrandKit,
    colors: named,
    fonts: ['lora'],
    logo: { light: '/media/light.png', dark: '/media/dark.png' },
  });
  t.equal(light.base, begun.kit);
  t.equal(
    changedEdit(null, () => ({ fonts: ['lora'] })),
    null,
  );
});

t.test('what is changed while the kit is saved is kept, and is yet to be saved', async (t) => {
  const sent = changedEdit(begunEdit(emptyBrandKit), () => ({ fonts: ['lora'] }))!;
  t.equal(editAfterSave(sent, sent, sent.kit), null);
  t.equal(editAfterSave(null, sent, sent.kit), null, 'one that was given up meanwhile stays so');
  const later = changedEdit(sent, () => ({ fonts: ['inter'] }))!;
  t.match(editAfterSave(later, sent, sent.kit), { kit: { fonts: ['inter'] }, base: sent.kit });
});

t.test('each color keeps its id when the colors are moved, changed, added and removed', async (t) => {
  const edit = (colors: typeof named, before = begunEdit({ ...emptyBrandKit, colors: named })) =>
    changedEdit(before, () => ({ colors }))!;
  const [pine, rust, amber, sand] = named as [
    (typeof named)[0],
    (typeof named)[0],
    (typeof named)[0],
    (typeof named)[0],
  ];
  t.same(edit(named).colorIds, ['0', '1', '2', '3']);
  const moved = edit([rust, pine, amber, sand]);
  t.same(moved.colorIds, ['1', '0', '2', '3']);
  const changed = edit([{ ...rust, name: 'Brick' }, pine, amber, sand], moved);
  t.same(changed.colorIds, ['1', '0', '2', '3']);
  const removed = edit([changed.kit.colors[0]!, amber, sand], changed);
  t.same(removed.colorIds, ['1', '2', '3']);
  t.same(edit([...removed.kit.colors, { name: 'New', value: '#ffffff' }], removed).colorIds, ['1', '2', '3', '4']);
});
