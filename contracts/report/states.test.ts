import t from 'tap';
import { assertStates, testId } from '../test-states.ts';
import type { ReportEvent } from './events.ts';

const events: ReportEvent[] = [
  {
    type: 'ReportScheduled',
    data: {
      account_id: testId(2),
      user_id: testId(3),
      name: 'Shop',
      rhythm: 'monthly',
      apps: [testId(4)],
      instances: [],
      groups: [testId(5)],
      recipients: [testId(3), testId(6)],
    },
  },
  { type: 'ReportRecipientLeft', data: { user_id: testId(6) } },
  { type: 'ReportRecipientReturned', data: { user_id: testId(6) } },
  { type: 'ReportEnded', data: {} },
];

t.test('the known events of a report fold to the states that snapshots hold', (t) => {
  assertStates(t, 'report', events, 1, {
    '1 ReportScheduled': 'ee9b18d3b290',
    '2 ReportRecipientLeft': '9be5214be189',
    '3 ReportRecipientReturned': 'ee9b18d3b290',
    '4 ReportEnded': '0af755429636',
  });
  t.end();
});
