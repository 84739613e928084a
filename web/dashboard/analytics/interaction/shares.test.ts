import t from 'tap';
import type { ComponentResponses, ComponentStats } from '#contracts/stats/interactive-stats.ts';
import { type LabelOf, plainLabel } from './answer-labels.tsx';
import { barsOf, cardsOf, labelIn } from './component-cards.ts';
import { sharesOf, shareText } from './shares.ts';

t.test('shares add up to 100%, each within a tenth of what it is', async (t) => {
  t.same(sharesOf([1, 1, 1]), [334, 333, 333]);
  t.same(sharesOf([0, 0]), [0, 0]);
  t.same(sharesOf([]), []);
  t.equal(shareText(643), '64.3%');
  for (let length = 1; length <= 52; length += 1) {
    const counts = Array.from({ length }, (_, at) => (at * at * 7919 + length) % 400);
    const sum = counts.reduce((all, count) => all + count, 0);
    const shares = sharesOf(counts);
    t.equal(
      shares.reduce((all, share) => all + share, 0),
      1000,
    );
    t.ok(shares.every((share, at) => Math.abs(share - (counts[at]! * 1000) / sum) < 1));
  }
});

const answered = (type: ComponentResponses['type'], values: Record<string, number>, others = 0): ComponentResponses => {
  const listed = Object.entries(values).map(([value, count]) => ({ value, count, share: 0 }));
  const response_count = listed.reduce((sum, { count }) => sum + count, others);
  return { type, response_count, responders: 1, average: null, values: listed, others, daily: null };
};
const component = (component_id: string, ...responses: ComponentResponses[]): ComponentStats => ({
  ...{ component_id, story_id: 's', impressions: 9, responses },
});
const shown = (of: ComponentStats, labelOf: LabelOf = plainLabel) =>
  cardsOf([of]).map((card) => [
    card.kind.id,
    ...barsOf(card).map((bar) => `${labelIn(card, bar, labelOf).text} ${bar.count} ${shareText(bar.share)}`),
  ]);

t.test('a component has a card for each kind of its answers, its bars in the order that people expect', async (t) => {
  t.same(shown(component('p', answered('poll_selected', { C: 2, A: 1 }))), [['polls', 'A 1 33.3%', 'C 2 66.7%']]);
  t.same(shown(component('q', answered('quiz_answered', { yes: 2, A: 1 }, 1))), [
    ['quizzes', 'yes 2 50.0%', 'A 1 25.0%', 'Other answers 1 25.0%'],
  ]);
  t.same(shown(component('r', answered('rating_submitted', { 1: 1, '4.5': 1, 5: 2 }))), [
    [
      'ratings',
      '5 stars 2 50.0%',
      '4 stars 0 0.0%',
      '3 stars 0 0.0%',
      '2 stars 0 0.0%',
      '1 star 1 25.0%',
      '4.5 1 25.0%',
    ],
  ]);
  t.same(shown(component('c', answered('countdown_reminder_removed', { '': 1 }))), [
    ['reminders', 'Set 0 0.0%', 'Removed 1 100.0%'],
  ]);
  t.same(shown(component('t', answered('product_tag_clicked', { '': 3 }))), [['tags', 'Clicked 3 100.0%']]);
  t.same(shown(component('seen')), [['seen']]);
  t.same(
    shown(component('', answered('poll_selected', { A: 1 }), answered('reaction_clicked', { '🔥': 1, '': 1 }))).map(
      ([kind]) => kind,
    ),
    ['reactions', 'polls'],
  );
});

t.test('labels come from outside, where an answer is told with its story, its component and its kind', async (t) => {
  const words: LabelOf = ({ story_id, component_id, type, value }) => ({
    text: `${story_id}/${component_id}/${type}: ${value === 'A' ? 'Yes, please' : 'No'}`,
  });
  t.same(shown(component('p', answered('poll_selected', { A: 1, B: 1 })), words), [
    ['polls', 's/p/poll_selected: Yes, please 1 50.0%', 's/p/poll_selected: No 1 50.0%'],
  ]);
});
