import { z } from 'zod';
import { companyName, namedTimeZone } from '../account/commands.ts';
import { profile } from '../account/events.ts';
import { limits } from '../api/limits.ts';
import { referralCode } from '../api/referral.ts';
import { text } from '../api/text.ts';
import { notificationPatch } from '../notification/settings.ts';
import { fill, type Phrase } from '../words/phrase.ts';
import { userFieldWords } from '../words/user-fields.en.ts';
import { worded } from '../words/worded.ts';

const label = String.raw`[\p{L}\p{M}\p{Nd}-]+`;
/**
 * What a domain name looks like, in any script: of nothing else would the IDN form be the same name. A last label that
 * begins with a digit would be read as the end of an IP address.
 */
export const domainPattern = `(?:${label}\\.)+\\p{L}${label}`;
const part = String.raw`[^\s\p{C}@"(),:;<>[\\\].]+`;
// Parts that are never empty, of characters that are seen: without controls, reversals of direction and zero widths.
const emailShape = new RegExp(`^(?!.*\\p{DI})${part}(?:\\.${part})*@${domainPattern}$`, 'u');
// They are compared by the compatibility form, in which a letter may become several signs: it must hold for both.
const isEmail = (text: string): boolean => emailShape.test(text) && emailShape.test(text.normalize('NFKC'));
/** An e-mail address as a person types it; `shape` is said of what is none. */
export const emailOr = (shape: Phrase) =>
  text({
    min: 1,
    max: limits.email,
    required: userFieldWords.email,
  })
    .refine((value) => isEmail(value.trim()), worded(shape))
    .overwrite((value) => value.trim());
export const email = emailOr(userFieldWords.emailShape);
export const password = text({
  min: limits.passwordMin,
  max: limits.passwordMax,
  required: fill(userFieldWords.passwordShort, { least: limits.passwordMin }),
});
const personName = text({ max: limits.personName });
const lastname = text({
  min: 1,
  max: limits.personName,
  required: userFieldWords.fullName,
});
const gdpr = z.literal(true, worded(userFieldWords.terms));
/** A single-use token out of a mail. */
export const linkToken = z.string().min(1).max(200);
/** POST /registration. */
export const registration = z.strictObject({
  email,
  password,
  firstname: personName,
  lastname,
  gdpr,
  name: companyName,
  // An account that is not there yet has no uploads.
  profile: profile.omit({ dynamic_segmentation: true }).optional(),
  package_id: text({ max: 100 }).nullable().optional(),
  referral_token: referralCode.nullable().optional(),
  appsumo_token: text({ max: 100 }).nullable().optional(),
  time_zone: namedTimeZone.optional(),
});
export type Registration = z.infer<typeof registration>;
/** The password of somebody who has one already. */
export const presentPassword = text({
  min: 1,
  max: limits.passwordMax,
  required: userFieldWords.password,
});
/** POST /login. */
export const login = z.strictObject({ email, password: presentPassword });
/** POST /refresh and /logout. With `X-Session: cookie` the token may be in the cookie instead. */
export const refreshRequest = z.strictObject({ refresh_token: linkToken.optional() });
/** POST /forgot_password. */
export const forgotPassword = z.strictObject({ email });
/**
 * POST /verification: opens a link of a mail. To verify a sign-up in another browser than the one it was made in takes its
 * password, or a new one in its place.
 */
export const verification = z.strictObject({
  token: linkToken,
  password: presentPassword.optional(),
  new_password: password.optional(),
});
/** POST /join-team: the token of an invitation, for who has a user already. */
export const joinTeam = z.strictObject({ token: linkToken });
/** POST /user/update_password: sets a new password by the token of a reset mail. */
export const updatePassword = z
  .strictObject({ token: linkToken, password, confirm: z.string().max(400) })
  .refine((body) => body.confirm === body.password, {
    path: ['confirm'],
    ...worded(userFieldWords.passwordsDiffer),
  });
/** What somebody changes about themself. */
export const profileFields = {
  firstname: personName.optional(),
  lastname: lastname.optional(),
  email: email.optional(),
  /** Null keeps the present email: the link that waits to change it ends. */
  pending_email: z.null().optional(),
  /** Closes the first steps of an account's owner for good. */
  onboarded: z.literal(true).optional(),
  /** Of what the person is told and how. */
  settings: notificationPatch.optional(),
};
/** POST /register-invited-user; the invitation's token stands in the Authorization header. */
export const registerInvited = z.strictObject({
  password,
  firstname: personName,
  lastname,
  gdpr,
});
