import { type AuditFields, differences } from '../audit/differences.ts';
import type { NamesPlaceholder } from '../audit/placeholders.ts';
import type { NounAudit } from '../noun.ts';
import { fill } from '../words/phrase.ts';
import { reportAuditWords } from '../words/report-audit.en.ts';
import type { reportEvents } from './events.ts';
import { type ReportState, readersOf } from './state.ts';

const names = (ids: readonly string[]): NamesPlaceholder | null => (ids.length > 0 ? { $names: [...ids] } : null);

const fieldsOf = (state: ReportState): AuditFields => ({
  name: state.name,
  rhythm: state.rhythm,
  apps: names(state.apps),
  instances: names(state.instances),
  story_groups: names(state.groups),
  recipients: names(readersOf(state)),
  state: state.phase,
});

/** How the audit tells of reports that are mailed. */
export const reportAudit: NounAudit<typeof reportEvents, ReportState> = {
  sentences: {
    ReportScheduled: ({ data: { name, rhythm, recipients } }) =>
      fill(reportAuditWords.scheduled, { name, rhythm, count: recipients.length }),
    ReportRecipientLeft: ({ after: { name } }) => fill(reportAuditWords.left, { name }),
    ReportRecipientReturned: ({ after: { name } }) => fill(reportAuditWords.returned, { name }),
    ReportEnded: ({ before: { name } }) => fill(reportAuditWords.ended, { name }),
  },
  changes: (_event, before, after) => differences(before.phase === 'none' ? null : fieldsOf(before), fieldsOf(after)),
  subjectTypes: ['report'],
  subject: (_event, _before, { id, name }) => ({ type: 'report', id, title: name, parent_id: null }),
};
