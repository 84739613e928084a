import type { Kernel } from '#kernel/kernel.ts';
import { rebuildAnalytics } from '#projections/analytics/rebuild/rebuild.ts';
import { auditProjection } from '#projections/audit/projection.ts';
import { catalogProjection } from '#projections/catalog/projection.ts';
import { deliveryProjection } from '#projections/delivery/projection.ts';
import { historyProjection } from '#projections/history/projection.ts';
import { notificationsProjection } from '#projections/notifications/projection.ts';
import { type RebuildHashes, rebuildProjection } from '#projections/runner/rebuild.ts';

/** Every read model that can be built anew, by name. */
export const rebuildable: Record<string, (kernel: Kernel) => Promise<RebuildHashes>> = {
  catalog: (kernel) => rebuildProjection(kernel, catalogProjection(kernel)),
  audit: (kernel) => rebuildProjection(kernel, auditProjection),
  history: (kernel) => rebuildProjection(kernel, historyProjection),
  notifications: (kernel) => rebuildProjection(kernel, notificationsProjection),
  delivery: (kernel) => rebuildProjection(kernel, deliveryProjection),
  analytics: rebuildAnalytics,
};
