import { Refusal } from '#contracts/api/errors.ts';
import { entitlement, type FeatureName, type Features, hasFeature, type PlanFacts } from '#contracts/api/plans.ts';
import type { Permissions } from '#contracts/api/roles.ts';
import { type EpochMs, toSeconds, type UnixSeconds } from '#contracts/time.ts';
import { requestWords } from '#contracts/words/requests.en.ts';
import type { Config } from '../platform/config.ts';

/** Who a live session speaks for, and what they may do and use. */
export interface Principal extends PlanFacts {
  user_id: string;
  account_id: string;
  session_id: string;
  permissions: Permissions;
  time_zone: string;
  /** When its subscription started; null without one. */
  ts_subscribed: UnixSeconds | null;
  manual_features: Features;
  /** Of staff, and here as themself. */
  staff: boolean;
  /** A factor that is not a text message was shown in this session. */
  factor_shown: boolean;
  /** Who of staff is here in this person's stead, and until when; null when it is the person. */
  login_as: { staff_id: string; ts_end: UnixSeconds } | null;
}

const confirmedMs = 1000;
const confirmedAt = new WeakMap<Principal, number>();

/** Notes that the database has said at `at` (of `performance.now()`) that the session lives. */
export const markConfirmed = (principal: Principal, at: number): void => {
  confirmedAt.set(principal, at);
};

/** Until when (of `performance.now()`) it holds that a session lives and who it speaks for: a second after the database said so. */
export const confirmedUntil = (principal: Principal): number =>
  (confirmedAt.get(principal) ?? Number.NEGATIVE_INFINITY) + confirmedMs;

/**
 * Refuses whoever is not staff, or is here in somebody's stead, with PermissionDenied; and with SecondFactorRequired staff
 * who have shown no factor in this session, but a text message, where one is asked for.
 */
export const requireStaff = (
  principal: Pick<Principal, 'staff' | 'factor_shown'>,
  { staffFactor }: Pick<Config, 'staffFactor'>,
): void => {
  if (!principal.staff) throw new Refusal('PermissionDenied', requestWords.staffOnly);
  if (staffFactor && !principal.factor_shown) throw new Refusal('SecondFactorRequired');
};

/** Refuses what the account's plan does not include, and staff has not switched on. */
export const requireFeature = (
  account: PlanFacts & Pick<Principal, 'manual_features'>,
  feature: FeatureName,
  nowMs: EpochMs,
): void => {
  const { features } = entitlement(account, toSeconds(nowMs));
  if (!hasFeature({ features, manual_features: account.manual_features }, feature))
    throw new Refusal('FeatureNotAvailable');
};
