import t from 'tap';
import { blankComponent, blankDesign, withComponent } from '#contracts/studio/blank.ts';
import { flatten } from '#contracts/studio/flat.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import type { StoryContent } from '../state/story-content.ts';
import { applyTemplate } from './apply-template.ts';

const box = (y: number) => ({ position: { x: 20, y }, size: { width: 320, height: 60 } });
const asked = blankComponent('poll', {
  id: 'poll-0001',
  ...box(500),
  question: 'Which one?',
  accent_color: '#ff0000',
});
const template: Studio = {
  ...[
    blankComponent('text', { id: 'small-0001', ...box(300), text: 'From €99', font_size: 18 }),
    blankComponent('text', { id: 'large-0001', ...box(400), text: 'Winter sale', font_size: 48 }),
  ].reduce((design, one) => withComponent(design, 'text', one), withComponent(blankDesign(), 'poll', asked)),
  background: '#102030',
  duration_ms: 9000,
};
const content = (more: Partial<StoryContent> = {}): StoryContent => ({
  title: 'Coats',
  type: 1,
  media: null,
  thumbnail: null,
  studio: blankDesign(),
  conditions: null,
  ignored: [],
  ...more,
});
const ids = () => {
  let last = 0;
  return () => {
    last += 1;
    return `new-${String(last).padStart(4, '0')}`;
  };
};

t.test('a blank page becomes the template, with ids of its own', async (t) => {
  const { studio, title } = applyTemplate(content(), template, { newId: ids() });
  t.equal(title, 'Coats');
  t.same([studio.background, studio.duration_ms], ['#102030', 9000]);
  t.same(
    studio.textData.map(({ text, font_size }) => [text, font_size]),
    [
      ['From €99', 18],
      ['Winter sale', 48],
    ],
  );
  const all = flatten(studio).map(({ component }) => component.id);
  t.equal(new Set(all).size, 3);
  t.ok(all.every((id) => id.startsWith('new-')));
});

t.test(
  'what the page says stays, the largest words first; its picture keeps its place, and its rules go along',
  async (t) => {
    const words = withComponent(
      withComponent(
        blankDesign(),
        'text',
        blankComponent('text', { id: 'mine-0001', ...box(10), text: 'Big news', font_size: 40 }),
      ),
      'poll',
      blankComponent('poll', {
        id: 'mine-0002',
        ...box(200),
        question: 'Camel or navy?',
        options: [
          { text: 'Camel', color: '#aa8855' },
          { text: 'Navy', color: null },
        ],
      }),
    );
    const page = content({
      media: '/media/one.png',
      studio: { ...words, medium: { ...words.medium, zoom: 150 } },
      conditions: {
        rules: [
          { component_id: 'mine-0002', values: ['A'], to: 'end' },
          { component_id: 'gone-0001', values: ['B'], to: 'end' },
        ],
        next: null,
      },
    });
    const { studio, conditions, media } = applyTemplate(page, template, { newId: ids() });
    t.equal(media, '/media/one.png');
    t.equal(studio.medium.zoom, 150);
    t.same(
      studio.textData.map(({ text }) => text),
      ['From €99', 'Big news'],
    );
    const [poll] = studio.pollData;
    t.same([poll?.question, poll?.options.map(({ text }) => text)], ['Camel or navy?', ['Camel', 'Navy']]);
    t.equal(poll?.accent_color, '#ff0000', 'how it looks is the template');
    t.same(conditions, { rules: [{ component_id: poll?.id, values: ['A'], to: 'end' }], next: null });
  },
);

t.test('a logo is no content: it stays where the template has it, and no other picture takes its place', async (t) => {
  const image = (id: string, media: string, y: number) =>
    blankComponent('image', { id, position: { x: 20, y }, size: { width: 100, height: 30 }, media });
  const branded = withComponent(
    withComponent(blankDesign(), 'image', image('shoe-0001', '/shoe.webp', 300)),
    'image',
    image('logo-0001', '/logo.png', 80),
  );
  const page = withComponent(
    withComponent(blankDesign(), 'image', image('mine-0001', '/logo.png', 20)),
    'image',
    image('mine-0002', '/coat.png', 200),
  );
  const isLogo = (picture: string) => picture === '/logo.png';
  const { studio } = applyTemplate(content({ studio: page }), branded, { newId: ids(), isLogo });
  t.same(
    studio.imageData.map(({ media, position }) => [media, position.y]),
    [
      ['/coat.png', 300],
      ['/logo.png', 80],
    ],
  );
});

t.test('a video sets its own length', async (t) => {
  t.equal(
    applyTemplate(content({ type: 2, media: '/media/one.mp4' }), template, { newId: ids() }).studio.duration_ms,
    null,
  );
});
