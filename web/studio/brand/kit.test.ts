import t from 'tap';
import { brandKit, emptyBrandKit } from '#contracts/account/brand-kit.ts';
import { contrastOn } from '../properties/contrast.ts';
import { differentKits } from '../templates/test-kits.ts';
import { colorPairs, weakWords } from './brand-pairs.ts';
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
