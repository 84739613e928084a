import t from 'tap';
import { nextStep, stepsBack } from './opened-step.ts';

const search = (text: string) => new URLSearchParams(text);

t.test('closing leads back to what lay under it, over every step that was opened in between', async (t) => {
  const first = nextStep(search('tab=stories'), null, ['edit']);
  t.same(first, { over: 'tab=stories', steps: 1 });
  t.equal(stepsBack(search('tab=stories'), first), 1);
  const second = nextStep(search('tab=stories&edit=a'), first, ['edit']);
  t.equal(stepsBack(search('tab=stories'), second), 2);
});

t.test('what opens after another was closed lies over what is shown then', async (t) => {
  const closed = { over: '', steps: 1 };
  t.same(nextStep(search('find=nora'), closed, ['edit']), { over: 'find=nora', steps: 1 });
});

t.test('an address that was opened directly, or that changed under what is open, is left in place', async (t) => {
  t.equal(stepsBack(search(''), null), null);
  t.equal(stepsBack(search('find=nora'), { over: '', steps: 1 }), null);
});
