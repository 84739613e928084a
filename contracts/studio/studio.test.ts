import t from 'tap';
import '#kernel/platform/say.ts';
import { studioBytes } from './bytes.ts';
import { exampleComponent, exampleDesign, sentDesign } from './examples.ts';
import { flatten } from './flat.ts';
import { type ComponentKind, componentKinds, componentLists, listOf } from './kinds.ts';
import { studioLimits } from './limits.ts';
import { studio } from './studio.ts';

/** The paths of what is wrong with a design. */
const wrong = (design: unknown): string[] =>
  studio.safeParse(design).error?.issues.map(({ path }) => path.join('.')) ?? [];
/** The first thing that is said of one component. */
const said = (kind: ComponentKind, more: object): string | undefined =>
  studio.safeParse(sentDesign([kind, 'comp-0001', more])).error?.issues[0]?.message;

t.test('what is left out gets its default, and every list is there', async (t) => {
  const design = studio.parse({ version: 1 });
  t.same(
    Object.keys(design).toSorted(),
    ['version', 'duration_ms', 'background', 'medium', ...componentLists].toSorted(),
  );
  t.same(design.medium, { fit: 'fill', x: 50, y: 50, zoom: 100, alt: '' });
  const all = exampleDesign(...componentKinds.map((kind, at) => [kind, `comp-000${at}`] as const));
  t.same(
    flatten(all).map(({ kind }) => kind),
    [...componentKinds],
  );
  t.match(all.ctaData[0], { type: 'swipe', text_color: '#ffffff', background: null, radius: 0, text_size: 2 });
  t.match(all.ctaData[0], { text_weight: 700, icon_color: '#ffffff' });
  t.match(all.textData[0], { text_weight: 400, font_size: 16, text_font: 'inter', text_align: 'center' });
  t.match(all.pollData[0], { text_color: '#17162b', background: '#ffffff', radius: 12, option_color: '#f1f1f7' });
  t.match(all.pollData[0]?.options, [{ text: 'Camel wool', color: null }]);
  t.match(all.quizData[0], { right_color: '#12805c', wrong_color: '#cf2a41', accent_color: '#5b3df5' });
  t.match(all.countdownData[0], { units: ['days', 'hours', 'minutes', 'seconds'], end_text: '' });
  t.match(all.productTagData[0], { opens: 'web', dot: null, media: null, old_price: '' });
  t.match(all.imageData[0], { opacity: 100, decorative: false });
  for (const kind of componentKinds)
    t.match(all[listOf[kind]][0], {
      rotation: 0,
      z_index: 0,
      start_time: 0,
      end_time: null,
      locked: false,
      hidden: false,
    });
  t.same(studio.parse(all), all, 'what is kept can be sent again');
});

t.test('whole numbers within their bounds, and nothing that only looks like one', async (t) => {
  const bounds: [string, object, string][] = [
    ['x', { position: { x: 721, y: 0 } }, 'position.x'],
    ['y', { position: { x: 0, y: -641 } }, 'position.y'],
    ['half a unit', { position: { x: 360.5, y: 0 } }, 'position.x'],
    ['a text', { position: { x: '10', y: 0 } }, 'position.x'],
    ['no number', { rotation: Number.NaN }, 'rotation'],
    ['1e400', { z_index: JSON.parse('1e400') }, 'z_index'],
    ['a turn too far', { rotation: 181 }, 'rotation'],
    ['width', { size: { width: 7, height: 8 } }, 'size.width'],
    ['height', { size: { width: 8, height: 1281 } }, 'size.height'],
    ['layer', { z_index: 100 }, 'z_index'],
    ['time', { end_time: studioLimits.timeMs + 1 }, 'end_time'],
    ['a field of another kind', { font_size: 16 }, ''],
  ];
  for (const [name, more, path] of bounds)
    t.same(wrong(sentDesign(['image', 'comp-0001', more])), [path ? `imageData.0.${path}` : 'imageData.0'], name);
  t.same(wrong(sentDesign(['text', 'comp-0001', { text_size: 2 }])), ['textData.0'], 'text_size is for buttons');
  t.same(wrong({ version: 2 }), ['version']);
  t.same(wrong({ version: 1, duration_ms: 999 }), ['duration_ms']);
  t.same(wrong({ version: 1, medium: { zoom: 301 } }), ['medium.zoom']);
});

t.test('colors, fonts, ids and links of one form only', async (t) => {
  for (const color of ['red', '#FFF', '#FFFFFF', '#fff', 'url(https://a.example)', '#ffffff0', 'var(--a)', '#ffffff;'])
    t.equal(said('text', { text_color: color }), 'Use a color such as #5b3df5, in lower case.', color);
  t.equal(said('text', { text_color: '#5b3df580' }), undefined);
  t.same(wrong({ version: 1, background: '#5b3df580' }), ['background'], 'a background covers');
  t.ok(said('text', { text_font: 'Comic Sans' }));
  for (const id of ['__proto__', 'constructor', 'hasOwnProperty', 'short', 'with space', 'a'.repeat(37), '<script>'])
    t.same(wrong({ version: 1, textData: [exampleComponent('text', id)] }), ['textData.0.id'], id);
  for (const outlink of ['javascript:alert(1)', 'https://a b', 'ftp://a', 'https://me:secret@a.example'])
    t.ok(said('cta', { outlink }), outlink);
  for (const deep_link of ['javascript:alert(1)', 'intent://a#Intent;end', 'JavaScript:1'])
    t.ok(said('cta', { deep_link }));
  t.equal(said('cta', { deep_link: 'shop://coats' }), undefined);
});

