import { z } from 'zod';
import { id, unixSeconds } from '../api/ids.ts';
import { factorMethods } from './factor-methods.ts';

/** What POST /login answers, with the message `second_factor`, before the second step: what it can be done with. */
export const secondStepAsked = z.object({ methods: z.array(z.enum(factorMethods)) });
/** One way of a second step that somebody has set up. */
export const factorRow = z.object({
  type: z.enum(['totp', 'passkey', 'sms', 'recovery_codes']),
  /** Of a passkey; null for the others, of which there is one. */
  id: id.nullable(),
  /** The name of a passkey, the last two digits of a number; null for the others. */
  label: z.string().nullable(),
  ts_created: unixSeconds,
  ts_used: unixSeconds.nullable(),
  /** How many recovery codes are left; null for the others. */
  left: z.int().nullable(),
});
export type FactorRow = z.infer<typeof factorRow>;
/** GET /account/otp: how many members have nothing yet to sign in with beside the password, and up to five of them by name. */
export const membersWithoutFactor = z.object({ count: z.int(), names: z.array(z.string()).max(5) });
export type MembersWithoutFactor = z.infer<typeof membersWithoutFactor>;
/** POST /user/totp, and a sign-in that sets one up: the secret that an authenticator app keeps, also as an address that stands in a QR code. */
export const totpSecret = z.object({ secret: z.string(), uri: z.string() });
export type TotpSecret = z.infer<typeof totpSecret>;
/** POST /user/recovery_codes: the codes, which are never shown again. */
export const recoveryCodes = z.object({ codes: z.array(z.string()) });
/** What a browser makes or asks a passkey with: the options of `navigator.credentials`, as JSON. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });
/** One line of GET /user/passkey. */
export const passkeyRow = z.object({
  id,
  name: z.string(),
  ts_created: unixSeconds,
  ts_used: unixSeconds.nullable(),
  /** Kept by a service that brings it to other devices. */
  synced: z.boolean(),
});
export type PasskeyRow = z.infer<typeof passkeyRow>;
