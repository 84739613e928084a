import type { z } from 'zod';
import type { MembersWithoutFactor, recoveryCodes, totpSecret } from '#contracts/user/factor-rows.ts';
import type { NewPasskey } from '#contracts/user/factors.ts';
import type { proofBody } from '#contracts/user/proofs.ts';
import type { SocialProvider } from '#contracts/user/social-providers.ts';
import { call, http } from '../../../api/http.ts';
import type { PasskeyOptions } from '../../../auth/second-step/passkey.ts';

/** What shows that it is still the person. */
export type GivenProof = z.input<typeof proofBody>;

/** The acts on what the signed-in person shows beside the password, one method each; all throw ApiError. */
export const factorCommands = {
  /**
   * Shows that it is still the person, for the acts of the next 10 minutes; with 'factors' as changing a factor asks for it.
   * Who has nothing to show it with goes on: signing in counts as well, and the act says whether it still does.
   */
  confirmPerson: async (proof: GivenProof, what?: 'factors'): Promise<unknown> =>
    Object.keys(proof).length === 0
      ? null
      : http.post<unknown>('/user/confirm', what ? { ...proof, for: what } : proof),
  /** Sends a code to the verified number, by which the person can show that it is still them. */
  sendProofCode: () => http.post<null>('/user/confirm', { method: 'sms' }),
  /** Makes a secret for an authenticator app, which counts once a code of it is verified. */
  beginTotp: (proof: GivenProof) => http.post<z.infer<typeof totpSecret>>('/user/totp', proof),
  /** Turns an authenticator app on by one of its codes. */
  verifyTotp: (totp_code: string) => call<null>('POST', '/user/totp/verify', { body: { totp_code } }),
  removeTotp: (proof: GivenProof) => call<null>('DELETE', '/user/totp', { body: proof }),
  /** Makes ten recovery codes in place of the earlier ones. */
  makeRecoveryCodes: (proof: GivenProof) => http.post<z.infer<typeof recoveryCodes>>('/user/recovery_codes', proof),
  /** Answers what a browser makes a passkey with. */
  beginPasskey: (proof: GivenProof) => http.post<PasskeyOptions>('/user/passkey/options', proof),
  addPasskey: (passkey: NewPasskey, name: string) =>
    call<{ id: string }>('POST', '/user/passkey', { body: { passkey, name } }),
  renamePasskey: (id: string, name: string) => call<null>('PATCH', '/user/passkey', { body: { id, name } }),
  removePasskey: (id: string, proof: GivenProof) => call<null>('DELETE', '/user/passkey', { body: { id, ...proof } }),
  /** Answers the address of a provider, which sends the person back with the account there that is to be connected. */
  beginConnecting: (provider: SocialProvider, proof: GivenProof) =>
    http.post<{ url: string }>('/user/social/start', { provider, ...proof }),
  /** Disconnects an account elsewhere, until the person connects it again. */
  disconnect: (provider: SocialProvider, proof: GivenProof) =>
    call<null>('DELETE', '/user/social', { body: { provider, ...proof } }),
  /** Sends a code to a number. */
  sendPhoneCode: (phone_number: string) => http.post<null>('/user/update_phone_number', { phone_number }),
  /** Makes a number the person's by the code that was sent to it. */
  verifyPhone: (phone_number: string, otp_code: string) =>
    call<unknown>('POST', '/user/update_phone_number', { body: { phone_number, otp_code } }),
  /** Who would have to set a second factor up. */
  membersWithoutFactor: () => http.get<MembersWithoutFactor>('/account/otp'),
  /** From now on everyone in the account signs in with a second step. */
  requireFactors: (proof: GivenProof) => call<unknown>('POST', '/account/otp', { body: { status: true, ...proof } }),
} as const;
