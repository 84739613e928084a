import { z } from 'zod';
import { employeeSizes, limits } from '../api/limits.ts';
import { referralCode } from '../api/referral.ts';
import { text } from '../api/text.ts';
import { accountWords } from '../words/account.en.ts';
import { fill } from '../words/phrase.ts';
import { sayFault, worded } from '../words/worded.ts';
import { profile, testDevice } from './events.ts';

const isTimeZone = (value: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
};
const zoneName = z
  .string()
  .refine((value) => value.length <= 64, { ...worded(accountWords.timeZone), abort: true })
  .meta({ maxLength: 64 });
/** An IANA time zone name that this runtime knows. */
export const timeZone = zoneName.refine(isTimeZone, worded(accountWords.timeZone)).meta({ maxLength: 64 });
/** The time zone that a browser names at a sign-up, which nobody there can choose: UTC where this runtime does not know it. */
export const namedTimeZone = zoneName.overwrite((value) => (isTimeZone(value) ? value : 'UTC')).meta({ maxLength: 64 });
export const companyName = text({
  min: 1,
  max: limits.companyName,
  required: accountWords.companyName,
});
const employeeSize = z.enum(employeeSizes, worded(accountWords.employeeSize));
/** An ISO 3166-1 alpha-2 country code. */
export const country = z.string().regex(/^[A-Z]{2}$/, worded(accountWords.country));
/** PUT /account/profile; who comes with the code of a deal brings it along, also without new answers. */
export const profileAnswers = z
  .strictObject({ data: profile.optional(), appsumo_token: text({ min: 1, max: 100 }).optional() })
  .refine(({ data, appsumo_token }) => data !== undefined || appsumo_token !== undefined);
/** POST /account/referral_check. */
export const referralCheck = z.strictObject({ referral: referralCode });
/** A device as people type or paste it: spaces around its id are not part of it. */
export const typedDevice = testDevice.overwrite(({ id, name, ...more }) => ({
  id: id.trim(),
  name: name.trim(),
  ...more,
}));
export const testDevices = z
  .array(typedDevice)
  .max(limits.testDevices, worded(fill(accountWords.testDevices, { most: limits.testDevices })))
  .superRefine((devices, context) => {
    const seen = new Set<string>();
    devices.forEach((device, index) => {
      if (seen.has(device.id))
        context.addIssue({
          code: 'custom',
          path: [index, 'id'],
          message: sayFault(accountWords.deviceTwice),
        });
      seen.add(device.id);
    });
  });
/** PATCH /account. Fields that the screen drops before sending are refused here like any unknown field. */
export const accountPatch = z.strictObject({
  name: companyName.optional(),
  country: country.nullable().optional(),
  employee_size: employeeSize.nullable().optional(),
  time_zone: timeZone.optional(),
  test_devices: testDevices.optional(),
});
export type AccountPatch = z.infer<typeof accountPatch>;
