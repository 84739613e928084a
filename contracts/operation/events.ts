import { z } from 'zod';
import { id } from '../api/ids.ts';
import type { Change } from '../audit/change.ts';
import type { EventsOf } from '../event.ts';

/** What staff can ask of the queue of jobs: how it is said of a job or of all in a state, and what becomes of them. */
const jobOperations = {
  retry: [(jobs) => `try ${jobs} again`, 'waiting'],
  remove: [(jobs) => `remove ${jobs}`, 'removed'],
  promote: [(jobs) => `run ${jobs} at once`, 'waiting'],
  change: [(jobs) => `change ${jobs}`, 'changed'],
  add: [() => 'add a job', 'waiting'],
  pause: [() => 'pause all jobs', 'paused'],
  resume: [() => 'go on with the paused jobs', 'waiting'],
  limit: [() => 'change how many jobs run at a time', 'changed'],
  schedule: [() => 'change when jobs are repeated', 'changed'],
} as const satisfies Record<string, readonly [words: (jobs: string) => string, outcome: string]>;
export type JobOperation = keyof typeof jobOperations;

const operation = z.enum(Object.keys(jobOperations) as [JobOperation, ...JobOperation[]]);
const name = z.string().max(200);

/** Who asked: a member of staff, or, from a shell, a name that stands beside the log (`by_ref`). */
const asker = { user_id: id.nullable(), shell: z.boolean().optional(), by_ref: z.uuid().nullable().optional() };
type Asker = z.output<z.ZodObject<typeof asker>>;

/** By which way and under which name something was asked, as the end of a sentence; `personal` makes the place of the name. */
export const fromShell = ({ shell, by_ref }: Asker, personal: (ref: string) => string): string => {
  if (!shell) return '';
  return by_ref ? ` from a shell as ${personal(by_ref)}` : ' from a shell';
};

/**
 * What staff (`user_id`) asked of the machinery, recorded before it is done. They decide nothing and stand in monthly
 * streams of their own.
 */
export const operationEvents = {
  /** Without a job: of all jobs, or of those in the state `from`. */
  JobOperationRequested: z.object({
    user_id: id,
    operation,
    job: z.object({ id: name, name }).nullable(),
    from: name.nullable(),
  }),
  ReadModelRedriveRequested: z.object({ ...asker, projection: name, stream: name }),
  ReadModelRebuildRequested: z.object({ ...asker, projection: name }),
};
export type OperationEvent = EventsOf<typeof operationEvents>;

type JobData = z.output<typeof operationEvents.JobOperationRequested>;

/** What was asked of the queue, as the rest of a sentence. */
export const jobOperationWords = ({ operation, job, from }: JobData): string => {
  const [words] = jobOperations[operation];
  const all = from ? `all ${from} jobs` : 'all jobs';
  return `asked to ${words(job ? `the job “${job.name}”` : all)}`;
};

/** What was asked of the queue, as changes: of which job, from which state to which. */
export const jobOperationChanges = ({ operation, job, from }: JobData): Change[] => [
  { field: 'job_state', from, to: jobOperations[operation][1] },
  ...(job ? [{ field: 'job', from: null, to: job.id }] : []),
];
