import { differences } from '../audit/differences.ts';
import { quoted } from '../audit/phrases.ts';
import type { NounAudit } from '../noun.ts';
import type { noteEvents } from './events.ts';
import type { NoteState } from './state.ts';

const fieldsOf = ({ words, phase }: NoteState) => ({ words, state: phase === 'none' ? null : phase });

/** How the audit tells of notes. */
export const noteAudit: NounAudit<typeof noteEvents, NoteState> = {
  sentences: {
    NoteAdded: ({ data }) => `pinned the note ${quoted(data.words)}`,
    NoteChanged: ({ before, after }) => `changed the note ${quoted(before.words)} to ${quoted(after.words)}`,
    NoteDeleted: ({ before }) => `deleted the note ${quoted(before.words)}`,
  },
  changes: (_event, before, after) => differences(before.phase === 'none' ? null : fieldsOf(before), fieldsOf(after)),
  subjectTypes: ['note'],
  subject: (_event, _before, after) => ({ type: 'note', id: after.id, title: after.words, parent_id: after.app_id }),
};
