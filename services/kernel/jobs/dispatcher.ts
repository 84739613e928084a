import type { Kernel } from '../kernel.ts';
import type { EffectJob, EffectQueue } from './queue.ts';

const batch = 100;

/** The id of an effect's job, the same whenever it is dispatched: the queue drops duplicates by it. */
export const jobId = ({ event_id, effect }: Pick<EffectJob, 'event_id' | 'effect'>): string => `${event_id}-${effect}`;

const waiting = async ({ db }: Pick<Kernel, 'db'>): Promise<EffectJob[]> => {
  const { rows } = await db.pool.query<EffectJob>({
    name: 'jobs-to-move',
    text: `select o.event_id, o.effect, o.payload, e.request_id, e.correlation_id
             from job_outbox o left join event e on e.event_id = o.event_id
            where o.moved_at is null order by o.created_at limit $1`,
    values: [batch],
  });
  return rows;
};

/**
 * Moves the oldest effects of the outbox into the queue, then marks them. One interrupted between the two moves them
 * again, and the queue drops the duplicates. Answers whether more may be waiting.
 */
export const dispatchEffects = async (
  { db }: Pick<Kernel, 'db'>,
  queue: Pick<EffectQueue, 'addBulk'>,
): Promise<boolean> => {
  const jobs = await waiting({ db });
  if (jobs.length === 0) return false;
  await queue.addBulk(jobs.map((data) => ({ name: data.effect, data, opts: { jobId: jobId(data) } })));
  await db.pool.query({
    name: 'jobs-moved',
    text: `update job_outbox set moved_at = now()
            where (event_id, effect) in (select * from unnest($1::uuid[], $2::text[]))`,
    values: [jobs.map((job) => job.event_id), jobs.map((job) => job.effect)],
  });
  return jobs.length === batch;
};
