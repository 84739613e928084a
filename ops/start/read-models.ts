import { auditProjection } from '#projections/audit/projection.ts';
import { deliveryProjection } from '#projections/delivery/projection.ts';
import { historyProjection } from '#projections/history/projection.ts';
import { notificationsProjection } from '#projections/notifications/projection.ts';

/** Read models that are fed by the log. */
export const projections = [auditProjection, historyProjection, notificationsProjection, deliveryProjection] as const;
