/** Signs that a spreadsheet takes for the start of a formula, full-width ones included, and white space before them. */
const dangerous = /^[\s\0＝＋－＠]|^[=+\-@]/u;
const plainNumber = /^-?\d+(\.\d+)?$/;

/** One value as a field of CSV: quoted where needed, and never read as a formula. Numbers stay numbers. */
export const csvField = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = dangerous.test(text) && !(typeof value === 'number' && plainNumber.test(text)) ? `'${text}` : text;
  return /[",;\r\n\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A line of CSV (RFC 4180) with its end. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(csvField).join(',')}\r\n`;
