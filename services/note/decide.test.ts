import t from 'tap';
import { pinnedNote } from '#contracts/note/examples.ts';
import { initialNote } from '#contracts/note/state.ts';
import { decideNote } from './decide.ts';

t.test('a note is changed by other words alone', async (t) => {
  t.same(decideNote({ type: 'ChangeNote', words: 'Later' }, pinnedNote), [
    { type: 'NoteChanged', data: { words: 'Later' } },
  ]);
  t.same(decideNote({ type: 'ChangeNote', words: pinnedNote.words }, pinnedNote), []);
});

t.test('what is not pinned is neither changed nor deleted', async (t) => {
  for (const note of [initialNote('n'), { ...pinnedNote, phase: 'deleted' as const }])
    for (const command of [{ type: 'ChangeNote', words: 'Later' }, { type: 'DeleteNote' }] as const)
      t.throws(() => decideNote(command, note), { code: 'NotFound' });
});
