import { createRequire } from 'node:module';
import t from 'tap';
import '#kernel/platform/say.ts';
import { reactionComponent } from '#contracts/studio/components/reaction.ts';
import { exampleComponent } from '#contracts/studio/examples.ts';
import { emojiOf, findEmoji, recommended } from './emoji-search.ts';

// Node asks for the type of a JSON file that is imported, browsers' bundlers do not.
const emojiList = emojiOf(createRequire(import.meta.url)('emojibase-data/en/compact.json'));

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
