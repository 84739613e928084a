import type { z } from 'zod';
import type { loginAsAnswer, opsSessionAnswer, premiumAnswer, verificationAnswer } from '#contracts/admin/admin.ts';
import type { redriveAnswer } from '#contracts/admin/admin-log.ts';
import type { Features } from '#contracts/api/plans.ts';
import { keepActing } from '../../api/acting.ts';
import { call, newKey } from '../../api/http.ts';

const send = async <Data>(path: string, body: object) =>
  call<Data>('POST', `/admin${path}`, { body, idempotencyKey: newKey() });

/** Every act of staff, one method each; all throw ApiError and answer the envelope with its message. */
export const adminCommands = {
  setVerified: (userId: string, verified: boolean) =>
    send<z.infer<typeof verificationAnswer>>('/user/verification', { user_id: userId, verified }),
  setPremium: (accountId: string, premium: boolean) =>
    send<z.infer<typeof premiumAnswer>>('/account/premium', { account_id: accountId, is_premium: premium }),
  setFeatures: (accountId: string, manual_features: Features) =>
    send<{ account_id: string }>('/account/features', { account_id: accountId, manual_features }),
  redrive: (projection: string, stream: string) =>
    send<z.infer<typeof redriveAnswer>>('/projection/redrive', { projection, stream }),
  rebuild: (projection: string) => send<{ projection: string }>('/projection/rebuild', { projection }),
  openJobs: () => call<z.infer<typeof opsSessionAnswer>>('POST', '/ops/session', { body: {} }),
} as const;

/** Acts as a user in this tab from now on and opens their dashboard; `back` is the page to come back to. */
export async function impersonate(userId: string, back: string): Promise<void> {
  const { data } = await call<z.infer<typeof loginAsAnswer>>('POST', '/admin/user/login_as', {
    body: { user_id: userId },
  });
  keepActing({ token: data.token, ends_at: Date.now() + data.expires_in * 1000, back });
  // Loaded anew, so that nothing of one person is left for the other.
  window.location.assign('/home');
}
