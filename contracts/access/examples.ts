import { exampleIds, examplesOf } from '../examples.ts';
import type { accessEvents } from './events.ts';

export const accessExamples = examplesOf<typeof accessEvents>()({
  auditExported: {
    type: 'DataExported',
    data: { user_id: exampleIds.owner, what: 'audit', rows: 1204, filter: { ts_start: '1718409600' } },
  },
  personOpened: {
    type: 'AdminRead',
    data: { user_id: exampleIds.staff, subject_type: 'user', subject_id: exampleIds.owner },
  },
  accountOpened: {
    type: 'AdminRead',
    data: { user_id: exampleIds.staff, subject_type: 'account', subject_id: exampleIds.account },
  },
});
