import t from 'tap';
import { cutText } from '../edits/words.ts';
import { bounded, commonOf, msOfSeconds, numberText, readNumber } from './numbers.ts';

t.test('numbers are read as people write them', async (t) => {
  const read: [string, number | null][] = [
    ['12', 12],
    [' 3,5 ', 3.5],
    ['-40', -40],
    ['−40', -40],
    ['.5', 0.5],
    ['', null],
    ['1e9', null],
    ['12px', null],
    ['1234567890123', null],
    ['0x10', null],
    ['NaN', null],
  ];
  for (const [text, value] of read) t.equal(readNumber(text), value, JSON.stringify(text));
});

t.test('they stay within their bounds and their steps', async (t) => {
  t.equal(bounded(721.4, [-360, 720]), 720);
  t.equal(bounded(3.44, [0, 10], 0.1), 3.4);
  t.equal(bounded(-0.2, [-360, 720]), 0);
  t.equal(Object.is(bounded(-0.2, [-360, 720]), -0), false);
  t.equal(numberText(3, 0.1), '3.0');
  t.equal(numberText(34), '34');
  t.equal(msOfSeconds(3.04), 3000);
  t.equal(msOfSeconds(0.3), 300);
  t.equal(commonOf([4, 4]), 4);
  t.equal(commonOf([4, 5]), undefined);
});

t.test('texts are kept as designs take them', async (t) => {
  t.equal(cutText('🔥'.repeat(5), 3), '🔥🔥🔥');
  t.equal(cutText('e\u0301', 1), 'é');
  t.equal(cutText('a\u0000b\ud800', 10), 'ab\ufffd');
});
