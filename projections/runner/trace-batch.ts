import type { LogRow } from '#kernel/event-store/read.ts';
import type { Kernel } from '#kernel/kernel.ts';

/** A trace span names at most so many ids. */
const maxNames = 100;
const namesOf = (rows: readonly LogRow[], name: 'request_id' | 'correlation_id'): string[] =>
  [...new Set(rows.flatMap((row) => row[name] ?? []))].slice(0, maxNames);

/** Runs the work of a batch in a trace span that names the requests its events came from. */
export const traceBatch = <T>(
  { tracing }: Pick<Kernel, 'tracing'>,
  projection: string,
  rows: readonly LogRow[],
  work: () => Promise<T>,
): Promise<T> => {
  const facts = () => ({
    events: rows.length,
    request_id: namesOf(rows, 'request_id'),
    correlation_id: namesOf(rows, 'correlation_id'),
  });
  return tracing?.inSpan(`projection ${projection}`, facts, work) ?? work();
};

/** Logs that a projection applied the events of a batch, with their request ids. */
export const logApplied = ({ log }: Pick<Kernel, 'log'>, projection: string, rows: readonly LogRow[]): void => {
  if (!log.isLevelEnabled('debug')) return;
  for (const { event_id, type, stream, version, request_id, correlation_id } of rows)
    log.debug({ projection, event_id, type, stream, version, request_id, correlation_id }, 'event applied');
};
