import { defineWords } from './define.ts';

/** Heads of the columns of the audit as a file. */
export const auditFileWords = defineWords('audit-file', {
  seconds: 'Unix time',
  time: 'Time (UTC)',
  who: 'Who',
  whoKind: 'Kind of person',
  onBehalfOf: 'On behalf of',
  act: 'Act',
  sentence: 'What happened',
  thingKind: 'Kind of thing',
  thingId: 'Thing ID',
  thing: 'On',
  before: 'Before',
  after: 'After',
  cause: 'Cause',
  address: 'Address',
  request: 'Request',
  device: 'Device',
  accountId: 'Account ID',
  account: 'Account',
  stream: 'Stream',
  version: 'Version',
});
