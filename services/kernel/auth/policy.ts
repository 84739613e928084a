import { Refusal } from '#contracts/api/errors.ts';
import { entitlement, type FeatureName, hasFeature, type PlanFacts } from '#contracts/api/plans.ts';
import { type Act, may, visibleApps } from '#contracts/api/roles.ts';
import type { Principal } from './principal.ts';

/**
 * What an API token may be for. `read`: what its person may read of apps, groups and stories; `stats`: figures and reports;
 * `content`: commands on groups, stories and media.
 */
export type TokenScope = 'read' | 'content' | 'stats';

/** Who may call a route. Every route declares one; a route without does not boot. */
export type Policy =
  /** No token: sign-in, links out of mails, pages, files. */
  | { caller: 'anyone' }
  /** An instance token in the path. */
  | { caller: 'sdk' }
  /** Operators: figures and documentation for who is on this machine or has METRICS_TOKEN; the local outbox for the former. */
  | { caller: 'operator' }
  /** The token of an invitation in the Authorization header. */
  | { caller: 'invited' }
  /**
   * Somebody signed in; with an act, somebody who may do it on at least one app; with a feature, an account that has it;
   * with confirm, somebody who has just shown that it is still them: always, or where the body holds one of these fields.
   * Closed unless it says otherwise: to staff who are signed in as the person (`login_as`; with `unless`, where the body
   * holds none of these fields) and to API tokens (`scope`, the one that a token needs).
   */
  | {
      caller: 'user';
      act?: Act;
      feature?: FeatureName;
      confirm?: true | readonly string[];
      login_as?: true | { unless: readonly string[] };
      scope?: TokenScope;
    }
  /** Staff, signed in as themselves. */
  | { caller: 'staff' }
  /** Staff with the cookie of POST /ops/session: pages of the machinery that a browser opens by itself. */
  | { caller: 'ops' };

/** Refuses a signed-in caller whom the route's policy does not let in. The app is checked again where it is known. */
export const enforce = (policy: Extract<Policy, { caller: 'user' }>, principal: Principal, nowMs: number): void => {
  if (policy.act && !may(principal.permissions, policy.act)) throw new Refusal('PermissionDenied');
  if (policy.feature) requireFeature(principal, policy.feature, nowMs);
};

/** Refuses whoever is not staff, or is here in somebody's stead. */
export const requireStaff = (principal: Pick<Principal, 'staff'>): void => {
  if (!principal.staff) throw new Refusal('PermissionDenied', 'Only staff may do this.');
};

/** Refuses an act on an app: 404 when the person has no role for the app, 403 when the role does not allow the act. */
export const requireAct = (principal: Pick<Principal, 'permissions'>, act: Act, appId: string): void => {
  const visible = visibleApps(principal.permissions);
  if (visible !== null && !visible.includes(appId)) throw new Refusal('NotFound');
  if (!may(principal.permissions, act, appId)) throw new Refusal('PermissionDenied');
};

/** Refuses what the account's plan does not include, and staff has not switched on. */
export const requireFeature = (
  account: PlanFacts & Pick<Principal, 'manual_features'>,
  feature: FeatureName,
  nowMs: number,
): void => {
  const { features } = entitlement(account, Math.floor(nowMs / 1000));
  if (!hasFeature({ features, manual_features: account.manual_features }, feature))
    throw new Refusal('FeatureNotAvailable');
};
