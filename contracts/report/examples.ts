import { exampleIds, examplesOf } from '../examples.ts';
import type { reportEvents } from './events.ts';

export const reportExamples = examplesOf<typeof reportEvents>()({
  scheduled: {
    type: 'ReportScheduled',
    data: {
      account_id: exampleIds.account,
      user_id: exampleIds.owner,
      name: 'Shop, week by week',
      rhythm: 'weekly',
      apps: [exampleIds.app],
      instances: [exampleIds.instance],
      groups: [exampleIds.group],
      recipients: [exampleIds.owner, exampleIds.creator],
    },
  },
  left: { type: 'ReportRecipientLeft', data: { user_id: exampleIds.creator } },
  returned: { type: 'ReportRecipientReturned', data: { user_id: exampleIds.creator } },
  ended: { type: 'ReportEnded', data: {} },
});
