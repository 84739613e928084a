import t from 'tap';
import { assertStates } from '../test-states.ts';
import { noteExamples } from './examples.ts';

t.test('the known events of a note fold to the states that snapshots hold', (t) => {
  assertStates(t, 'note', Object.values(noteExamples), 1, {
    '1 NoteAdded': 'd0c910df80c1',
    '2 NoteChanged': '6f3f888aa426',
    '3 NoteDeleted': 'b848f3bc4e4c',
  });
  t.end();
});
