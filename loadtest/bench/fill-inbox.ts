import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { Db } from '#kernel/db/pool.ts';
import { type BatchMix, type BatchSender, makeBatch } from './batches.ts';

/** Copies lines into a table, in a transaction. */
export const copyLinesIn = async ({ pool }: Db, statement: string, lines: readonly string[]): Promise<void> => {
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

/** Puts so many new batches of the senders, of 20 events each, into the inbox of telemetry; all can be seen at once. */
export const fillInbox = (
  db: Db,
  senders: readonly BatchSender[],
  viewers: number,
  batches: number,
  mix: BatchMix = {},
): Promise<void> => {
  const lines = Array.from({ length: batches }, (_, index) => {
    const one = makeBatch(senders[index % senders.length]!, viewers, Date.now(), mix);
    return `${one.partition}\t${one.instance_id}\t${one.batch_id}\t${one.payload}\n`;
  });
  return copyLinesIn(db, 'copy telemetry_batch (partition, instance_id, batch_id, payload) from stdin', lines);
};
