import type { NoteEvent } from './events.ts';

export interface NoteState {
  id: string;
  phase: 'none' | 'pinned' | 'deleted';
  account_id: string;
  app_id: string;
  /** Who wrote it first. */
  user_id: string;
  words: string;
}
export const initialNote = (id: string): NoteState => ({
  id,
  phase: 'none',
  account_id: '',
  app_id: '',
  user_id: '',
  words: '',
});
/** Folds one event into a note; an event it does not know changes nothing. */
export const evolveNote = (state: NoteState, event: NoteEvent): NoteState => {
  switch (event.type) {
    case 'NoteAdded':
      return { ...state, ...event.data, phase: 'pinned' };
    case 'NoteChanged':
      return { ...state, words: event.data.words };
    case 'NoteDeleted':
      return { ...state, phase: 'deleted' };
    default:
      return state;
  }
};
