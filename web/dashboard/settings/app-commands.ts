import type { AppRow } from '#contracts/app.ts';
import { http, newKey } from '../api/http.ts';

const send = () => ({ idempotencyKey: newKey() });

/** Every act on apps and instances, one method each; all throw ApiError. */
export const appCommands = {
  addApp: (fields: Record<string, unknown>) => http.post<AppRow>('/app', fields, send()),
  deleteApp: (appId: string) => http.delete<{ id: string }>('/app', { app_id: appId }, send()),
  addInstance: (appId: string, title: string) =>
    http.post<{ id: string; token: string }>('/instance', { app_id: appId, title }, send()),
  renameInstance: (appId: string, instanceId: string, title: string) =>
    http.patch<{ id: string; title: string }>('/instance', { app_id: appId, instance_id: instanceId, title }, send()),
  deleteInstance: (appId: string, instanceId: string) =>
    http.delete<{ id: string }>('/instance', { app_id: appId, instance_id: instanceId }, send()),
} as const;
