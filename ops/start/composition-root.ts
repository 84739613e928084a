import type { Routes } from '#kernel/http/types.ts';
import type { StartPart } from '#kernel/part.ts';
import type { Projection } from '#projections/projection.ts';

/** A part whose code is read when it starts: a process that only delivers holds nothing of the others in memory. */
const later =
  (load: () => Promise<StartPart>): StartPart =>
  async (kernel) =>
    (await load())(kernel);

const following = (load: () => Promise<Projection>): StartPart =>
  later(async () => {
    const projection = await load();
    return (await import('#projections/runner.ts')).startProjection(projection);
  });

/** Routes of each part that answers requests, by the name that --only takes. */
export const serving: Readonly<Record<string, () => Promise<readonly Routes[]>>> = {
  api: async () => (await import('./api-routes.ts')).apiRoutes,
  sdk: async () => [...(await import('./sdk-routes.ts')).sdkRoutes, (await import('./web-routes.ts')).playerRoutes],
  web: async () => [(await import('./web-routes.ts')).dashboardRoutes],
};

/** What works in the background, by the name that --only takes. */
export const background: Readonly<Record<string, StartPart>> = {
  'projection:audit': following(async () => (await import('#projections/audit/projection.ts')).auditProjection),
  'projection:history': following(async () => (await import('#projections/history/projection.ts')).historyProjection),
  'projection:delivery': following(
    async () => (await import('#projections/delivery/projection.ts')).deliveryProjection,
  ),
  'projection:analytics': later(
    async () => (await import('#projections/analytics/count/aggregator.ts')).startAnalytics,
  ),
  'audit-verifier': later(async () => (await import('#projections/audit/verifier.ts')).startAuditVerifier),
  archive: later(async () => (await import('#projections/analytics/archive/part.ts')).startArchive),
  relay: later(async () => (await import('#kernel/messaging/relay.ts')).startRelay),
  jobs: later(async () => (await import('#kernel/jobs/runner.ts')).startJobs),
  sweeper: later(async () => (await import('#services/media/sweeper.ts')).startSweeper),
  ends: later(async () => (await import('#services/story-group/end/part.ts')).startGroupEnds),
  caps: later(async () => (await import('#services/story-group/cap/part.ts')).startCaps),
};
