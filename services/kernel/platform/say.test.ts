import t from 'tap';
import { defineWords } from '#contracts/words/define.ts';
import { fill } from '#contracts/words/phrase.ts';
import { say } from './say.ts';

const words = defineWords('test', {
  named: 'created “{title}”',
  counted: '{count, plural, one {# row} other {# rows}} of {total, number}',
  chosen: '{kind, select, app {the app} other {the group}} {name}',
  outer: 'Line {line}: {fault}',
});

t.test('a message without arguments is said as it stands', async (t) => {
  t.equal(say(defineWords('test', { plain: 'There is 100 % of it.' }).plain), 'There is 100 % of it.');
});

t.test('arguments are put in: values, amounts, choices and other phrases', async (t) => {
  t.equal(say(fill(words.named, { title: 'Summer' })), 'created “Summer”');
  t.equal(say(fill(words.counted, { count: 1, total: 1000 })), '1 row of 1,000');
  t.equal(say(fill(words.counted, { count: 12_345, total: 0.5 })), '12,345 rows of 0.5');
  t.equal(say(fill(words.chosen, { kind: 'app', name: 'Shop' })), 'the app Shop');
  t.equal(say(fill(words.outer, { line: 1000, fault: fill(words.named, { title: 'x' }) })), 'Line 1000: created “x”');
});

t.test('what a person typed is never read as a message', async (t) => {
  for (const typed of ['{title}', "'{'", '<b>x</b>', '{count, plural, other {#}}', '#', "it''s"])
    t.equal(say(fill(words.named, { title: typed })), `created “${typed}”`);
});
