import type { BulkResult } from '#contracts/api/envelope.ts';
import type { AppSettings } from '#contracts/app/events.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import { asCommand, call, http } from '../../api/http.ts';

/** Every act on apps and instances, one method each, sent under the key of the act; all throw ApiError. */
export const appCommands = {
  addApp: (fields: Record<string, unknown>, key: string) => http.post<AppRow>('/app', fields, asCommand(key)),
  changeAppSettings: (appId: string, settings: Partial<AppSettings>, key: string) =>
    http.post<{ settings: AppSettings }>('/app/settings', settings, { ...asCommand(key), query: { app_id: appId } }),
  /** Reads one app, or all that the person may change, from the store again. */
  syncApps: (appId: string | undefined, key: string) =>
    http.post<BulkResult>('/app/sync', appId ? { app_id: appId } : {}, asCommand(key)),
  /** Copies groups into an instance; the message names the app. */
  importStoryGroups: (appId: string, instanceId: string, groups: readonly string[], key: string) =>
    call<BulkResult>('POST', '/app/import', {
      ...asCommand(key),
      query: { app_id: appId },
      body: { instance_id: instanceId, import: groups },
    }),
  deleteApp: (appId: string, key: string) => http.delete<{ id: string }>('/app', { app_id: appId }, asCommand(key)),
  addInstance: (appId: string, title: string, key: string) =>
    http.post<{ id: string; token: string }>('/instance', { app_id: appId, title }, asCommand(key)),
  renameInstance: (appId: string, instanceId: string, title: string, key: string) =>
    http.patch<{ id: string; title: string }>(
      '/instance',
      { app_id: appId, instance_id: instanceId, title },
      asCommand(key),
    ),
  deleteInstance: (appId: string, instanceId: string, key: string) =>
    http.delete<{ id: string }>('/instance', { app_id: appId, instance_id: instanceId }, asCommand(key)),
} as const;