t.test('an emoji is one that Unicode recommends, each once', async (t) => {
  const family = '👨‍👩‍👧‍👦';
  t.equal(said('reaction', { emojis: [family, '🇳🇱', '👍🏽', '❤️', '1️⃣'] }), undefined);
  for (const emoji of ['ab', 'a', '', '🇳🇱🇩🇪', '❤', `${family}${family}`, '🔥'.repeat(200), '__proto__', '🔥\u200d'])
    t.equal(said('reaction', { emojis: ['🏆', '❄️', emoji] }), 'Use one emoji.', JSON.stringify(emoji));
  t.equal(said('reaction', { emojis: ['🔥', '🔥', '🏆'] }), 'Use each emoji once.');
  t.ok(said('reaction', { emojis: ['🔥', '🏆'] }), 'three at least');
});

t.test('how many of each a story can have', async (t) => {
  const many = (kind: ComponentKind, count: number, more: object = {}) =>
    sentDesign(...Array.from({ length: count }, (_, at) => [kind, `comp-${kind}-${at}00`.slice(0, 36), more] as const));
  const first = (design: unknown) => studio.safeParse(design).error?.issues[0]?.message;
  t.equal(first(many('text', 30)), undefined);
  t.same(wrong(many('text', 31)), ['textData']);
  t.equal(first({ ...many('text', 29), ...many('image', 2) }), 'A story can have up to 30 components.');
  t.equal(
    first({ ...many('poll', 3), ...many('quiz', 3) }),
    'A story can have up to 5 reactions, quizzes, polls and ratings.',
  );
  t.equal(first(many('product_tag', 6)), 'A story can have up to 5 product tags.');
  t.equal(first(many('cta', 2)), 'A story can have one Swipe Up.');
  t.equal(first(many('cta', 4, { type: 'button' })), 'A story can have up to 3 buttons.');
  const fonts = ['inter', 'lora', 'oswald', 'caveat'].map(
    (text_font, at) => ['text', `comp-000${at}`, { text_font }] as const,
  );
  t.equal(first(sentDesign(...fonts)), 'A story can use up to 3 fonts.');
  t.same(wrong(sentDesign(['text', 'comp-0001'], ['poll', 'comp-0001'])), ['pollData.0.id']);
});

t.test('32 KiB of UTF-8 as it is kept, to the byte', async (t) => {
  const texts = (bytes: number) =>
    sentDesign(
      ...Array.from({ length: 24 }, (_, at) => {
        const own = Math.max(0, Math.min(1100, bytes - at * 1100));
        // Of one byte each, or of four.
        const text = '\u{1f525}'.repeat(Math.floor(own / 4)) + 'x'.repeat(own % 4);
        return ['text', `comp-${1000 + at}`, { text }] as const;
      }),
    );
  const room = studioLimits.bytes - studioBytes(studio.parse(texts(0)));
  t.equal(studioBytes(studio.parse(texts(room))), studioLimits.bytes);
  t.same(wrong(texts(room + 1)), ['']);
});

t.test('pictures count as they are kept, however long their addresses', async (t) => {
  const key = `${'a'.repeat(64)}.png`;
  const design = (host: string, bytes: number) =>
    sentDesign(
      ...Array.from(
        { length: 8 },
        (_, at) => ['image', `imag-${1000 + at}`, { media: `${host}/media/${key}` }] as const,
      ),
      ...Array.from({ length: 22 }, (_, at) => {
        const text = 'x'.repeat(Math.max(0, Math.min(1150, bytes - at * 1150)));
        return ['text', `text-${1000 + at}`, { text: text.replaceAll('xxxx', '\u{1f525}') }] as const;
      }),
    );
  const kept = (bytes: number) => JSON.stringify(studio.parse(design('', bytes))).replaceAll('/media/', '');
  const room = studioLimits.bytes - Buffer.byteLength(kept(0));
  t.equal(Buffer.byteLength(kept(room)), studioLimits.bytes);
  const host = `https://${'media.'.repeat(100)}example.com`;
  t.same(wrong(design(host, room)), []);
  t.same(wrong(design(host, room + 1)), ['']);
});

t.test('of a list that is too long no more entries are looked at than it may have', async (t) => {
  const entries = Array.from({ length: 200_000 }, () => ({}));
  const issues = studio.safeParse({ version: 1, textData: entries }).error!.issues;
  t.ok(issues.some(({ code, path }) => code === 'too_big' && path[0] === 'textData'));
  t.notOk(issues.some(({ path }) => Number(path[1]) > studioLimits.components));
  const options = entries.map(() => ({ text: 'a' }));
  t.match(studio.safeParse(sentDesign(['poll', 'comp-0001', { options }])).error!.issues, [{ code: 'too_big' }]);
});
