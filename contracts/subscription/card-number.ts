/** A stretch of digits in groups, as people write long numbers. */
const stretch = /\d(?:[ .\-\u2010-\u2015]{0,3}\d){12,}/gu;
const group = /\d+/g;

/**
 * How the numbers of cards begin, and how long they are. Those of 14 digits are left out: so long are the numbers of French
 * companies, which end with the same check digit.
 */
const issued = /^(?:4(?:\d{12}|\d{15}|\d{18})|3[47]\d{13}|(?:5[1-5]|2[2-7])\d{14}|(?:3[05689]|5[06-8]|6\d)\d{14,17})$/;

/** Whether the last digit is the check digit of the others (Luhn). */
const isChecked = (digits: string): boolean => {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]) * (place % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
};

/** The numbers of `least` to `most` digits that are made of whole groups which follow each other. */
function* numbersIn(text: string, least: number, most: number): Generator<string> {
  for (const [found] of text.normalize('NFKC').matchAll(stretch)) {
    const groups = found.match(group) ?? [];
    for (let first = 0; first < groups.length; first += 1) {
      let digits = '';
      for (const more of groups.slice(first, first + most)) {
        digits += more;
        if (digits.length > most) break;
        if (digits.length >= least) yield digits;
      }
    }
  }
}

/**
 * Whether a text holds what looks like the number of a payment card, with or without spaces, dots and dashes in it. `least`
 * and `most` are the digits of the numbers that are looked at.
 */
export const holdsCardNumber = (text: string, { least = 13, most = 19 } = {}): boolean => {
  for (const digits of numbersIn(text, least, most)) if (issued.test(digits) && isChecked(digits)) return true;
  return false;
};
