import t from 'tap';
import { actNames } from './act-names.ts';
import { nouns } from './nouns.ts';

t.test('the names of events are those of the nouns, in their order', async (t) => {
  const names = Object.entries(nouns).map(([noun, { events }]) => [noun, Object.keys(events)]);
  t.strictSame(Object.entries(actNames), names);
});
