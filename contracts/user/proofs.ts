import { z } from 'zod';
import { id } from '../api/ids.ts';
import { factorWords } from '../words/factors.en.ts';
import { userFieldWords } from '../words/user-fields.en.ts';
import { sayFault, worded } from '../words/worded.ts';
import { presentPassword, profileFields } from './commands.ts';
import { factorFields, passkeyAnswer, phoneNumber } from './factors.ts';
import { socialProviders } from './social-providers.ts';

/** What shows, in the body of an act that needs it, that it is still the person: one of these. */
export const proofFields = {
  password: presentPassword
    .meta({ description: 'Your current password. Required if you last confirmed it more than 10 minutes ago.' })
    .optional(),
  ...factorFields,
  // Its shape is in the document once, at POST /login.
  passkey: z
    .unknown()
    .pipe(passkeyAnswer)
    .meta({ description: 'The answer to the options of POST /login/passkey, as POST /login takes it.' })
    .optional(),
};
/** The body of an act that needs nothing but a proof. */
export const proofBody = z.strictObject(proofFields);
/** DELETE /user/passkey; the id may stand in the query instead. */
export const removePasskey = z.strictObject({ id: id.optional(), ...proofFields });
/** DELETE /user/social: an account there is connected no longer, until the person connects it again. */
export const unlinkSocial = z.strictObject({ provider: z.enum(socialProviders), ...proofFields });
/** POST /user/social/start: goes to a provider for the account there that is to be connected. */
export const startConnecting = z.strictObject({ provider: z.enum(socialProviders), ...proofFields });
/** POST /account/otp: turned on once, and never off again. */
export const askForFactors = z.strictObject({ status: z.literal(true, worded(factorWords.neverOff)), ...proofFields });
/** POST /user/confirm: shows that it is still the person, for acts of the next 10 minutes in this session. */
export const confirmUser = z
  .strictObject({ ...proofFields, method: z.literal('sms').optional(), for: z.literal('factors').optional() })
  .superRefine((body, context) => {
    if (Object.values(body).every((value) => value === undefined))
      context.addIssue({ code: 'custom', path: ['password'], message: sayFault(userFieldWords.password) });
  });
/** PATCH /user. A new e-mail needs a proof and stays pending until its link is opened. */
export const userPatch = z.strictObject({ ...profileFields, ...proofFields });
export type UserPatch = z.infer<typeof userPatch>;
const { otp_code: _, ...otherProofs } = proofFields;
/** POST /user/update_phone_number: sends a code to a number and, with that code, makes it the person's. */
export const updatePhone = z.strictObject({
  phone_number: phoneNumber,
  otp_code: factorFields.otp_code.meta({ description: 'The code that was sent to this number.' }),
  ...otherProofs,
});
