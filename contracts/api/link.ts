import { z } from 'zod';
import { linkToken } from '../user/commands.ts';

/** What a link out of a mail is for; an invitation of somebody who has a user already is for `join_registered`. */
export const linkPurposes = [
  'verify_email',
  'reset_password',
  'invitation',
  'join_registered',
  'confirm_email_change',
  'undo_email_change',
  'confirm_sign_in',
] as const;

/** POST /link/look: the token of a link. */
export const lookAtLink = z.strictObject({ token: linkToken });

/**
 * What a link that works is for: which address, in which company's account. `same_browser`: the sign-up was made in the
 * browser that asks, less than 24 hours ago.
 */
export const linkSeen = z.object({
  purpose: z.enum(linkPurposes),
  email: z.string(),
  company: z.string(),
  same_browser: z.boolean(),
});
export type LinkSeen = z.infer<typeof linkSeen>;
