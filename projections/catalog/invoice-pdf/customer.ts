import type { PayerAddress } from '#contracts/subscription/payer.ts';
import { billingWords } from '#contracts/words/billing.en.ts';
import { fill } from '#contracts/words/phrase.ts';
import { say } from '#kernel/platform/say.ts';

/** Who an invoice is for. */
export interface InvoiceCustomer {
  name: string;
  /** The country of the company by ISO 3166-1 alpha-2, for one without an address; null where nobody has said it. */
  country: string | null;
  address: PayerAddress | null;
}

const countries = new Intl.DisplayNames(['en'], { type: 'region' });
const countryName = (code: string): string => countries.of(code) ?? code;

/** What an invoice says of who it is for, line by line, the name first. */
export const customerLines = ({ name, country, address }: InvoiceCustomer): string[] => {
  if (!address) return country ? [name, countryName(country)] : [name];
  const { line1, line2, city, state, postal_code, tax_id } = address;
  const region = [state, postal_code].filter((part) => part !== null).join(' ');
  return [
    name,
    line1,
    ...(line2 === null ? [] : [line2]),
    region ? `${city}, ${region}` : city,
    countryName(address.country),
    ...(tax_id === null ? [] : [say(fill(billingWords.taxNumber, { number: tax_id }))]),
  ];
};
