import { factSubject } from '../audit/fact-subject.ts';
import type { NounAudit } from '../noun.ts';
import { type accessEvents, exportedChanges, exportedWords, readWords } from './events.ts';

/** How the audit tells of reading and taking away data. */
export const accessAudit: NounAudit<typeof accessEvents, null> = {
  sentences: {
    DataExported: ({ data }) => exportedWords(data),
    AdminRead: ({ data }) => readWords(data),
  },
  changes: (event) =>
    event.type === 'DataExported' ? exportedChanges(event.data) : [{ field: 'viewed', from: false, to: true }],
  subjectTypes: ['user', 'account'],
  subject(event) {
    if (event.type !== 'AdminRead') return factSubject(event);
    const { subject_type: type, subject_id: id } = event.data;
    return { type, id, title: type === 'account' ? 'Account' : '', parent_id: null };
  },
};
