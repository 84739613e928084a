import { z } from 'zod';
import { linkToken } from '../user/commands.ts';

/** What a link out of a mail is for. */
export const linkPurposes = [
  'verify_email',
  'reset_password',
  'invitation',
  'confirm_email_change',
  'undo_email_change',
  'confirm_sign_in',
] as const;

/** POST /link/look: the token of a link. */
export const lookAtLink = z.strictObject({ token: linkToken });

/** What a link that works is for, and in which company's account. */
export const linkSeen = z.object({ purpose: z.enum(linkPurposes), company: z.string() });
export type LinkSeen = z.infer<typeof linkSeen>;
