import type { Routes } from '#kernel/http/types.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { phoneRoutes } from './phone-routes.ts';
import { recoveryRoutes } from './recovery-routes.ts';
import { totpRoutes } from './totp-routes.ts';

/** Setting up second factors and taking them away. */
export const factorRoutes: Routes = async (server, kernel) => {
  for (const add of [totpRoutes, recoveryRoutes, passkeyRoutes, phoneRoutes]) await add(server, kernel);
};
