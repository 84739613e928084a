import { createRequire } from 'node:module';
import t from 'tap';
import '#kernel/platform/say.ts';
import { reactionComponent } from '#contracts/studio/components/reaction.ts';
import { exampleComponent } from '#contracts/studio/examples.ts';
import { emojiOf, findEmoji, recommended } from './emoji-search.ts';
import { skinTones, withTone } from './skin-tones.ts';

// Node asks for the type of a JSON file that is imported, browsers' bundlers do not.
const known = createRequire(import.meta.url)('emojibase-data/en/compact.json') as {
  unicode: string;
  label: string;
  skins?: { unicode: string }[];
}[];
const emojiList = emojiOf(known);

const found = (text: string) => findEmoji(emojiList, text, 20).map(({ emoji }) => emoji);

t.test('emoji are found by their names and by what they stand for', async (t) => {
  t.equal(found('fire')[0], '🔥');
  t.ok(found('hot').includes('🔥'));
  t.ok(found('Thumbs UP').includes('👍'));
  t.ok(found('heart ey').includes('😍'));
  t.same(found('xyzzy'), []);
  t.equal(found('').length, 20);
  t.equal(found('a'.repeat(10_000)).length, 0);
});

t.test('each is one that a reaction takes', async (t) => {
  t.ok(emojiList.length > 1800);
  const all = emojiList.map(({ emoji }) => emoji);
  t.equal(new Set(all).size, all.length);
  for (let at = 0; at < all.length - 2; at += 3)
    t.ok(
      reactionComponent.safeParse(exampleComponent('reaction', 'comp-0001', { emojis: all.slice(at, at + 3) })).success,
    );
  t.equal(recommended('\u{1f44d}\ufe0f'), '👍');
  t.equal(recommended('❤️'), '❤️');
  t.equal(recommended('\u{1f1e6}'), null, 'half a flag');
});

t.test('every emoji with a skin comes in its tones, no other changes', async (t) => {
  t.equal(withTone('👍', 'dark'), '👍🏿');
  t.equal(withTone('🔥', 'dark'), '🔥');
  t.equal(withTone('✌️', 'light'), '✌🏻');
  t.equal(withTone('👍', 'none'), '👍');
  const modifiers = ['🏻', '🏼', '🏽', '🏾', '🏿'];
  for (const { unicode, skins = [] } of known) {
    const plain = recommended(unicode);
    if (!plain) continue;
    modifiers.forEach((modifier, at) => {
      // Of two people the list has mixed tones, too.
      const same = skins.find((one) => modifiers.every((each) => one.unicode.includes(each) === (each === modifier)));
      const expected = same ? recommended(same.unicode) : plain;
      const found = withTone(plain, skinTones[at + 1]!);
      if (found !== expected) t.equal(found, expected, `${plain} ${skinTones[at + 1]}`);
    });
  }
});
