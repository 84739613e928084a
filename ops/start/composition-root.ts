import type { Routes } from '#kernel/http/types.ts';
import type { StartPart } from '#kernel/part.ts';
import type { Projection } from '#projections/projection.ts';

/** A part that is imported when it starts: a process that runs `sdk` alone holds no code of the others in memory. */
const loadedOnStart =
  (load: () => Promise<StartPart>): StartPart =>
  async (kernel) =>
    (await load())(kernel);

const projectionPart = (load: () => Promise<Projection>): StartPart =>
  loadedOnStart(async () => {
    const projection = await load();
    return (await import('#projections/runner/run.ts')).startProjection(projection);
  });

/** Routes of each part that answers requests, by the name that --only takes. */
export const servingParts: Readonly<Record<string, () => Promise<readonly Routes[]>>> = {
  api: async () => (await import('./api-routes.ts')).apiRoutes,
  sdk: async () => [...(await import('./sdk-routes.ts')).sdkRoutes, (await import('./web-routes.ts')).playerRoutes],
  web: async () => [(await import('./web-routes.ts')).dashboardRoutes],
};

/** What works in the background, by the name that --only takes. */
export const backgroundParts: Readonly<Record<string, StartPart>> = {
  'projection:audit': projectionPart(async () => (await import('#projections/audit/projection.ts')).auditProjection),
  'projection:history': projectionPart(
    async () => (await import('#projections/history/projection.ts')).historyProjection,
  ),
  'projection:notifications': projectionPart(
    async () => (await import('#projections/notifications/projection.ts')).notificationsProjection,
  ),
  'projection:delivery': projectionPart(
    async () => (await import('#projections/delivery/projection.ts')).deliveryProjection,
  ),
  'projection:analytics': loadedOnStart(
    async () => (await import('#projections/analytics/count/worker.ts')).startAnalytics,
  ),
  'audit-verifier': loadedOnStart(async () => (await import('#projections/audit/verifier.ts')).startAuditVerifier),
  archive: loadedOnStart(async () => (await import('#projections/analytics/archive/part.ts')).startArchive),
  relay: loadedOnStart(async () => (await import('#kernel/messaging/relay.ts')).startRelay),
  jobs: loadedOnStart(async () => (await import('./jobs.ts')).startJobs),
  sweeper: loadedOnStart(async () => (await import('#services/media/garbage-collector.ts')).startMediaGarbageCollector),
  ends: loadedOnStart(async () => (await import('#services/story-group/end/expiry-scheduler.ts')).startExpiryScheduler),
  digests: loadedOnStart(async () => (await import('#projections/notifications/digest/due.ts')).startDigests),
  reports: loadedOnStart(async () => (await import('#services/report/due.ts')).startReports),
  referrals: loadedOnStart(async () => (await import('#services/account/referral-tokens.ts')).startReferralTokens),
  billing: loadedOnStart(async () => (await import('./billing.ts')).startBillingCycle),
  caps: loadedOnStart(async () => (await import('#services/story-group/cap/enforcer.ts')).startCapEnforcer),
};
