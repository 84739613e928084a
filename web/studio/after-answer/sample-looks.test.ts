import t from 'tap';
import '#kernel/platform/say.ts';
import { exampleDesign } from '#contracts/studio/examples.ts';
import { flatten } from '#contracts/studio/flat.ts';
import type { AnswerableKind } from '#contracts/studio/kinds.ts';
import { isSamePicture, type PicturedComponent, whereItLay } from './same-picture.ts';
import { type AnsweredComponent, sampleLooks } from './sample-looks.ts';

const looks = (kind: AnswerableKind, more: object = {}) =>
  sampleLooks(flatten(exampleDesign([kind, 'comp-0001', more]))[0] as AnsweredComponent);

t.test('a quiz is shown with its right answer and with a wrong one', async (t) => {
  for (const correct of ['A', 'B', 'C']) {
    const [right, wrong] = looks('quiz', { correct });
    t.equal(right!.answer, correct);
    t.not(wrong!.answer, correct);
    const counts = [...right!.state.counts!].sort((one, other) => other[1] - one[1]);
    t.equal(counts[0]![0], correct, 'most got it right');
    t.same(counts.map(([letter]) => letter).sort(), ['A', 'B', 'C']);
    t.ok(counts.every(([, count]) => count > 0));
  }
});

t.test('the others have one look, whose every answer has a result', async (t) => {
  for (const [kind, name, count] of [
    ['poll', 'vote', 2],
    ['reaction', 'tap', 3],
    ['rating', 'rating', 5],
  ] as const) {
    const all = looks(kind);
    t.equal(all.length, 1);
    t.match(all[0], { name, state: { final: true } });
    t.equal(all[0]!.state.counts!.size, count);
  }
});

t.test(
  'a picture is drawn anew for what it shows: not while its component is dragged, but where that ends',
  async (t) => {
    const poll = (more: object = {}) => flatten(exampleDesign(['poll', 'comp-0001', more]))[0] as AnsweredComponent;
    const { background, medium } = exampleDesign(['poll', 'comp-0001']);
    const story: PicturedComponent['story'] = { background, medium, src: '/media/coats.jpg' };
    const pictured = (one: AnsweredComponent): PicturedComponent => ({ one, story, name: 'Poll, After the vote' });
    const before = pictured(poll());
    const same = (one: AnsweredComponent) => isSamePicture(before, pictured(one));
    t.ok(same({ ...before.one }));
    t.ok(
      same({ ...before.one, component: { ...before.one.component, name: 'Coats', locked: true } } as AnsweredComponent),
    );
    const { x, y } = before.one.component.position;
    const dragged = {
      ...before.one,
      component: { ...before.one.component, position: { x: x + 20, y } },
    } as AnsweredComponent;
    t.notOk(same(dragged), 'another part of the story lies below it');
    t.ok(same(whereItLay(dragged, [before.one])));
    t.notOk(same(whereItLay(dragged, [dragged])));
    t.notOk(same({ ...before.one, component: { ...before.one.component, question: 'Which?' } } as AnsweredComponent));
    t.notOk(isSamePicture(before, { ...before, story: { ...story, src: null } }));
  },
);
