import { existsSync } from 'node:fs';
const optional = async <T>(path: string, name: string): Promise<T | null> =>
  existsSync(new URL(path, import.meta.url)) ? ((await import(path))[name] as T) : null;
import type { Routes } from '#kernel/http/server.ts';
import type { StartPart } from '#kernel/part.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { catalogRoutes } from '#projections/catalog/routes.ts';
const list = <T>(items: (T | null | undefined)[]): T[] => items.filter((one): one is T => one != null);
export const apiRoutes = async (): Promise<Routes[]> => list<Routes>([
  catalogRoutes,
  await optional('../services/identity/routes.ts', 'identityRoutes'),
  await optional('../services/account/routes.ts', 'accountRoutes'),
  await optional('../services/team/routes.ts', 'teamRoutes'),
  await optional('../services/kernel/mail/routes.ts', 'outboxRoutes'),
  await optional('../services/app/routes.ts', 'appRoutes'),
  await optional('../services/story-group/routes.ts', 'storyGroupRoutes'),
  await optional('../services/media/routes.ts', 'mediaRoutes'),
  await optional('../projections/audit/routes.ts', 'auditRoutes'),
  await optional('../projections/history/routes.ts', 'historyRoutes'),
  await optional('../projections/analytics/routes.ts', 'analyticsRoutes'),
]);
export const sdkRoutes = async (): Promise<Routes[]> => list<Routes>([
  await optional('../services/ingest/routes.ts', 'ingestRoutes'),
  await optional('../projections/delivery/routes.ts', 'deliveryRoutes'),
]);
export const background = async (): Promise<Record<string, StartPart>> => {
  const start = await optional<(projection: unknown) => StartPart>('../projections/runner.ts', 'startProjection');
  const named: Record<string, StartPart | null> = {};
  for (const name of ['audit', 'history', 'delivery']) {
    const projection = await optional(`../projections/${name}/projection.ts`, `${name}Projection`);
    if (start && projection) named[`projection:${name}`] = start(projection);
  }
  named['projection:analytics'] = await optional('../projections/analytics/aggregator.ts', 'startAnalytics');
  named.jobs = await optional('../services/kernel/jobs/runner.ts', 'startJobs');
  named.sweeper = await optional('../services/media/sweeper.ts', 'startSweeper');
  return Object.fromEntries(Object.entries(named).filter(([, one]) => one)) as Record<string, StartPart>;
};
export const openExtras = async (kernel: Kernel, dir: string): Promise<void> => {
  const openFiles = await optional<(dir: string) => Promise<Kernel['files']>>('../services/kernel/files.ts', 'openFiles')
    ?? await optional<(dir: string) => Promise<Kernel['files']>>('../services/kernel/files-disk.ts', 'openFiles');
  if (openFiles) kernel.files = await openFiles(dir);
  const telemetry = await optional<(db: unknown, kernel: Kernel) => Kernel['telemetry']>('../services/kernel/telemetry-postgres.ts', 'openPostgresTelemetry');
  if (telemetry) kernel.telemetry = telemetry(kernel.analytics, kernel);
};
