import { defineWords } from './define.ts';

/** How the audit tells of what staff asked of the machinery. */
export const operationAuditWords = defineWords('operation-audit', {
  redrive:
    'asked to apply again what “{model}” has set aside{way, select, staff {} shell { from a shell} other { from a shell as {person}}}',
  rebuild: 'asked to rebuild “{model}”{way, select, staff {} shell { from a shell} other { from a shell as {person}}}',
  retry: 'asked to try {jobs} again',
  remove: 'asked to remove {jobs}',
  promote: 'asked to run {jobs} at once',
  change: 'asked to change {jobs}',
  add: 'asked to add a job',
  pause: 'asked to pause all jobs',
  resume: 'asked to go on with the paused jobs',
  limit: 'asked to change how many jobs run at a time',
  schedule: 'asked to change when jobs are repeated',
  job: 'the job “{name}”',
  allJobs: 'all jobs',
  allJobsIn: 'all {state} jobs',
  waiting: 'waiting',
  removed: 'removed',
  changed: 'changed',
  paused: 'paused',
  appliedAgain: 'applied again',
  madeAnew: 'made anew',
});
