import { defineWords } from './define.ts';

/** What the fields of people say; apart from what is answered to them, since the pages for signing in load it. */
export const userFieldWords = defineWords('user-fields', {
  email: 'Please input your E-mail',
  emailShape: 'Please enter a valid email address!',
  password: 'Please input your password!',
  passwordShort: 'Password must be at least {least} character long',
  passwordsDiffer: 'The two passwords that you entered do not match!',
  fullName: 'Please provide your full name',
  terms: 'Please accept the terms to continue.',
  invitedEmailShape: 'Please enter a valid email address',
  invitesNobody: 'You must add at least 1 email address',
  invitesMany: 'Invite at most {most} people at once.',
});
