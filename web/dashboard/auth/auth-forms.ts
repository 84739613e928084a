import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';
import { profile } from '#contracts/account/events.ts';
import { limits } from '#contracts/api/limits.ts';
import { referralCode } from '#contracts/api/referral.ts';
import { text } from '#contracts/api/text.ts';
import { email, login, registration } from '#contracts/user/commands.ts';
import { fill } from '#contracts/words/phrase.ts';
import { userFieldWords } from '#contracts/words/user-fields.en.ts';
import { sayFault, worded } from '#contracts/words/worded.ts';
import { passwordMin } from '../api/password-min.ts';
import { compared, typedAs } from '../kit/forms/rules.ts';
import { authWords } from '../words/auth.en.ts';
import { t } from '../words/t.ts';
import { splitName } from './split-name.ts';

const { firstname, lastname, gdpr, name: company } = registration.shape;

// An empty address is told what a wrong one is.
const address = z
  .string()
  .refine((value) => value.trim() !== '', { ...worded(userFieldWords.emailShape), abort: true })
  .pipe(email);

const fullName = typedAs(z.object({ firstname, lastname }), splitName).transform(splitName);
const consent = z.boolean().pipe(gdpr);

const password = text({
  min: passwordMin,
  max: limits.passwordMax,
  required: fill(userFieldWords.passwordShort, { least: passwordMin }),
});
const newPassword = { password, confirm: z.string() };
const repeated = (
  typed: Record<keyof typeof newPassword, string>,
  mark: (field: 'confirm', message: string) => void,
) => {
  if (typed.confirm !== typed.password) mark('confirm', sayFault(userFieldWords.passwordsDiffer));
};

const answer = (missing: string) => z.string().trim().min(1, missing).pipe(profile.shape.store_type.unwrap());
const question = answer(t(authWords.answerMissing));

/** The forms of the pages without a session: what the server asks for, as people type it. */
export const authForms = {
  login: z.object({ email: address, password: login.shape.password }),
  forgot: z.object({ email: address }),
  reset: compared(z.object(newPassword), repeated),
  verify: z.object({ password: login.shape.password }),
  join: compared(z.object({ name: fullName, ...newPassword, gdpr: consent }), repeated),
  account: compared(
    z.object({
      name: fullName,
      company: company.overwrite((value) => value.trim()),
      email: address,
      ...newPassword,
      gdpr: consent,
      referral: referralCode,
    }),
    repeated,
  ),
  social: z.object({
    company: company.overwrite((value) => value.trim()),
    gdpr: consent,
    referral: referralCode,
  }),
  profile: compared(
    z.object({
      is_the_app_live_in_store: question,
      which_one_best_describes_your_role: question,
      i_want_to_focus_primarily_on: question,
      // Where it runs can be left to the store that has it.
      store_type: z.string().trim().pipe(profile.shape.store_type.unwrap()),
      app_id: z.string().trim().pipe(profile.shape.store_type.unwrap()),
    }),
    ({ is_the_app_live_in_store: live, store_type, app_id }, mark) => {
      if (!store_type && (live !== 'yes' || !app_id.trim())) mark('store_type', t(authWords.answerMissing));
      const missing = store_type === 'web' ? authWords.webAddressMissing : authWords.appIdMissing;
      if (!app_id.trim()) mark('app_id', t(missing));
    },
  ),
};
export type AuthFormName = keyof typeof authForms;

/** What people type into a form. */
export type Typed<Name extends AuthFormName> = z.input<(typeof authForms)[Name]>;
/** What a form comes to once it is right. */
export type Checked<Name extends AuthFormName> = z.output<(typeof authForms)[Name]>;

type Rules = { [Name in AuthFormName]: Resolver<Typed<Name>, unknown, Checked<Name>> };

const rules: Rules = {
  login: zodResolver(authForms.login),
  forgot: zodResolver(authForms.forgot),
  reset: zodResolver(authForms.reset),
  verify: zodResolver(authForms.verify),
  join: zodResolver(authForms.join),
  account: zodResolver(authForms.account),
  social: zodResolver(authForms.social),
  profile: zodResolver(authForms.profile),
};

/** What checks a form. */
export const rulesOf = <Name extends AuthFormName>(name: Name): Rules[Name] => rules[name];
