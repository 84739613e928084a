import t from 'tap';
import { exampleDesign } from '#contracts/studio/examples.ts';
import { flatten } from '#contracts/studio/flat.ts';
import { createAnswering } from './answering.ts';
import type { DesignHost } from './designs.ts';
import { fakeClock, story } from './test-clock.ts';
import { renderWordsFor, wordsFor } from './words.ts';

t.test('of several answers that lead on one does, and none once the story is left', async (t) => {
  const { clock, advance } = fakeClock();
  const before = Object.getOwnPropertyDescriptor(globalThis, 'window');
  const real = globalThis.clearTimeout;
  const stops = new Map<number, () => void>();
  const setTimeout = (then: () => void, ms: number) => {
    const id = stops.size + 1;
    stops.set(id, clock.after(ms, then));
    return id;
  };
  Object.assign(globalThis, { window: { setTimeout }, clearTimeout: (id: number) => stops.get(id)?.() });
  t.teardown(() => {
    globalThis.clearTimeout = real;
    if (!before) Reflect.deleteProperty(globalThis, 'window');
  });

  const ids = ['poll-0001', 'poll-0002'];
  const asking = story('a', {
    studio: exampleDesign(['poll', ids[0]!], ['poll', ids[1]!]),
    conditions: { rules: ids.map((component_id) => ({ component_id, values: ['A'], to: 'end' })), next: null },
  });
  const answered = () => {
    const calls: string[] = [];
    const host = {
      answers: { get: () => undefined, set: () => {} },
      ...{ track: () => {}, emit: () => true, say: () => {}, answered: () => {} },
      goOn: () => calls.push('goOn'),
    } as unknown as DesignHost;
    const answering = createAnswering(asking, host, renderWordsFor(wordsFor('en'), 'en', new Map()), () => {});
    for (const one of flatten(asking.studio!)) answering.act.answer(one, 'A');
    return { answering, calls };
  };

  const stays = answered();
  await advance(5000);
  t.equal(stays.calls.length, 1, 'the story goes on once');
  const left = answered();
  left.answering.settle();
  await advance(5000);
  t.same(left.calls, [], 'a story that was left leads nowhere');
});
