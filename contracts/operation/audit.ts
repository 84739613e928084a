import { factSubject } from '../audit/fact-subject.ts';
import { quoted } from '../audit/phrases.ts';
import { personal } from '../audit/placeholders.ts';
import type { NounAudit } from '../noun.ts';
import { fromShell, jobOperationChanges, jobOperationWords, type operationEvents } from './events.ts';

/** How the audit tells of what staff asked of the machinery. */
export const operationAudit: NounAudit<typeof operationEvents, null> = {
  sentences: {
    JobOperationRequested: ({ data }) => jobOperationWords(data),
    ReadModelRedriveRequested: ({ data }) =>
      `asked to apply again what ${quoted(data.projection)} has set aside${fromShell(data, personal)}`,
    ReadModelRebuildRequested: ({ data }) => `asked to rebuild ${quoted(data.projection)}${fromShell(data, personal)}`,
  },
  changes(event) {
    switch (event.type) {
      case 'JobOperationRequested':
        return jobOperationChanges(event.data);
      case 'ReadModelRedriveRequested':
        return [{ field: 'set_aside', from: event.data.stream, to: 'applied again' }];
      case 'ReadModelRebuildRequested':
        return [{ field: 'read_model', from: event.data.projection, to: 'made anew' }];
    }
  },
  withPlaceholders: ['ReadModelRebuildRequested', 'ReadModelRedriveRequested'],
  subjectTypes: ['user', 'account'],
  subject: factSubject,
};
