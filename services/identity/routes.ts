import type { Routes } from '#kernel/http/types.ts';
import { changePasswordRoutes } from './change-password.ts';
import { digestLinkRoutes } from './digest-link.ts';
import { factorRoutes } from './factors/routes.ts';
import { lookRoutes } from './inspect-link-routes.ts';
import { joinTeamRoutes } from './join-team.ts';
import { linkRoutes } from './links.ts';
import { registrationRoutes } from './registration.ts';
import { sessionRoutes } from './session-routes.ts';
import { signInRoutes } from './sign-in.ts';
import { socialRoutes } from './social/routes.ts';
import { userRoutes } from './user.ts';
import { verificationRoutes } from './verification.ts';

/** Signing up, in and out, links out of mails, and the signed-in person's own data. */
export const identityRoutes: Routes = async (server, kernel) => {
  for (const add of [
    sessionRoutes,
    registrationRoutes,
    signInRoutes,
    socialRoutes,
    linkRoutes,
    lookRoutes,
    verificationRoutes,
    joinTeamRoutes,
    digestLinkRoutes,
    userRoutes,
    changePasswordRoutes,
    factorRoutes,
  ])
    await add(server, kernel);
};
