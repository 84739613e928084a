import { defineWords } from './define.ts';

/** What the fields of a change of the password say; apart from those of signing in, which every visitor loads. */
export const changePasswordWords = defineWords('change-password', {
  currentMissing: 'Please input current password!',
  newMissing: 'Please input new password!',
  same: 'Current and new password must not the same!',
  repeatMissing: 'Please confirm new password!',
});
