import type { BulkResult } from '#contracts/api/envelope.ts';
import type { AppSettings } from '#contracts/app/events.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import { call, http, newKey } from '../api/http.ts';

const send = () => ({ idempotencyKey: newKey() });

/** Every act on apps and instances, one method each; all throw ApiError. */
export const appCommands = {
  addApp: (fields: Record<string, unknown>) => http.post<AppRow>('/app', fields, send()),
  changeSettings: (appId: string, settings: Partial<AppSettings>) =>
    http.post<{ settings: AppSettings }>('/app/settings', settings, { ...send(), query: { app_id: appId } }),
  /** Reads one app, or all that the person may change, from the store again. */
  syncApps: (appId?: string) => http.post<BulkResult>('/app/sync', appId ? { app_id: appId } : {}, send()),
  /** Copies groups into an instance; the message names the app. */
  importGroups: (appId: string, instanceId: string, groups: readonly string[]) =>
    call<BulkResult>('POST', '/app/import', {
      ...send(),
      query: { app_id: appId },
      body: { instance_id: instanceId, import: groups },
    }),
  deleteApp: (appId: string) => http.delete<{ id: string }>('/app', { app_id: appId }, send()),
  addInstance: (appId: string, title: string) =>
    http.post<{ id: string; token: string }>('/instance', { app_id: appId, title }, send()),
  renameInstance: (appId: string, instanceId: string, title: string) =>
    http.patch<{ id: string; title: string }>('/instance', { app_id: appId, instance_id: instanceId, title }, send()),
  deleteInstance: (appId: string, instanceId: string) =>
    http.delete<{ id: string }>('/instance', { app_id: appId, instance_id: instanceId }, send()),
} as const;
