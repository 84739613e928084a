import t from 'tap';
import { blankDesign, withComponent } from '#contracts/studio/blank.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { newComponent } from '../palette/new-component.ts';
import type { PaletteItem } from '../palette/palette-items.ts';
import { storySign } from './story-sign.ts';

const made = (design: Studio, item: PaletteItem, hidden = false): Studio => {
  const { kind, component } = newComponent(design, {
    id: `of-${item}-00`,
    item,
    now: 0,
    brand: null,
    picture: { src: '/a.png', width: 10, height: 10 },
  });
  return withComponent(design, kind, { ...component, hidden } as typeof component);
};
const withAll = (...items: PaletteItem[]): Studio => items.reduce((design, item) => made(design, item), blankDesign());

t.test('a story in a row is told apart by what viewers do in it', async (t) => {
  t.equal(storySign({ studio: blankDesign(), type: 1 }), null);
  t.equal(storySign({ studio: blankDesign(), type: 2 }), 'video');
  t.equal(storySign({ studio: withAll('text', 'image'), type: 1 }), null, 'words and pictures are in most of them');
  t.equal(storySign({ studio: withAll('text', 'swipe'), type: 2 }), 'swipe');
  t.equal(storySign({ studio: withAll('swipe', 'image', 'quiz'), type: 1 }), 'quiz');
  t.equal(
    storySign({ studio: made(withAll('button'), 'poll', true), type: 1 }),
    'button',
    'what is hidden is not seen',
  );
});
