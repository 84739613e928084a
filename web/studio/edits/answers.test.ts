import t from 'tap';
import '#kernel/platform/say.ts';
import { exampleDesign } from '#contracts/studio/examples.ts';
import { publishedOf } from '#contracts/studio/published.ts';
import type { StoryContent } from '../state/story-content.ts';
import { askedWords, changeAnswers, renewComponent } from './answers.ts';
import type { ComponentChanges } from './components.ts';

const poll = 'poll-0001';
const options = (...texts: string[]) => ({ options: texts.map((text) => ({ text, color: null })) });
const content: StoryContent = {
  title: 'Coats',
  type: 1,
  media: null,
  thumbnail: null,
  studio: exampleDesign(['poll', poll, options('Yes', 'No')], ['text', 'text-0001']),
  conditions: {
    rules: [
      { component_id: poll, values: ['A'], to: 'end' },
      { component_id: 'other-01', values: ['A'], to: 'end' },
    ],
    next: null,
  },
  ignored: [],
};
const was = publishedOf(content.studio).find(({ component_id }) => component_id === poll)!;
const newId = 'poll-0002';
const idAfter = (changes: ComponentChanges, published: readonly (typeof was)[] = [was]) =>
  changeAnswers(content, { id: poll, changes, was: published[0], newId }).studio.pollData[0]!.id;

t.test('a published component whose answers mean something else is a new one', async (t) => {
  t.equal(idAfter(options('Yes', 'No', 'Maybe')), newId, 'one more option');
  t.equal(idAfter(options('No', 'Yes')), newId, 'another order');
  t.equal(idAfter(options('Yes!', 'No')), poll, 'other words at a place');
  t.equal(idAfter({ option_color: '#000000', position: { x: 1, y: 1 } }), poll, 'looks and places');
  t.equal(idAfter(options('No', 'Yes'), []), poll, 'nobody answered one that was never published');
});

t.test('a new id takes the rules along and touches nothing else', async (t) => {
  const renewed = renewComponent(content, { id: poll, newId });
  t.same(
    renewed.conditions!.rules.map(({ component_id }) => component_id),
    [newId, 'other-01'],
  );
  t.equal(renewed.studio.textData, content.studio.textData);
  t.equal(renewComponent(content, { id: 'gone-0001', newId }), content);
});

t.test('what is asked is the question with its options, however it is spaced', async (t) => {
  const asked = (changes: ComponentChanges) =>
    askedWords(changeAnswers(content, { id: poll, changes, was, newId: poll }).studio, poll);
  t.equal(asked({ question: '  Which   COAT?' }), asked({}));
  t.not(asked({ question: 'Which shoe?' }), asked({}));
  t.not(asked(options('Yes!', 'No')), asked({}));
  t.equal(askedWords(content.studio, 'text-0001'), '');
});
