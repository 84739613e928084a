import t from 'tap';
import { chosenAtFirst, isListed, type PublishChoice } from './publish-choice.ts';

const choice = (place: number, more: Partial<PublishChoice> = {}): PublishChoice => ({
  id: `story-${place}`,
  place,
  title: '',
  changes: 1,
  errors: 0,
  outdated: false,
  ...more,
});

t.test('at first the open draft and the next ones are chosen, as many as go at once', async (t) => {
  const choices = Array.from({ length: 31 }, (_, at) => choice(at + 1));
  const first = chosenAtFirst(choices, 'story-31');
  t.equal(first.length, 30);
  t.same([first[0], first[1], first.at(-1)], ['story-31', 'story-1', 'story-29']);
  t.equal(chosenAtFirst(choices.slice(0, 30), 'story-2').length, 30, 'all of thirty');
});

t.test('what must be fixed and what is outdated waits until somebody chooses it', async (t) => {
  const choices = [
    choice(1, { outdated: true }),
    choice(2, { errors: 1 }),
    choice(3),
    choice(4, { outdated: true, changes: 2 }),
  ];
  t.same(chosenAtFirst(choices, 'story-2'), ['story-2', 'story-3'], 'the open one with its faults');
  t.same(chosenAtFirst(choices, 'story-1'), ['story-3'], 'the open one not over a newer live story');
});

t.test('only the open draft by itself is published without a list', async (t) => {
  t.notOk(isListed([choice(1)], 'story-1'));
  t.ok(isListed([choice(1)], 'story-2'), 'another one is named');
  t.ok(isListed([choice(1, { outdated: true })], 'story-1'), 'and what waits to be chosen can be');
  t.ok(isListed([choice(1), choice(2)], 'story-1'));
});
