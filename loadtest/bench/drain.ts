import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { type Db, openDb } from '#kernel/db/pool.ts';
import { drain } from '#projections/analytics/aggregator.ts';
import { makeBatch, makeSenders } from './batches.ts';
import { alternate, type Benchmark, perSecond, scaled } from './measure.ts';
import { withProduct } from './place.ts';

const viewers = 200_000;
const eventsEach = 20;

const copyIn = async ({ pool }: Db, statement: string, lines: readonly string[]): Promise<void> => {
  const client = await pool.connect();
  try {
    const copy = client.query(copyFrom(statement));
    for (let from = 0; from < lines.length; from += 2000) copy.write(lines.slice(from, from + 2000).join(''));
    copy.end();
    await finished(copy);
  } finally {
    client.release();
  }
};

/** A row of the peer: an event with what an event table would hold of it. */
const eventLines = (count: number): string[] => {
  const [sender] = makeSenders(1, 1, 10);
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
 * counters and viewers added, with the checkpoint in one transaction; against COPY of as many events into a bare table.
 */
export const drainBenchmark: Benchmark = (size) =>
  withProduct(async (h) => {
    const db = openDb(h.databaseUrl, { max: 1 });
    const senders = makeSenders(100, 3, 10);
    const batches = scaled(10_000, size, 100);
    const events = batches * eventsEach;
    const fill = async () => {
      const lines = Array.from({ length: batches }, (_, index) => {
        const one = makeBatch(senders[index % senders.length]!, viewers, Date.now());
        return `${one.partition}\t${one.instance_id}\t${one.batch_id}\t${one.payload}\n`;
      });
      await copyIn(db, 'copy telemetry_batch (partition, instance_id, batch_id, payload) from stdin', lines);
    };
    const ours = async () => {
      await fill();
      return perSecond(events, async () => {
        let left = batches;
        while (left > 0) left -= await drain(h.kernel);
      });
    };
    await db.pool.query(
      `create table copied (id uuid, type text, at timestamptz, viewer text, instance_id uuid, group_id uuid, story_id uuid)`,
    );
    const lines = eventLines(events);
    const statement = 'copy copied from stdin';
    const theirs = async () => {
      const rate = await perSecond(events, () => copyIn(db, statement, lines));
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
    await db.pool.end();
    return [measured];
  });
