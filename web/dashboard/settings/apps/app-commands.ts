import type { BulkResult } from '#contracts/api/envelope.ts';
import type { AppSettings } from '#contracts/app/events.ts';
import type { AppRow } from '#contracts/app/rows.ts';
import { asCommand, call, type Envelope, http } from '../../api/http.ts';
import { inRequests } from '../../api/in-requests.ts';

/** Every act on apps and instances, one method each, sent under the key of the act; all throw ApiError. */
export const appCommands = {
  addApp: (fields: Record<string, unknown>, key: string) => http.post<AppRow>('/app', fields, asCommand(key)),
  changeAppSettings: (appId: string, settings: Partial<AppSettings>, key: string) =>
    http.post<{ settings: AppSettings }>('/app/settings', settings, { ...asCommand(key), query: { app_id: appId } }),
  /** Reads one app, or all that the person may change, from the store again. */
  syncApps: (appId: string | undefined, key: string) =>
    http.post<BulkResult>('/app/sync', appId ? { app_id: appId } : {}, asCommand(key)),
  /** Copies groups into an instance; the message names the app. */
  importStoryGroups: async (
    appId: string,
    instanceId: string,
    groups: readonly { id: string }[],
    key: string,
  ): Promise<Envelope<BulkResult>> => {
    let message: string | null = null;
    const data = await inRequests(groups, key, async (part, partKey) => {
      const answer = await call<BulkResult>('POST', '/app/import', {
        ...asCommand(partKey),
        query: { app_id: appId },
        body: { instance_id: instanceId, import: part.map(({ id }) => id) },
      });
      message = answer.message;
      return answer.data;
    });
    return { data, message };
  },
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
