import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min';
import { factorWords } from '#contracts/words/factors.en.ts';
import type { SearchOption } from '../../kit/fields/SearchSelect.tsx';
import { factorsWords } from '../../words/factors.en.ts';
import { t } from '../../words/t.ts';

/** A number as it stands in the fields: in E.164 and as people write it once it can be right, else what is wrong with it. */
export interface TypedPhone {
  number: string | null;
  shown: string;
  fault: string;
  /** The country that a number with its own country code is of. */
  country: string | null;
}

/** The country that stands there at first. */
export const homeCountry = 'US';

/** All countries by name, with their codes. */
export const countryOptions = (): SearchOption[] => {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return getCountries()
    .map((code) => ({
      value: code as string,
      tag: code as string,
      label: t(factorsWords.countryCode, { country: names.of(code) ?? code, code: getCountryCallingCode(code) }),
    }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'));
};

const faultOf = (typed: string, country: CountryCode | undefined): string => {
  if (typed.trim() === '') return t(factorWords.phoneMissing);
  const length = validatePhoneNumberLength(typed, country);
  if (length === 'TOO_SHORT') return t(factorsWords.phoneShort);
  return length === 'TOO_LONG' ? t(factorsWords.phoneLong) : t(factorsWords.phoneInvalid);
};

/** Reads a number of a country, or one with its country code. */
export const readPhone = (typed: string, country: string | null): TypedPhone => {
  const home = (country ?? undefined) as CountryCode | undefined;
  const parsed = parsePhoneNumberFromString(typed, { ...(home && { defaultCountry: home }), extract: false });
  const right = parsed?.isValid() && !parsed.ext ? parsed : null;
  return {
    number: right?.number ?? null,
    shown: right?.formatInternational() ?? '',
    fault: right ? '' : faultOf(typed, home),
    country: typed.trim().startsWith('+') ? (parsed?.country ?? null) : null,
  };
};
