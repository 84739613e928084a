import { z } from 'zod';
import { limits } from '../api/limits.ts';
import { text } from '../api/text.ts';
import { changePasswordWords } from '../words/change-password.en.ts';
import { userFieldWords } from '../words/user-fields.en.ts';
import { worded } from '../words/worded.ts';
import { password } from './commands.ts';

/** POST /user/change_password: a new password by the current one. */
export const changePassword = z
  .strictObject({
    current: text({ min: 1, max: limits.passwordMax, required: changePasswordWords.currentMissing }),
    password: text({ min: 1, max: limits.passwordMax, required: changePasswordWords.newMissing }).pipe(password),
    confirm: text({ min: 1, max: limits.passwordMax, required: changePasswordWords.repeatMissing }),
  })
  .refine((body) => body.password !== body.current, { path: ['password'], ...worded(changePasswordWords.same) })
  .refine((body) => body.confirm === body.password, { path: ['confirm'], ...worded(userFieldWords.passwordsDiffer) });
