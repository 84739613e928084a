import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { accountPatch } from '#contracts/account/commands.ts';
import type { Profile } from '#contracts/account/events.ts';
import type { AccountRow } from '#contracts/account/rows.ts';
import { storeQuestion } from '#contracts/api/store-question.ts';
import { userPatch } from '#contracts/user/proofs.ts';
import type { UserRow } from '#contracts/user/rows.ts';
import { type AppForm, answeredAppForm, emptyAppForm } from '../settings/add-app/app-form.ts';
import type { StoreInquiry } from '../settings/add-app/store-lookup.ts';

const { firstname, lastname } = userPatch.shape;
const { name, country, employee_size } = accountPatch.shape;

/** What the last step asks for. */
export const details = z.object({
  firstname: firstname.unwrap(),
  lastname: lastname.unwrap(),
  name: name.unwrap(),
  employee_size: employee_size.unwrap(),
  country: country.unwrap(),
});
export type Details = z.output<typeof details>;
export const detailsRules = zodResolver(details);

/** The last step as it begins: what the sign-up asked is there already. */
export const knownDetails = (user: UserRow, account: AccountRow): z.input<typeof details> => ({
  firstname: user.firstname,
  lastname: user.lastname,
  name: account.name,
  employee_size: account.employee_size as Details['employee_size'],
  country: account.country,
});

/** Whether the profile names an app or a site: then the second step only asks whether that is the one. */
export const namesApp = (profile: Profile): boolean => answeredAppForm(profile) !== emptyAppForm;

/** The second step as it begins: by the profile, else an app that is looked up in its store. */
export const startingApp = (profile: Profile): AppForm =>
  namesApp(profile) ? answeredAppForm(profile) : { ...emptyAppForm, live: true };

/** What the second step asks of the stores: what was typed may be in either of them, what was answered names one. */
export function inquiryOfApp(form: AppForm, answered: AppForm): StoreInquiry | null {
  const question = form.kind === 'mobile' && form.live ? storeQuestion(form.storeId) : null;
  if (!question) return null;
  const store = form.storeId === answered.storeId ? form.store : null;
  return 'app_name' in question
    ? { ...question, store_type: store }
    : { store_id: question.store_id, store_type: question.store_type ?? store };
}
