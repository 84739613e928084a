import { defineWords } from './define.ts';

/** How the audit tells of what staff asked of the machinery. */
export const operationAuditWords = defineWords('operation-audit', {
  redrive:
    'asked to retry the parked events of “{model}”{way, select, staff {} shell { from a shell} other { from a shell as {person}}}',
  rebuild: 'asked to rebuild “{model}”{way, select, staff {} shell { from a shell} other { from a shell as {person}}}',
  sdkRelease: 'announced SDK {version} for {platform}',
  promoCodeEnded: 'ended the promo code {code}',
  codeEnded: 'ended',
  promoCode: 'made the promo code {code}',
  dealCodes: 'made {count, plural, one {# deal code} other {# deal codes}}',
  retry: 'asked to retry {jobs}',
  remove: 'asked to remove {jobs}',
  promote: 'asked to run {jobs} now',
  change: 'asked to change {jobs}',
  add: 'asked to add a job',
  pause: 'asked to pause all jobs',
  resume: 'asked to resume all jobs',
  limit: 'asked to change how many jobs run at once',
  schedule: 'asked to change when jobs repeat',
  job: 'the job “{name}”',
  allJobs: 'all jobs',
  allJobsIn: 'all {state} jobs',
  waiting: 'waiting',
  removed: 'removed',
  changed: 'changed',
  paused: 'paused',
  appliedAgain: 'retried',
  madeAnew: 'rebuilt',
});
