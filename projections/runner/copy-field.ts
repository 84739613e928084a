const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const special = /[\\\t\n\r]/;
const everySpecial = /[\\\t\n\r]/g;

/** A value as a field of COPY's text format; objects as JSON. */
export const copyField = (value: unknown): string => {
  if (value === null || value === undefined) return '\\N';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return special.test(text) ? text.replace(everySpecial, (one) => escapes[one]!) : text;
};
