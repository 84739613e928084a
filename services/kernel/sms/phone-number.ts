import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { invalidField } from '#contracts/api/errors.ts';
import { factorWords } from '#contracts/words/factors.en.ts';
import type { Config } from '../platform/config.ts';

/** A number without its country code is taken for one of this country. */
const home: CountryCode = 'US';
/**
 * Kinds of numbers that cost their caller more, or take no texts. Where the numbers of a country do not tell landlines from
 * mobiles, as in the United States, all of those may take them.
 */
const unreachable = new Set(['FIXED_LINE', 'PREMIUM_RATE', 'TOLL_FREE', 'SHARED_COST', 'UAN', 'VOICEMAIL', 'PAGER']);

/** A number as somebody typed it, in E.164; refuses at `path` what is none, costs more, or is of a country that is not served. */
export const readPhoneNumber = (
  { SMS_COUNTRIES }: Pick<Config, 'SMS_COUNTRIES'>,
  typed: string,
  path = 'phone_number',
): string => {
  const number = parsePhoneNumberFromString(typed, { defaultCountry: home, extract: false });
  if (!number?.isValid() || number.ext) throw invalidField(path, factorWords.phoneInvalid);
  if (unreachable.has(number.getType() ?? '')) throw invalidField(path, factorWords.phoneUnreachable);
  if (SMS_COUNTRIES && !(number.country && SMS_COUNTRIES.includes(number.country)))
    throw invalidField(path, factorWords.phoneCountry);
  return number.number;
};
