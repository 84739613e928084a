import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { csvLine } from '#contracts/api/csv.ts';

/** Columns of a CSV by their name in the first line, each with its value in a row. */
export type CsvColumns<R> = Readonly<Record<string, (row: R) => unknown>>;

async function* lines<R>(
  columns: CsvColumns<R>,
  pages: AsyncIterable<readonly R[]>,
  last: string | undefined,
): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns));
  const values = Object.values(columns);
  for await (const rows of pages) yield rows.map((row) => csvLine(values.map((value) => value(row)))).join('');
  if (last !== undefined) yield csvLine([last]);
}

/**
 * Streams rows as a CSV file to keep, and after them a line that says what they are, where `last` is given; nothing of it is
 * held in memory but the page at hand. Never stored by a cache.
 */
export const sendCsv = <R>(
  reply: FastifyReply,
  name: string,
  columns: CsvColumns<R>,
  pages: AsyncIterable<readonly R[]>,
  last?: string,
): FastifyReply =>
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(lines(columns, pages, last)));
