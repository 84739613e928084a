import { parse } from '@formatjs/icu-messageformat-parser';
import { createElement, Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createIntl } from 'react-intl';
import t from 'tap';
import { defineWords, type Message } from '#contracts/words/define.ts';
import { type RichValue, t as say } from './t.ts';

const words = defineWords('said', {
  plain: 'There is 100 % of it.',
  quoted: "It''s '{'here'}'.",
  named: 'by {name}',
  counted: '{count, plural, =0 {no row} one {# row} other {# rows}} of {total, number}',
  chosen: '{kind, select, app {the app} other {the group}} {name}',
  linked: 'Read <link>the <b>{title}</b></link> or <b>leave</b>',
  alone: '<b>{name}</b>',
});

type Say = (message: Message, values?: Record<string, RichValue>) => ReactNode;
type Case = [message: Message, values: Record<string, RichValue> | undefined, markup: string];

const bold = (parts: ReactNode[]) => createElement('b', null, parts);
const link = (parts: ReactNode[]) => createElement('a', null, parts);
const markup = (node: ReactNode) => renderToStaticMarkup(createElement(Fragment, null, node));

// Under an id of its own: a page has a message either as its text or as the bundler compiles it.
const compiled = ({ id, defaultMessage }: Message) =>
  ({ id: `${id}.compiled`, defaultMessage: parse(defaultMessage) }) as unknown as Message;
const both: [name: string, say: Say][] = [
  ['t', say as Say],
  ['react-intl', createIntl({ locale: 'en' }).formatMessage as Say],
];

const texts: Case[] = [
  [words.plain, undefined, 'There is 100 % of it.'],
  [words.quoted as Message, undefined, 'It&#x27;s {here}.'],
  [words.named, { name: '{name}' }, 'by {name}'],
  [words.named, { name: '<b>' }, 'by &lt;b&gt;'],
  [words.named, { name: 0 }, 'by 0'],
  [words.named, { name: undefined }, 'by '],
  [words.named, { name: createElement('i', null, 'Nora') }, 'by <i>Nora</i>'],
  [words.counted, { count: 0, total: 1000 }, 'no row of 1,000'],
  [words.counted, { count: 1, total: 0.5 }, '1 row of 0.5'],
  [words.counted, { count: 12_345, total: 12_345 }, '12,345 rows of 12,345'],
  [words.chosen, { kind: 'app', name: 'Shop' }, 'the app Shop'],
  [words.chosen, { kind: 'else', name: 'Shop' }, 'the group Shop'],
  [words.linked, { title: 'A & B', link, b: bold }, 'Read <a>the <b>A &amp; B</b></a> or <b>leave</b>'],
  [words.alone, { name: 'Nora', b: bold }, '<b>Nora</b>'],
];

t.test('a text is said as react-intl says it, whether it was compiled or not', async (t) => {
  const complaints = t.capture(console, 'error', () => undefined);
  for (const [message, values, expected] of texts)
    for (const [name, say] of both)
      for (const one of [message, compiled(message)])
        t.equal(markup(say(one, values)), expected, `${name}: ${message.defaultMessage}`);
  t.same(complaints(), [], 'React asks for no keys');
});

t.test('a text that lacks an argument shows itself, once it is compiled its id, and breaks no page', async (t) => {
  const complaints = t.capture(console, 'error', () => undefined);
  for (const [name, say] of both)
    for (const [message, values] of [
      [words.named, undefined],
      [words.linked, { title: 'A' }],
    ] as const) {
      t.equal(say(message as Message, values), message.defaultMessage, name);
      t.equal(say(compiled(message), values), `${message.id}.compiled`, name);
    }
  t.equal(complaints().length, 8, 'who develops is told');
});
