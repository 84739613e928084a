import type { z } from 'zod';
import type { changePassword } from '#contracts/user/change-password.ts';
import type { userPatch } from '#contracts/user/proofs.ts';
import type { EndSessions } from '#contracts/user/sessions.ts';
import { asCommand, call, http } from '../../api/http.ts';

/** The acts on the signed-in person, one method each; all throw ApiError. */
export const userCommands = {
  /** Changes names, or asks for another email; the message says whether a link was mailed. */
  changeUser: (fields: z.input<typeof userPatch>, key: string) =>
    call<{ id: string }>('PATCH', '/user', { ...asCommand(key), body: fields }),
  /** Sets the password by the current one, which ends all other sessions. */
  changePassword: (fields: z.input<typeof changePassword>) => http.post<null>('/user/change_password', fields),
  /** Mails a link to set a password; the message says so. */
  mailPasswordLink: (email: string) => call<null>('POST', '/forgot_password', { body: { email }, auth: 'none' }),
  /** Ends one session of the person, or with a proof all of them, this one included. */
  endSessions: (which: EndSessions) => http.delete<null>('/user/session', which),
} as const;
