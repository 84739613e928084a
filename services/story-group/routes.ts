import type { Routes } from '#kernel/http/types.ts';
import { draftRoutes } from './draft/routes.ts';
import { groupRoutes } from './group/routes.ts';
import { importRoutes } from './import/routes.ts';
import { orderRoutes } from './order/routes.ts';
import { presenceRoutes } from './presence/routes.ts';
import { previewLinkRoutes } from './preview/routes.ts';
import { restoreRoutes } from './restore/routes.ts';
import { storyBulkRoutes } from './story/bulk-routes.ts';
import { storyRoutes } from './story/routes.ts';

/** Every command on story groups, their order and their stories. */
export const storyGroupRoutes: Routes = async (server, kernel) => {
  await groupRoutes(server, kernel);
  await importRoutes(server, kernel);
  await orderRoutes(server, kernel);
  await storyRoutes(server, kernel);
  await storyBulkRoutes(server, kernel);
  await restoreRoutes(server, kernel);
  await presenceRoutes(server, kernel);
  await previewLinkRoutes(server, kernel);
  await draftRoutes(server, kernel);
};
