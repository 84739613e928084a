import t from 'tap';
import '#kernel/platform/say.ts';
import { type ExamplePart, exampleDesign } from '#contracts/studio/examples.ts';
import { sayPhrase } from '../../dashboard/words/say-phrase.ts';
import type { StoryContent } from '../state/story-content.ts';
import type { StripEntry } from '../strip/entries.ts';
import { canvasMarks, checklistRows } from './checklist-rows.ts';
import { groupChecks } from './group-checks.ts';
import { passedChecks } from './passed-checks.ts';

const content = (parts: readonly ExamplePart[], more: Partial<StoryContent> = {}): StoryContent => ({
  title: 'Coats',
  type: 1,
  media: null,
  thumbnail: null,
  studio: { ...exampleDesign(...parts), background: '#101020' },
  conditions: null,
  ignored: [],
  ...more,
});
const entry = (id: string) => ({ id, story: null, draft: { story_id: id } }) as StripEntry;
const checksOf = (...contents: StoryContent[]) => {
  const entries = contents.map((_, at) => entry(`story-${at + 1}`));
  const facts = { now: 1_800_000_000, openId: 'story-1', videoMs: null, samples: new Map(), hasOldSdk: false };
  return groupChecks(entries, new Map(contents.map((one, at) => [`story-${at + 1}`, one])), facts);
};
const passed = (...contents: StoryContent[]) =>
  new Map(passedChecks(checksOf(...contents)).map(({ phrase, places }) => [sayPhrase(phrase), places]));
const dark = { text_color: '#ffffff', background: '#17162b' };
const text = (more: object = {}): ExamplePart => [
  'text',
  'text-0001',
  { position: { x: 40, y: 200 }, size: { width: 200, height: 40 }, text: 'Half off', ...dark, ...more },
];

t.test('what is in order is told with the stories that it is about', async (t) => {
  const found = passed(content([text()]), content([['poll', 'poll-0001', { position: { x: 30, y: 300 } }]]));
  t.same(found.get('Every story has a title'), [1, 2]);
  t.same(found.get('Polls and quizzes have all their options'), [2]);
  t.same(found.get("There's enough time to answer"), [2]);
  t.notOk(found.has('Product tags are complete'), 'there are none');
  t.notOk(found.has('Every answer leads somewhere'), 'nothing was asked of them');
});

t.test('what is wrong, was set aside or is not known is not said to be in order', async (t) => {
  const name = 'Everything is inside the safe area';
  t.ok(passed(content([text()])).has(name));
  const outside = text({ position: { x: 240, y: 200 } });
  t.notOk(passed(content([text()]), content([outside])).has(name), 'one story is enough');
  t.notOk(passed(content([outside], { ignored: ['safe_area text-0001'] })).has(name));
  const overPicture = content([text({ background: null })], { media: 'https://files.example/coat.png' });
  t.notOk(passed(overPicture).has('Text is easy to read'), 'nobody has measured it');
  t.ok(passed(content([text()])).has('Text is easy to read'));
  t.notOk(passed(overPicture).has('Pictures are sharp enough'), 'its size is not known');
  const film = content([text()], { type: 2, media: 'https://files.example/coat.mp4' });
  t.notOk(passed(film).has("There's enough time to read"), 'its length is not known');
});

t.test('rows count on over the group, and those of the open story are on its canvas', async (t) => {
  const rows = checklistRows(
    checksOf(content([text({ position: { x: 240, y: 200 } })]), content([['cta', 'cta-0001', { outlink: '' }]])),
  );
  t.same(
    rows.map(({ number }) => number),
    rows.map((_, at) => at + 1),
  );
  t.same(
    rows.map(({ isError }) => isError),
    rows.map(({ isError }) => isError).toSorted((one, other) => Number(other) - Number(one)),
  );
  const marks = canvasMarks(rows, 'story-1', rows.at(-1)!.key);
  t.ok(marks.length > 0 && marks.every(({ componentId }) => componentId === 'text-0001'));
  for (const { key, number } of marks) t.equal(rows[number - 1]!.key, key);
  t.same(
    canvasMarks(rows, 'story-2', rows[0]!.key)
      .filter(({ chosen }) => chosen)
      .map(({ componentId }) => componentId),
    ['cta-0001'],
  );
});
