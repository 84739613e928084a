import type { Routes } from '#kernel/http/types.ts';
import { queueBoardRoutes } from '#kernel/jobs/board.ts';
import { outboxRoutes } from '#kernel/mail/routes.ts';
import { smsStatusRoutes } from '#kernel/sms/status-routes.ts';
import { healthRoutes } from '#projections/admin/health-routes.ts';
import { adminReadRoutes } from '#projections/admin/routes.ts';
import { detailRoutes } from '#projections/analytics/questions/detail-routes.ts';
import { explainRoutes } from '#projections/analytics/questions/explain/routes.ts';
import { firstViewRoutes } from '#projections/analytics/questions/first-view/routes.ts';
import { interactiveRoutes } from '#projections/analytics/questions/interactive/routes.ts';
import { liveRoutes } from '#projections/analytics/questions/live/routes.ts';
import { mauRoutes } from '#projections/analytics/questions/mau/routes.ts';
import { mauProofRoutes } from '#projections/analytics/questions/mau-proof/routes.ts';
import { recountRoutes } from '#projections/analytics/questions/recount/routes.ts';
import { reportRoutes } from '#projections/analytics/questions/report/routes.ts';
import { returnsRoutes } from '#projections/analytics/questions/returns/routes.ts';
import { analyticsRoutes } from '#projections/analytics/questions/routes.ts';
import { sdkHealthRoutes } from '#projections/analytics/questions/sdk-health/routes.ts';
import { auditRoutes } from '#projections/audit/routes.ts';
import { contentRoutes } from '#projections/catalog/content-routes.ts';
import { catalogRoutes } from '#projections/catalog/routes.ts';
import { searchRoutes } from '#projections/catalog/search-routes.ts';
import { asOfRoutes } from '#projections/delivery/as-of-routes.ts';
import { previewRoutes } from '#projections/delivery/preview-routes.ts';
import { historyRoutes } from '#projections/history/routes.ts';
import { newestUnread } from '#projections/notifications/read.ts';
import { sdkReleaseListRoutes } from '#projections/notifications/release-routes.ts';
import { notificationRoutes } from '#projections/notifications/routes.ts';
import { adminRoutes } from '#services/admin/routes.ts';
import { mediaRoutes } from '#services/media/routes.ts';
import { loadNounRoutes } from './nouns.ts';
import { projections } from './read-models.ts';
import { rebuildable } from './rebuildable.ts';

/** Routes of the dashboard's API: those of the nouns, then those of read models and of the machinery. */
export const apiRoutes: readonly Routes[] = [
  ...(await loadNounRoutes()),
  mediaRoutes,
  catalogRoutes({ newestNotification: newestUnread }),
  contentRoutes,
  searchRoutes,
  auditRoutes,
  historyRoutes,
  notificationRoutes,
  sdkReleaseListRoutes,
  asOfRoutes,
  previewRoutes,
  analyticsRoutes,
  detailRoutes,
  interactiveRoutes,
  reportRoutes,
  sdkHealthRoutes,
  mauRoutes,
  mauProofRoutes,
  firstViewRoutes,
  liveRoutes,
  explainRoutes,
  recountRoutes,
  returnsRoutes,
  adminRoutes,
  adminReadRoutes,
  healthRoutes({ following: projections, rebuild: rebuildable }),
  smsStatusRoutes,
  outboxRoutes,
  queueBoardRoutes,
];
