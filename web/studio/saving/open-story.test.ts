import t from 'tap';
import type { DraftAnswer, DraftContent } from '#contracts/studio/draft-content.ts';
import { exampleDesign } from '#contracts/studio/examples.ts';
import { openStory } from './open-story.ts';

const content: DraftContent = {
  title: 'Coats',
  type: 1,
  media: '/media/coat.png',
  thumbnail: null,
  studio: exampleDesign(['text', 'comp-0001']),
  conditions: null,
  ignored: [],
};
const draft = { story_id: 'story', rev: 4, ts_updated: 100, user_id: 'nora', content };
const answer = { draft, published: null, version: null, outdated: false, checks: [] } as unknown as DraftAnswer;

/** The same in another order of its fields, as a database gives them back. */
const turned = <Of>(value: Of): Of => {
  if (Array.isArray(value)) return value.map(turned) as Of;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, field]) => [name, turned(field)]),
  ) as Of;
};

t.test('of an earlier visit what the server does not have is offered, and nothing else', async (t) => {
  const offered = (kept: DraftContent) => {
    const unsaved = { content: { ...kept, studio: kept.studio! }, rev: 3, at: 1000 };
    return openStory({ storyId: 'story', person: 'nora', answer, unsaved, history: null, onLost() {} }).unsaved;
  };
  t.notSame(Object.keys(turned(content)), Object.keys(content));
  t.equal(offered(turned(content)), null, 'it came to the server as its page was left');
  t.equal(offered({ ...content, title: 'Winter coats' })?.content.title, 'Winter coats');
  const drawn = exampleDesign(['text', 'comp-0001'], ['rating', 'comp-0002']);
  t.same(offered({ ...content, studio: drawn })?.content.studio, drawn);
});
