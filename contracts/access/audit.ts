import { factSubject } from '../audit/fact-subject.ts';
import type { NounAudit } from '../noun.ts';
import { accessAuditWords } from '../words/access-audit.en.ts';
import { fill, type Phrase } from '../words/phrase.ts';
import type { accessEvents, Exported } from './events.ts';

const exportLabels: Record<Exported, Phrase> = {
  audit: accessAuditWords.audit,
  users: accessAuditWords.users,
  accounts: accessAuditWords.accounts,
  viewer_list: accessAuditWords.viewerList,
  report_story_groups: accessAuditWords.groupReport,
  report_stories: accessAuditWords.storyReport,
  report_reaction: accessAuditWords.reactionReport,
  report_quiz: accessAuditWords.quizReport,
  report_poll: accessAuditWords.pollReport,
  report_rating: accessAuditWords.ratingReport,
};

/** How the audit tells of reading and taking away data. */
export const accessAudit: NounAudit<typeof accessEvents, null> = {
  sentences: {
    DataExported: ({ data: { what, rows } }) => fill(accessAuditWords.exported, { what: exportLabels[what], rows }),
    AdminRead: ({ data }) =>
      data.subject_type === 'user' ? accessAuditWords.personRead : accessAuditWords.historyRead,
  },
  changes(event) {
    if (event.type === 'AdminRead') return [{ field: 'viewed', from: false, to: true }];
    const { rows, filter } = event.data;
    return [
      { field: 'rows', from: null, to: rows },
      ...Object.entries(filter).map(([field, to]) => ({
        field: fill(accessAuditWords.filter, { field }),
        from: null,
        to,
      })),
    ];
  },
  subjectTypes: ['user', 'account'],
  subject(event) {
    if (event.type !== 'AdminRead') return factSubject(event);
    const { subject_type: type, subject_id: id } = event.data;
    return { type, id, title: type === 'account' ? accessAuditWords.account : '', parent_id: null };
  },
};
