import { openDb } from '#kernel/db/pool.ts';
import { drainLogs } from '#projections/analytics/count/aggregator.ts';
import { makeBatch, makeBatchSenders } from './batches.ts';
import { measureCounting } from './counting.ts';
import { copyLinesIn, fillInbox } from './fill-inbox.ts';
import { alternate, type Benchmark, perSecond, scaled } from './measure.ts';
import { withProduct } from './with-product.ts';

const viewers = 200_000;
const eventsEach = 20;

/** A row of the peer: an event with what an event table would hold of it. */
const eventLines = (count: number): string[] => {
  const [sender] = makeBatchSenders(1, 1, 10);
  const lines: string[] = [];
  while (lines.length < count) {
    const { instance_id, payload } = makeBatch(sender!, viewers, Date.now());
    const { viewer, events } = JSON.parse(payload);
    for (const { id, type, at, group_id, story_id } of events)
      lines.push(
        `${id}\t${type}\t${new Date(at).toISOString()}\t${viewer}\t${instance_id}\t${group_id}\t${story_id}\n`,
      );
  }
  return lines;
};

/**
 * Accepted batches in the inbox, of 200,000 viewers and 100 instances, brought into the figures: repeated ones dropped,
 * counters and viewers added, with the checkpoint in one transaction; against COPY of as many events into a bare table. Then what
 * counting hours, versions and watch steps adds to it.
 */
export const drainBenchmark: Benchmark = (size) =>
  withProduct(async (h) => {
    const db = openDb(h.ownerUrl, { max: 1 });
    const senders = makeBatchSenders(100, 3, 10);
    const batches = scaled(10_000, size, 100);
    const events = batches * eventsEach;
    const ours = async () => {
      await fillInbox(db, senders, viewers, batches);
      return perSecond(events, async () => {
        let left = batches;
        while (left > 0) left -= await drainLogs(h.kernel);
      });
    };
    await db.pool.query(
      `create table copied (id uuid, type text, at timestamptz, viewer text, instance_id uuid, group_id uuid, story_id uuid)`,
    );
    const lines = eventLines(events);
    const statement = 'copy copied from stdin';
    const theirs = async () => {
      const rate = await perSecond(events, () => copyLinesIn(db, statement, lines));
      await db.pool.query('truncate copied');
      return rate;
    };
    const line = {
      path: `aggregation drain, ${events} events`,
      peer: 'COPY IN of as many rows',
      unit: 'events/s',
      goal: 2,
      floor: 0.9,
    };
    const measured = await alternate(line, { ...size, rounds: Math.min(size.rounds, 3) }, ours, theirs);
    const counting = await measureCounting(h, db, size);
    await db.pool.end();
    return [measured, counting];
  });
