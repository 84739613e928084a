import { openDb } from '#kernel/db/pool.ts';
import { auditProjection } from '#projections/audit/projection.ts';
import { rebuildProjection } from '#projections/runner/rebuild.ts';
import { startProjection } from '#projections/runner/run.ts';
import { copyLogOut } from './copy-out.ts';
import { fillLog } from './fill-log.ts';
import { alternate, type Benchmark, perSecond, scaled } from './measure.ts';
import { withProduct } from './with-product.ts';

/** The audit's tables built anew beside the live ones, compared and switched, against the log's bytes copied out. */
export const rebuildBenchmark: Benchmark = (size) =>
  withProduct(async (h) => {
    const events = await fillLog(h, scaled(25_000, size, 25));
    const part = await startProjection(auditProjection)(h.kernel);
    try {
      await h.until(async () => {
        const { rows } = await h.kernel.db.pool.query('select count(*)::int as count from audit_row');
        return rows[0].count === events;
      }, 'the audit');
    } finally {
      await part.stop();
    }
    const rebuild = async () => {
      const { equal, rows } = await rebuildProjection(h.kernel, auditProjection);
      if (!equal || rows < events) throw new Error('the rebuilt tables differ');
    };
    const line = {
      path: `rebuild of the audit, ${events} events`,
      peer: 'COPY OUT to Node',
      unit: 'events/s',
      goal: 0.4,
      floor: null,
      note: 'with hashes of both tables and the switch',
    };
    const { pool } = openDb(h.databaseUrl, { max: 1 });
    const measured = await alternate(
      line,
      { ...size, rounds: Math.min(size.rounds, 3) },
      () => perSecond(events, rebuild),
      () => perSecond(events, () => copyLogOut(pool)),
    );
    await pool.end();
    return [measured];
  });
