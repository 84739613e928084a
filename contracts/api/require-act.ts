import { Refusal } from './errors.ts';
import { type Act, may, type Permissions, visibleApps } from './roles.ts';

/** Refuses an act on an app: 404 when the person has no role for the app, 403 when the role does not allow the act. */
export const requireAct = (principal: { readonly permissions: Permissions }, act: Act, appId: string): void => {
  const visible = visibleApps(principal.permissions);
  if (visible !== null && !visible.includes(appId)) throw new Refusal('NotFound');
  if (!may(principal.permissions, act, appId)) throw new Refusal('PermissionDenied');
};
