import t from 'tap';
import { createEventParser, type StreamEvent } from './event-stream.ts';

const all = (chunks: readonly string[], most?: number): StreamEvent[] => {
  const parser = createEventParser(most);
  return chunks.flatMap((chunk) => parser.push(chunk));
};

const stream = [
  ':\n\n',
  'event: picture\ndata: {"a":1}\n\n',
  ': a comment\r\ndata: first\r\ndata:second\r\ndata\r\nid: 4\r\nretry: 10\r\n\r\n',
  'event: empty\n\n',
  'event:change\rdata:  spaced: out\r\r',
  'data: ö 🙂\n\n',
  'data: never ended\n',
].join('');
const events: StreamEvent[] = [
  { event: 'picture', data: '{"a":1}' },
  { event: 'message', data: 'first\nsecond\n' },
  { event: 'change', data: ' spaced: out' },
  { event: 'message', data: 'ö 🙂' },
];

t.test('events are read with comments, several lines of data and every kind of line end', async (t) => {
  t.same(all([stream]), events);
  t.same(all(['\n\n\n', 'data:\n\n']), [{ event: 'message', data: '' }]);
  t.same(all([]), []);
});

t.test('they are the same wherever the stream is split', async (t) => {
  t.same(all([...stream].flatMap((one) => ['', one])), events, 'one by one');
  for (let at = 0; at <= stream.length; at += 1)
    t.same(all([stream.slice(0, at), stream.slice(at)]), events, `split at ${at}`);
});

t.test('a line or an event without an end is cut off', async (t) => {
  t.throws(() => all(['data: ', ...Array<string>(30).fill('x'.repeat(10))], 200), RangeError);
  t.throws(() => all(Array<string>(30).fill('data: 12345678\n'), 200), RangeError);
  t.throws(() => all([`:${'x'.repeat(300)}`], 200), RangeError, 'a comment');
  const one = `data: ${'x'.repeat(150)}\n\n`;
  t.equal(all([one, one, one], 200).length, 3, 'what was read is not counted again');
});
