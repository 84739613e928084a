import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { AdminEventRow, adminState } from '#contracts/admin/admin-log.ts';
import { call, http } from '../../api/http.ts';

/** A stream folded up to a version. */
export type StreamState = z.infer<typeof adminState>;
/** How many events the list of versions shows at once. */
export const eventsAtOnce = 100;

interface Events {
  rows: AdminEventRow[];
  total: number;
}

const read = async (query: Record<string, string | number>, signal: AbortSignal): Promise<Events> => {
  const { data, total } = await call<AdminEventRow[]>('GET', '/admin/event', { query, signal });
  return { rows: data, total: total ?? data.length };
};

/** A page of a stream's events, counted from 0, oldest first. */
export const eventsQuery = (stream: string, page: number) =>
  queryOptions<Events>({
    queryKey: ['admin', 'event', stream, page],
    queryFn: ({ signal }) => read({ stream, limit: eventsAtOnce, offset: page * eventsAtOnce }, signal),
    placeholderData: (before) => (before?.rows[0]?.stream === stream ? before : undefined),
  });

/** A stream folded up to a version, or up to its last (null). */
export const stateQuery = (stream: string, version: number | null) =>
  queryOptions({
    queryKey: ['admin', 'state', stream, version],
    queryFn: ({ signal }) => http.get<StreamState>('/admin/event/state', { query: { stream, version }, signal }),
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
        const { rows } = await read({ [name]: id, limit: 1000 }, signal);
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
