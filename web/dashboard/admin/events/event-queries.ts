import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AdminEventRow } from '#contracts/admin/admin-log.ts';
import { adminProvider } from '../provider/admin-provider.ts';
import type { Rows } from '../provider/staff-reads.ts';

/** How many events the list of versions shows at once. */
export const eventsAtOnce = 100;

/** A page of a stream's events, counted from 0, oldest first. */
export const eventsQuery = (stream: string, page: number) =>
  queryOptions<Rows<AdminEventRow>>({
    queryKey: ['admin', 'event', stream, page],
    queryFn: ({ signal }) => adminProvider.events({ stream, limit: eventsAtOnce, offset: page * eventsAtOnce }, signal),
    placeholderData: (before) => (before?.rows[0]?.stream === stream ? before : undefined),
  });

/** A stream folded up to a version, or up to its last (null). */
export const stateQuery = (stream: string, version: number | null) =>
  queryOptions({
    queryKey: ['admin', 'state', stream, version],
    queryFn: ({ signal }) => adminProvider.streamState({ stream, version }, signal),
    // What a stream was at a version never changes.
    staleTime: version === null ? 0 : Number.POSITIVE_INFINITY,
    ...(version === null ? {} : { placeholderData: keepPreviousData }),
  });

/** Events by an id: that of a thing, of an event, or of a command. */
export const foundQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'found', id],
    queryFn: async ({ signal }): Promise<AdminEventRow[]> => {
      for (const name of ['subject_id', 'event_id', 'correlation_id']) {
        const { rows } = await adminProvider.events({ [name]: id, limit: 1000 }, signal);
        if (rows.length > 0) return rows;
      }
      return [];
    },
  });

/** The address of the inspector at a version of a stream. */
export function inspectorAddress(stream: string, version?: number): string {
  const search = new URLSearchParams({ stream, ...(version === undefined ? {} : { version: String(version) }) });
  return `/admin/events?${search}`;
}
