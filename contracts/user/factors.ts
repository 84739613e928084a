import { z } from 'zod';
import { id } from '../api/ids.ts';
import { limits } from '../api/limits.ts';
import { text } from '../api/text.ts';
import { factorWords } from '../words/factors.en.ts';

/** A code as somebody types it: what is none is refused where it is tried. */
const code = text({ min: 1, max: 40, required: factorWords.code });
/** A phone number as somebody types it. */
export const phoneNumber = text({ min: 1, max: 40, required: factorWords.phoneMissing });
const bytes = (max: number) =>
  z
    .string()
    .max(max, { abort: true })
    .regex(/^[A-Za-z0-9_-]*$/);
/** What a browser says of a passkey beside its answer. */
const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).nullable().optional(),
  clientExtensionResults: z.record(z.string().max(40), z.unknown()).optional(),
};
/** A passkey's answer to a challenge, as a browser's `PublicKeyCredential.toJSON()` writes it. */
export const passkeyAnswer = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: bytes(2800),
    authenticatorData: bytes(2800),
    signature: bytes(1400),
    userHandle: bytes(200).nullable().optional(),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;
/** A passkey that was just made, as a browser's `PublicKeyCredential.toJSON()` writes it. */
const newPasskey = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: bytes(2800),
    attestationObject: bytes(20_000),
    authenticatorData: bytes(5600).optional(),
    publicKey: bytes(2800).optional(),
    publicKeyAlgorithm: z.int().optional(),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});
export type NewPasskey = z.infer<typeof newPasskey>;

/** What shows, beside the password, that it is the person. */
export const factorFields = {
  totp_code: code.meta({ description: 'A code of your authenticator app.' }).optional(),
  otp_code: code.meta({ description: 'The code of a text message.' }).optional(),
  recovery_code: code.meta({ description: 'One of your recovery codes. Each works once.' }).optional(),
  passkey: passkeyAnswer.optional(),
};
export type FactorFields = z.infer<z.ZodObject<typeof factorFields>>;

/** POST /user/totp/verify. */
export const totpCode = z.strictObject({ totp_code: code });
/** What a passkey is called. */
export const passkeyName = text({ min: 1, max: limits.passkeyName, required: factorWords.nameMissing }).overwrite(
  (name) => name.trim(),
);
/** POST /user/passkey. */
export const addPasskey = z.strictObject({ passkey: newPasskey, name: passkeyName.optional() });
/** PATCH /user/passkey; the id may stand in the query instead. */
export const renamePasskey = z.strictObject({ id: id.optional(), name: passkeyName });
/** What a number is shown by: the last two digits. */
export const phoneTail = (number: string): string => number.slice(-2);
