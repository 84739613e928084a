import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type LargeDocument, largeDocumentBytes } from '#contracts/stats/sdk-health.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Kernel } from '#kernel/kernel.ts';

const intervalMs = 5 * 60_000;
const maxLogged = 20;
/** A document that is kept in fewer bytes is smaller in gzip, too, which packs better than the database does. */
const keptBytes = largeDocumentBytes / 2;
const undefinedTable = '42P01';

const packedBytes = async (text: string): Promise<number> => (await promisify(gzip)(text, { level: 6 })).length;

/**
 * The instances whose stories are more than an SDK should have to load, of an app or of all (null), largest first. Cost: the
 * size of each document, and of those that may be too large also the text, one after the other.
 */
export const readLargeDocuments = async (
  { pool }: Pick<Db, 'pool'>,
  appId: string | null,
): Promise<(LargeDocument & { app_id: string })[]> => {
  const { rows } = await pool
    .query<{ instance_id: string; app_id: string }>({
      name: 'large-documents',
      text: `select instance_id, app_id from delivery_instance
              where ($1::uuid is null or app_id = $1) and pg_column_size(document) > $2`,
      values: [appId, keptBytes],
    })
    .catch((error: { code?: string }) => {
      // Before the first start of the projection there is nothing to deliver yet.
      if (error.code === undefinedTable) return { rows: [] };
      throw error;
    });
  const found: (LargeDocument & { app_id: string })[] = [];
  for (const one of rows) {
    const { rows: documents } = await pool.query<{ text: string }>({
      name: 'large-document',
      text: 'select document::text as text from delivery_instance where instance_id = $1',
      values: [one.instance_id],
    });
    const bytes = documents[0] ? await packedBytes(documents[0].text) : 0;
    if (bytes > largeDocumentBytes) found.push({ ...one, bytes });
  }
  return found.sort((a, b) => b.bytes - a.bytes || (a.instance_id < b.instance_id ? -1 : 1));
};

/**
 * Looks for such instances every five minutes: exports their number as a metric, and logs each when it becomes one. `mine` are
 * the lanes of this worker: whoever has the first looks for all.
 */
export const createLargeDocumentMonitor = (kernel: Pick<Kernel, 'db' | 'log' | 'metrics'>) => {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let known = new Set<string>();
  return async (mine: readonly number[]): Promise<void> => {
    const { largeDocuments } = kernel.metrics;
    if (!mine.includes(0)) return largeDocuments.set(0);
    if (performance.now() - checkedAt < intervalMs) return;
    checkedAt = performance.now();
    const large = await readLargeDocuments(kernel.db, null);
    largeDocuments.set(large.length);
    for (const one of large.filter(({ instance_id }) => !known.has(instance_id)).slice(0, maxLogged))
      kernel.log.warn(
        { part: 'projection:analytics', ...one },
        'the stories of an instance are too large to load well',
      );
    known = new Set(large.map(({ instance_id }) => instance_id));
  };
};
