import type { z } from 'zod';
import type { AdminStats } from '#contracts/admin/admin.ts';
import type { AdminEventRow, adminState, ProjectionRow, parkedRow } from '#contracts/admin/admin-log.ts';
import type { AccountBilling, StaffInvoiceRow } from '#contracts/admin/billing.ts';
import type { DealBatch } from '#contracts/subscription/rows.ts';
import { call, http } from '../../api/http.ts';

/** A stream folded up to a version. */
export type StreamState = z.infer<typeof adminState>;
/** An event that a read model has set aside. */
export type ParkedEvent = z.infer<typeof parkedRow>;

/** Some rows, and how many there are in all. */
export interface Rows<Row> {
  rows: Row[];
  total: number;
}

type Query = Record<string, string | number | null>;

const rowsOf = async <Row>(path: string, query: Query, signal: AbortSignal): Promise<Rows<Row>> => {
  const { data, total } = await call<Row[]>('GET', path, { query, signal });
  return { rows: data, total: total ?? data.length };
};

/** What staff read besides the lists; all throw ApiError. */
export const staffReads = {
  /** The whole installation over some days; moments are unix seconds. */
  stats: (query: { ts_start: number; ts_end: number }, signal: AbortSignal) =>
    http.get<AdminStats>('/admin/stats', { query, signal }),
  /** What an account pays for, and how. */
  billing: (accountId: string, signal: AbortSignal) =>
    http.get<AccountBilling>(`/admin/account/${accountId}/billing`, { signal }),
  /** Invoices of an account, the newest first. */
  invoices: (accountId: string, query: Query, signal: AbortSignal) =>
    rowsOf<StaffInvoiceRow>(`/admin/account/${accountId}/invoice`, query, signal),
  /** Batches of deal codes, the newest first. */
  dealBatches: (query: Query, signal: AbortSignal) => http.get<DealBatch[]>('/admin/deal_code', { query, signal }),
  /** Events of a stream, or those with an id. */
  events: (query: Query, signal: AbortSignal) => rowsOf<AdminEventRow>('/admin/event', query, signal),
  /** A stream folded up to a version, or up to its last (null). */
  streamState: (query: { stream: string; version: number | null }, signal: AbortSignal) =>
    http.get<StreamState>('/admin/event/state', { query, signal }),
  /** How far every read model is. */
  projections: (signal: AbortSignal) => http.get<ProjectionRow[]>('/admin/projection', { signal }),
  /** The first events that read models have set aside, in the order of the log. */
  parkedEvents: (limit: number, signal: AbortSignal) =>
    rowsOf<ParkedEvent>('/admin/projection/parked', { limit }, signal),
};
export type StaffReads = typeof staffReads;
