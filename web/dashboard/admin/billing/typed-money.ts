const grouped = '(?:\\d{1,3}(?:,\\d{3})+|\\d{1,12})';
const wholeForm = new RegExp(`^-?${grouped}$`);
const dollarForm = new RegExp(`^\\$?\\s?(${grouped})(?:\\.(\\d{1,2}))?$`);

const plain = (digits: string): number => Number(digits.replaceAll(',', ''));

/** A whole number as people type it, such as '25,000' or '-1'; NaN for anything else. */
export function readWhole(typed: string): number {
  const written = typed.trim();
  return wholeForm.test(written) ? plain(written) : Number.NaN;
}

/** Dollars as people type them, such as '$1,250.50', in cents; NaN for anything else. */
export function readDollars(typed: string): number {
  const found = dollarForm.exec(typed.trim());
  if (!found) return Number.NaN;
  const [, dollars = '', cents = ''] = found;
  return plain(dollars) * 100 + Number(cents.padEnd(2, '0'));
}

/** Cents as a field for dollars holds them: '2500', '12.50'. */
export function writeDollars(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}
