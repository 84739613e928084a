import { exampleId, exampleIds, examplesOf, stateAfter } from '../examples.ts';
import type { noteEvents } from './events.ts';
import { evolveNote, initialNote, type NoteState } from './state.ts';

export const noteExamples = examplesOf<typeof noteEvents>()({
  pinned: {
    type: 'NoteAdded',
    data: {
      account_id: exampleIds.account,
      app_id: exampleIds.app,
      user_id: exampleIds.owner,
      words: 'The summer campaign starts on Monday',
    },
  },
  postponed: { type: 'NoteChanged', data: { words: 'The summer campaign starts on Tuesday' } },
  takenDown: { type: 'NoteDeleted', data: {} },
});

/** A note as it was just pinned. */
export const pinnedNote: NoteState = stateAfter(initialNote(exampleId(30)), evolveNote, [noteExamples.pinned]);
