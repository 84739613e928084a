import t from 'tap';
import { exampleDesign } from '#contracts/studio/examples.ts';
import { goalsAmong } from '#contracts/studio/resting.ts';
import type { StoryContent } from '../state/story-content.ts';
import { flowGraph } from './flow-graph.ts';
import { arrivalOf, needsLook, sentencesOf } from './flow-sentences.ts';

const plain: StoryContent = {
  ...{ title: '', type: 1, media: null, thumbnail: null, conditions: null, ignored: [] },
  studio: exampleDesign(),
};
const rule = (values: string[], to: string, component_id = 'poll-0001') => ({ component_id, values, to });

t.test('it is said in words when viewers come to a story, and where they go', async (t) => {
  const contents = new Map<string, StoryContent>([
    [
      'a',
      {
        ...plain,
        title: 'Coats',
        studio: exampleDesign(['poll', 'poll-0001']),
        conditions: { rules: [rule(['A'], 'c'), rule(['B'], 'end')], next: null },
      },
    ],
    ['b', { ...plain, title: 'Camel', conditions: { rules: [], next: 'd' } }],
    [
      'c',
      {
        ...plain,
        studio: exampleDesign(['rating', 'rating-01']),
        conditions: { rules: [rule(['4', '5'], 'e', 'rating-01')], next: 'b' },
      },
    ],
    ['d', { ...plain, title: 'Navy', studio: exampleDesign(['poll', 'poll-0001']) }],
    ['e', plain],
  ]);
  const ids = [...contents.keys()];
  const { stories } = flowGraph(ids, contents, goalsAmong(ids));
  t.same(
    stories.map((story) => arrivalOf(story, stories)),
    ['Starts here', 'After no answer in story 1', 'After A in story 1', 'From stories 2 and 3', 'From stories 3 and 4'],
  );
  t.same(
    stories.map((story) => sentencesOf(story, stories)),
    [
      [
        'Viewers who pick A. Camel wool see 3. Untitled story.',
        'For viewers who pick B. Navy parka, the group ends.',
        "Viewers who don't answer see 2. Camel.",
      ],
      ['Viewers see 4. Navy next.'],
      ['Viewers who pick 4 stars or 5 stars see 5. Untitled story.', 'Everyone else sees 4. Navy.'],
      ['Viewers see 5. Untitled story next.'],
      ['The group ends after this story.'],
    ],
  );
  t.same(stories.map(needsLook), [false, false, true, false, false]);
  const { stories: alone } = flowGraph(
    ids,
    new Map([...contents, ['a', { ...plain, conditions: { rules: [], next: 'end' } }]]),
    goalsAmong(ids),
  );
  t.equal(arrivalOf(alone[1]!, alone), 'Not reachable');
  t.equal(needsLook(alone[1]!), true);
});
