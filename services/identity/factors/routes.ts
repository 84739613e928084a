import type { Routes } from '#kernel/http/types.ts';
import { recoveryRoutes } from './recovery-routes.ts';
import { totpRoutes } from './totp-routes.ts';

/** Setting up second factors and taking them away. */
export const factorRoutes: Routes = async (server, kernel) => {
  for (const add of [totpRoutes, recoveryRoutes]) await add(server, kernel);
};
