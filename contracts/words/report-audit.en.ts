import { defineWords } from './define.ts';

/** How the audit tells of reports by mail. */
export const reportAuditWords = defineWords('report-audit', {
  scheduled:
    'scheduled the report “{name}” for {count, plural, one {# recipient} other {# recipients}}, {rhythm, select, monthly {monthly} other {weekly}}',
  left: 'turned off the report “{name}” for themselves',
  returned: 'turned the report “{name}” back on for themselves',
  ended: 'ended the report “{name}”',
});
