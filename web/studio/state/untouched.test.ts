import t from 'tap';
import { blankDesign } from '#contracts/studio/blank.ts';
import { exampleDesign } from '#contracts/studio/examples.ts';
import type { StoryContent } from './story-content.ts';
import { isBlankDesign, isUntouched } from './untouched.ts';

t.test('a story is untouched until somebody puts something into it', async (t) => {
  const blank: StoryContent = {
    title: '',
    type: 1,
    media: null,
    thumbnail: null,
    studio: blankDesign(),
    conditions: null,
    ignored: [],
  };
  t.ok(isUntouched(blank));
  for (const changes of [
    { title: 'Coats' },
    { media: '/media/one.png' },
    { studio: { ...blankDesign(), background: '#102030' } },
    { studio: exampleDesign(['text', 'comp-0001']) },
    { conditions: { rules: [], next: 'end' as const } },
  ])
    t.notOk(isUntouched({ ...blank, ...changes }), Object.keys(changes).join());
});

t.test('a design is blank in whatever order its fields stand, and not once anything of it was changed', async (t) => {
  const blank = blankDesign();
  const turned = (fields: object) => Object.fromEntries(Object.entries(fields).reverse());
  t.ok(isBlankDesign({ ...turned(blank), medium: turned(blank.medium) } as unknown as typeof blank));
  for (const changes of [
    { duration_ms: 5000 },
    { medium: { ...blank.medium, fit: 'blur' as const } },
    { medium: { ...blank.medium, alt: 'A coat' } },
    { textData: exampleDesign(['text', 'comp-0001']).textData },
  ])
    t.notOk(isBlankDesign({ ...blank, ...changes }), JSON.stringify(changes));
});
