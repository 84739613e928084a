import type { z } from 'zod';
import type { userAccessAnswer, userAccessBody } from '#contracts/admin/access.ts';
import type {
  featuresAnswer,
  loginAsAnswer,
  opsSessionAnswer,
  premiumAnswer,
  verificationAnswer,
} from '#contracts/admin/admin.ts';
import type { redriveAnswer } from '#contracts/admin/admin-log.ts';
import type { InvoicePaidBody } from '#contracts/admin/billing.ts';
import type { AnswerProposal, ownerAnswer, ProposeOwner } from '#contracts/admin/owner.ts';
import type { EndPromoCodeBody } from '#contracts/admin/promo-code.ts';
import type { SdkRelease } from '#contracts/admin/sdk-release.ts';
import type { CustomPlan, Features } from '#contracts/api/plans.ts';
import type { PromoCodeBody } from '#contracts/subscription/commands.ts';
import type { Envelope } from '../../api/http.ts';

type UserAccess = z.infer<typeof userAccessBody>;
type UserAccessAnswer = z.infer<typeof userAccessAnswer>;
type OwnerAnswer = z.infer<typeof ownerAnswer>;
/** What an act on the subscription of an account answers. */
type SubscriptionAnswer = { account_id: string; version: number };

/** POST /admin/account/credit: months, or an amount in cents. */
interface Credit {
  account_id: string;
  months?: number;
  amount?: number;
  reason: string;
}

/** Makes one act: a POST to a route with a body, under the key of the act; answers the whole envelope, throws ApiError. */
export type SendAct = <Data>(route: string, body: object, key: string) => Promise<Envelope<Data>>;

/** Makes an act that answers a file, as `SendAct` makes the others. */
export type TakeFile = (route: string, body: object, key: string) => Promise<Blob>;

/** Every act of staff, one method each; all throw ApiError and answer the envelope with its message, or a file. */
export const staffActs = (send: SendAct, takeFile: TakeFile) => ({
  setVerified: (body: { user_id: string; verified: boolean }, key: string) =>
    send<z.infer<typeof verificationAnswer>>('admin/user/verification', body, key),
  setPremium: (body: { account_id: string; is_premium: boolean }, key: string) =>
    send<z.infer<typeof premiumAnswer>>('admin/account/premium', body, key),
  setFeatures: (body: { account_id: string; manual_features: Features }, key: string) =>
    send<z.infer<typeof featuresAnswer>>('admin/account/features', body, key),
  resetFactors: (body: UserAccess, key: string) => send<UserAccessAnswer>('admin/user/reset_factors', body, key),
  signUserOut: (body: UserAccess, key: string) => send<UserAccessAnswer>('admin/user/end_sessions', body, key),
  disableUser: (body: UserAccess, key: string) => send<UserAccessAnswer>('admin/user/disable', body, key),
  enableUser: (body: UserAccess, key: string) => send<UserAccessAnswer>('admin/user/enable', body, key),
  proposeOwner: (body: ProposeOwner, key: string) => send<OwnerAnswer>('admin/account/owner', body, key),
  agreeToOwner: (body: AnswerProposal, key: string) => send<OwnerAnswer>('admin/account/owner/agree', body, key),
  turnOwnerDown: (body: AnswerProposal, key: string) => send<OwnerAnswer>('admin/account/owner/turn_down', body, key),
  setCustomPlan: (body: { account_id: string; plan: CustomPlan | null }, key: string) =>
    send<SubscriptionAnswer>('admin/account/custom_plan', body, key),
  giveCredit: (body: Credit, key: string) => send<SubscriptionAnswer>('admin/account/credit', body, key),
  markInvoicePaid: (body: InvoicePaidBody, key: string) =>
    send<SubscriptionAnswer>('admin/account/invoice_paid', body, key),
  makePromoCode: (body: PromoCodeBody, key: string) => send<{ id: string }>('admin/promo_code', body, key),
  endPromoCode: (body: EndPromoCodeBody, key: string) => send<{ id: string }>('admin/promo_code/end', body, key),
  makeDealCodes: async (body: { count: number }, key: string): Promise<Envelope<Blob>> => ({
    data: await takeFile('admin/deal_code', body, key),
    message: null,
  }),
  announceRelease: (body: SdkRelease, key: string) => send<{ id: string }>('admin/sdk_release', body, key),
  redrive: (body: { projection: string; stream: string }, key: string) =>
    send<z.infer<typeof redriveAnswer>>('admin/projection/redrive', body, key),
  rebuild: (body: { projection: string }, key: string) =>
    send<{ projection: string }>('admin/projection/rebuild', body, key),
  loginAs: (body: { user_id: string }, key: string) =>
    send<z.infer<typeof loginAsAnswer>>('admin/user/login_as', body, key),
  openJobs: (body: Record<string, never>, key: string) =>
    send<z.infer<typeof opsSessionAnswer>>('ops/session', body, key),
});
export type StaffActs = ReturnType<typeof staffActs>;
