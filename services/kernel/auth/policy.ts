import { Refusal } from '#contracts/api/errors.ts';
import type { FeatureName } from '#contracts/api/plans.ts';
import { type Act, may } from '#contracts/api/roles.ts';
import type { EpochMs } from '#contracts/time.ts';
import { type Principal, requireFeature } from './principal.ts';

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
   * with confirm, somebody who has just shown that it is still them: always, where the body holds one of these fields, or
   * unless it holds this one as `true`.
   * Closed unless it says otherwise: to staff who are signed in as the person (`login_as`; with `unless`, where the body
   * holds none of these fields) and to API tokens (`scope`, the one that a token needs).
   */
  | {
      caller: 'user';
      act?: Act;
      feature?: FeatureName;
      confirm?: true | readonly string[] | { unless: string };
      login_as?: true | { unless: readonly string[] };
      scope?: TokenScope;
    }
  /** Staff, signed in as themselves. */
  | { caller: 'staff' }
  /** Staff with the cookie of POST /ops/session: pages of the machinery that a browser opens by itself. */
  | { caller: 'ops' };

/** Refuses a signed-in caller whom the route's policy does not let in. The app is checked again where it is known. */
export const enforce = (policy: Extract<Policy, { caller: 'user' }>, principal: Principal, nowMs: EpochMs): void => {
  if (policy.act && !may(principal.permissions, policy.act)) throw new Refusal('PermissionDenied');
  if (policy.feature) requireFeature(principal, policy.feature, nowMs);
};
