import type { AuditKind } from '#contracts/audit/kinds.ts';
import type { AuditRow } from '#contracts/audit/rows.ts';
import { download } from '../api/download.ts';
import { call } from '../api/http.ts';

/** What the rows of an audit are chosen by; moments are unix seconds, both included. */
export interface AuditSelection {
  id?: string;
  actor_id?: string;
  actor_type?: string;
  subject_id?: string;
  kind?: AuditKind;
  action?: string;
  ts_start?: number;
  ts_end?: number;
}

/** A page of an audit, newest first, and how many rows there are in all. */
export interface AuditPage {
  rows: AuditRow[];
  total: number;
}

/** Where an audit comes from: its key for the cache, how a page is read, and how all of it becomes a CSV file. */
export interface AuditSource {
  key: readonly string[];
  read: (filter: AuditSelection & { limit: number; offset: number }, signal?: AbortSignal) => Promise<AuditPage>;
  csv: (filter: AuditSelection) => Promise<Blob>;
}

/** A source that reads an address which takes the filters of GET /audit and answers like it; `more` stands in each query. */
export const auditAt = (path: string, more: Record<string, string> = {}): AuditSource => ({
  key: ['audit', path, ...Object.values(more)],
  read: async (filter, signal) => {
    const query = { ...more, ...filter };
    const { data, total } = await call<AuditRow[]>('GET', path, { query, ...(signal ? { signal } : {}) });
    return { rows: data, total: total ?? data.length };
  },
  csv: (filter) => download(path, { ...more, ...filter, format: 'csv' }),
});

/** The audit of one's own account. */
export const ownAudit = auditAt('/audit');
