import { differences } from '../audit/differences.ts';
import { factSubject } from '../audit/fact-subject.ts';
import { personal } from '../audit/placeholders.ts';
import type { NounAudit } from '../noun.ts';
import { notificationWords } from '../words/notifications.en.ts';
import { operationAuditWords } from '../words/operation-audit.en.ts';
import { fill, type Phrase } from '../words/phrase.ts';
import type { Asker, JobOperation, OperationEvent, operationEvents } from './events.ts';

type JobData = Extract<OperationEvent, { type: 'JobOperationRequested' }>['data'];

/** How each operation is said of jobs, and what becomes of them. */
const operations: Record<JobOperation, [words: (jobs: Phrase) => Phrase, outcome: Phrase]> = {
  retry: [(jobs) => fill(operationAuditWords.retry, { jobs }), operationAuditWords.waiting],
  remove: [(jobs) => fill(operationAuditWords.remove, { jobs }), operationAuditWords.removed],
  promote: [(jobs) => fill(operationAuditWords.promote, { jobs }), operationAuditWords.waiting],
  change: [(jobs) => fill(operationAuditWords.change, { jobs }), operationAuditWords.changed],
  add: [() => operationAuditWords.add, operationAuditWords.waiting],
  pause: [() => operationAuditWords.pause, operationAuditWords.paused],
  resume: [() => operationAuditWords.resume, operationAuditWords.waiting],
  limit: [() => operationAuditWords.limit, operationAuditWords.changed],
  schedule: [() => operationAuditWords.schedule, operationAuditWords.changed],
};

const jobsOf = ({ job, from }: JobData): Phrase => {
  if (job) return fill(operationAuditWords.job, { name: job.name });
  return from ? fill(operationAuditWords.allJobsIn, { state: from }) : operationAuditWords.allJobs;
};

/** By which way and under which name something was asked. */
const askedBy = ({ shell, by_ref }: Asker) => ({
  way: shell ? (by_ref ? 'named' : 'shell') : 'staff',
  person: personal(by_ref ?? null),
});

/** How the audit tells of what staff asked of the machinery. */
export const operationAudit: NounAudit<typeof operationEvents, null> = {
  sentences: {
    JobOperationRequested: ({ data }) => operations[data.operation][0](jobsOf(data)),
    ReadModelRedriveRequested: ({ data }) =>
      fill(operationAuditWords.redrive, { model: data.projection, ...askedBy(data) }),
    SdkReleaseAnnounced: ({ data }) =>
      fill(operationAuditWords.sdkRelease, { version: data.version, platform: notificationWords[data.platform] }),
    PromoCodeEnded: ({ data }) => fill(operationAuditWords.promoCodeEnded, { code: data.code }),
    PromoCodeMade: ({ data }) => fill(operationAuditWords.promoCode, { code: data.code }),
    DealCodesMade: ({ data }) => fill(operationAuditWords.dealCodes, { count: data.count }),
    ReadModelRebuildRequested: ({ data }) =>
      fill(operationAuditWords.rebuild, { model: data.projection, ...askedBy(data) }),
  },
  changes(event) {
    switch (event.type) {
      case 'JobOperationRequested': {
        const { operation, job, from } = event.data;
        const state = { field: 'job_state', from, to: operations[operation][1] };
        return job ? [state, { field: 'job', from: null, to: job.id }] : [state];
      }
      case 'ReadModelRedriveRequested':
        return [{ field: 'set_aside', from: event.data.stream, to: operationAuditWords.appliedAgain }];
      case 'SdkReleaseAnnounced':
        return [{ field: 'release_notes', from: null, to: event.data.url }];
      case 'PromoCodeEnded':
        return [{ field: 'promo_code', from: event.data.code, to: operationAuditWords.codeEnded }];
      case 'PromoCodeMade': {
        const { amount_off, percent_off, months, max_redemptions, ts_ends } = event.data;
        return differences(null, { amount_off, percent_off, months, max_redemptions, ts_ends });
      }
      case 'DealCodesMade':
        return [];
      case 'ReadModelRebuildRequested':
        return [{ field: 'read_model', from: event.data.projection, to: operationAuditWords.madeAnew }];
    }
  },
  withPlaceholders: ['ReadModelRebuildRequested', 'ReadModelRedriveRequested'],
  subjectTypes: ['user', 'account'],
  subject: factSubject,
};
