import { Refusal } from '#contracts/api/errors.ts';
import type { NoteEvent } from '#contracts/note/events.ts';
import type { NoteState } from '#contracts/note/state.ts';

export type NoteCommand =
  | { type: 'AddNote'; account_id: string; app_id: string; user_id: string; words: string }
  | { type: 'ChangeNote'; words: string }
  | { type: 'DeleteNote' };

/** The events of a command on a note, none where it changes nothing. Throws Refusal. */
export const decideNote = (command: NoteCommand, note: NoteState): NoteEvent[] => {
  if (command.type === 'AddNote') {
    const { type: _, ...data } = command;
    return [{ type: 'NoteAdded', data }];
  }
  if (note.phase !== 'pinned') throw new Refusal('NotFound');
  if (command.type === 'DeleteNote') return [{ type: 'NoteDeleted', data: {} }];
  return command.words === note.words ? [] : [{ type: 'NoteChanged', data: { words: command.words } }];
};
