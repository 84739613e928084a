import { z } from 'zod';
import { userFieldWords } from '../words/user-fields.en.ts';
import { sayFault } from '../words/worded.ts';
import { email, presentPassword } from './commands.ts';
import { factorFields, phoneNumber } from './factors.ts';

/** What the second step of a sign-in adds to the body of the first. */
export const secondStep = {
  ...factorFields,
  method: z
    .enum(['sms', 'totp'])
    .meta({
      description:
        '`sms` sends a code by text message. `totp` sets up an authenticator app, where your account asks for a second factor and you have none.',
    })
    .optional(),
  phone_number: phoneNumber
    .meta({ description: 'Your mobile number, where your account asks for one and has none of you.' })
    .optional(),
};
/** What POST /register-invited-user adds where the account asks everybody for a second factor. */
export const joinStep = {
  phone_number: secondStep.phone_number,
  otp_code: secondStep.otp_code,
  totp_code: secondStep.totp_code,
  method: secondStep.method,
};
export type JoinStep = z.infer<z.ZodObject<typeof joinStep>>;
/** POST /login: email and password, with what the second step adds, or a passkey alone. */
export const signInBody = z
  .strictObject({ email: email.optional(), password: presentPassword.optional(), ...secondStep })
  .superRefine((body, context) => {
    if (body.passkey && body.email === undefined && body.password === undefined) return;
    if (body.email === undefined)
      context.addIssue({ code: 'custom', path: ['email'], message: sayFault(userFieldWords.email) });
    if (body.password === undefined)
      context.addIssue({ code: 'custom', path: ['password'], message: sayFault(userFieldWords.password) });
  });
export type SignInBody = z.infer<typeof signInBody>;
export type SecondStep = z.infer<z.ZodObject<typeof secondStep>>;
