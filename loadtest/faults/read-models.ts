import type { Kernel } from '#kernel/kernel.ts';
import { delay } from '#kernel/platform/delay.ts';
import { rebuildable } from '#ops/start/rebuildable.ts';
import { metricTables } from '#projections/analytics/tables.ts';
import { verifyChain } from '#projections/audit/chain.ts';
import { hashTableRows } from '#projections/hash-rows.ts';

const catchUpMs = 120_000;

const laggingReadModels = async ({ db }: Kernel): Promise<string[]> => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select c.name from projection_checkpoint c
      where c.name in ('audit', 'history', 'notifications', 'delivery')
        and exists (select from event e where (e.transaction_id, e.position) > (c.transaction_id, c.position))
     union all
     select 'analytics' where exists (select from telemetry_uncounted)
     union all
     select 'jobs' where exists (
       select from job_outbox o
        where not exists (select from effect_ledger l where l.event_id = o.event_id and l.effect = o.effect)
          and not exists (select from bullmq.job j
                           where j.id = o.event_id || '-' || o.effect and j.state = 'failed'))`,
  );
  return rows.map((row) => row.name);
};

/** Waits until every read model has taken in everything and no job is left; answers those that did not manage. */
export const awaitReadModels = async (kernel: Kernel): Promise<string[]> => {
  const until = Date.now() + catchUpMs;
  for (;;) {
    const late = await laggingReadModels(kernel);
    if (late.length === 0) return [];
    if (Date.now() > until) return late.map((name) => `${name} did not catch up`);
    await delay(50);
  }
};

const checkRebuild = async (kernel: Kernel, name: string): Promise<string[]> => {
  const only = name === 'analytics' ? metricTables : undefined;
  const before = await hashTableRows(kernel.db.pool, name, only);
  const report = await rebuildable[name]!(kernel);
  const after = await hashTableRows(kernel.db.pool, name, only);
  const faults: string[] = [];
  if (Object.keys(before).length === 0) faults.push(`${name} has no tables`);
  for (const table of Object.keys({ ...before, ...after })) {
    const hashes = [before[table], report.before[table], report.after[table], after[table]];
    if (!hashes.every((hash) => hash === hashes[0]))
      faults.push(`${name}.${table} changes with a rebuild: ${hashes.join(', ')}`);
  }
  return faults;
};

const checkAudit = async ({ db }: Kernel): Promise<string[]> => {
  const faults: string[] = [];
  const { rows: accounts } = await db.pool.query<{ account_id: string }>('select account_id from audit_head');
  for (const { account_id } of accounts) {
    const place = await verifyChain(db.pool, account_id);
    if (place !== null) faults.push(`the audit chain of ${account_id} breaks at ${place}`);
  }
  const { rows } = await db.pool.query<{ missing: number }>(
    `select count(*)::int as missing from event e
      where stream like 'storyGroup-%' and not (
        exists (select from audit_row a where a.id = e.event_id)
        and exists (select from history_row h
                     where 'storyGroup-' || h.story_group_id::text = e.stream and h.version = e.version))`,
  );
  if (rows[0]!.missing > 0) faults.push(`${rows[0]!.missing} events are missing in the audit or in the history`);
  return faults;
};

const checkDeadLetters = async ({ db }: Kernel): Promise<string[]> => {
  const { rows: parked } = await db.pool.query<{ projection: string; error: string }>(
    'select projection, error from parked_event limit 5',
  );
  const { rows: failed } = await db.pool.query<{ effect: string; reason: string }>(
    `select name as effect, failed_reason as reason from bullmq.job where state = 'failed' limit 5`,
  );
  return [
    ...parked.map(({ projection, error }) => `${projection} has set an event aside: ${error}`),
    ...failed.map(({ effect, reason }) => `${effect} failed: ${reason}`),
  ];
};

/**
 * Checks that read models hold what the log says: audit and history whole, chains unbroken, rebuilds without a
 * difference.
 */
export const checkReadModels = async (kernel: Kernel): Promise<string[]> => {
  const faults = [...(await checkDeadLetters(kernel)), ...(await checkAudit(kernel))];
  for (const name of Object.keys(rebuildable)) faults.push(...(await checkRebuild(kernel, name)));
  return faults;
};
