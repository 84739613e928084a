import { startRelay } from '#kernel/bus/relay.ts';
import type { Routes } from '#kernel/http/server.ts';
import { queueBoardRoutes } from '#kernel/jobs/board.ts';
import { startJobs } from '#kernel/jobs/runner.ts';
import { outboxRoutes } from '#kernel/mail/routes.ts';
import type { StartPart } from '#kernel/part.ts';
import { healthRoutes } from '#projections/admin/health-routes.ts';
import { adminReadRoutes } from '#projections/admin/routes.ts';
import { startAnalytics } from '#projections/analytics/aggregator.ts';
import { startArchive } from '#projections/analytics/archive/part.ts';
import { interactiveRoutes } from '#projections/analytics/interactive-routes.ts';
import { liveRoutes } from '#projections/analytics/live-routes.ts';
import { mauRoutes } from '#projections/analytics/mau-routes.ts';
import { recountRoutes } from '#projections/analytics/recount-routes.ts';
import { reportRoutes } from '#projections/analytics/report-routes.ts';
import { analyticsRoutes } from '#projections/analytics/routes.ts';
import { sdkHealthRoutes } from '#projections/analytics/sdk-health-routes.ts';
import { whyRoutes } from '#projections/analytics/why-routes.ts';
import { auditProjection } from '#projections/audit/projection.ts';
import { auditRoutes } from '#projections/audit/routes.ts';
import { contentRoutes } from '#projections/catalog/content-routes.ts';
import { catalogRoutes } from '#projections/catalog/routes.ts';
import { searchRoutes } from '#projections/catalog/search-routes.ts';
import { asOfRoutes } from '#projections/delivery/as-of-routes.ts';
import { deliveryProjection } from '#projections/delivery/projection.ts';
import { deliveryRoutes } from '#projections/delivery/routes.ts';
import { historyProjection } from '#projections/history/projection.ts';
import { historyRoutes } from '#projections/history/routes.ts';
import { startProjection } from '#projections/runner.ts';
import { accountRoutes } from '#services/account/routes.ts';
import { adminRoutes } from '#services/admin/routes.ts';
import { appRoutes } from '#services/app/routes.ts';
import { identityRoutes } from '#services/identity/routes.ts';
import { ingestRoutes } from '#services/ingest/routes.ts';
import { mediaRoutes } from '#services/media/routes.ts';
import { startSweeper } from '#services/media/sweeper.ts';
import { startCaps } from '#services/story-group/cap/part.ts';
import { startGroupEnds } from '#services/story-group/end/part.ts';
import { storyGroupRoutes } from '#services/story-group/routes.ts';
import { teamRoutes } from '#services/team/routes.ts';
import { rebuildable } from './rebuild.ts';

/** Read models that are fed by the log. */
export const projections = [auditProjection, historyProjection, deliveryProjection] as const;

/** Routes of the dashboard's API. */
export const apiRoutes: readonly Routes[] = [
  identityRoutes,
  accountRoutes,
  teamRoutes,
  appRoutes,
  storyGroupRoutes,
  mediaRoutes,
  catalogRoutes,
  contentRoutes,
  searchRoutes,
  auditRoutes,
  historyRoutes,
  asOfRoutes,
  analyticsRoutes,
  interactiveRoutes,
  reportRoutes,
  sdkHealthRoutes,
  mauRoutes,
  liveRoutes,
  whyRoutes,
  recountRoutes,
  adminRoutes,
  adminReadRoutes,
  healthRoutes({ following: projections, rebuild: rebuildable }),
  outboxRoutes,
  queueBoardRoutes,
];

/** Routes that SDKs call. */
export const sdkRoutes: readonly Routes[] = [ingestRoutes, deliveryRoutes];

/** What works in the background, by the name that --only takes. */
export const background: Readonly<Record<string, StartPart>> = {
  ...Object.fromEntries(projections.map((one) => [`projection:${one.name}`, startProjection(one)])),
  'projection:analytics': startAnalytics,
  archive: startArchive,
  relay: startRelay,
  jobs: startJobs,
  sweeper: startSweeper,
  ends: startGroupEnds,
  caps: startCaps,
};
