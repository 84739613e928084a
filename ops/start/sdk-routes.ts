import type { Routes } from '#kernel/http/types.ts';
import { resultsRoutes } from '#projections/delivery/results/routes.ts';
import { deliveryRoutes } from '#projections/delivery/routes.ts';
import { ingestRoutes } from '#services/ingest/routes.ts';

/** Routes that SDKs call. */
export const sdkRoutes: readonly Routes[] = [ingestRoutes, deliveryRoutes, resultsRoutes];
