import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { copyStatement } from '#kernel/event-store/copy.ts';
import { logStart } from '#kernel/event-store/read.ts';

/** The limit of everything that reads the whole log: its rows as bytes in this process, nothing done with them. */
export const copyLogOut = async (pool: pg.Pool): Promise<number> => {
  const client = await pool.connect();
  try {
    let bytes = 0;
    for await (const chunk of client.query(copyTo(copyStatement(logStart, null))) as AsyncIterable<Buffer>)
      bytes += chunk.length;
    return bytes;
  } finally {
    client.release();
  }
};
