import type { Features, PlanFacts } from '#contracts/api/plans.ts';
import type { Permissions } from '#contracts/api/roles.ts';
import type { UnixSeconds } from '#contracts/time.ts';

/** Who a live session speaks for, and what they may do and use. */
export interface Principal extends PlanFacts {
  user_id: string;
  account_id: string;
  session_id: string;
  permissions: Permissions;
  is_mobile: boolean;
  time_zone: string;
  /** When its subscription started; null without one. */
  ts_subscribed: UnixSeconds | null;
  manual_features: Features;
  /** Of staff, and here as themself. */
  staff: boolean;
  /** Who of staff is here in this person's stead, and until when; null when it is the person. */
  login_as: { staff_id: string; ts_end: UnixSeconds } | null;
}
