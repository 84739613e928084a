import { type Formatters, IntlMessageFormat } from 'intl-messageformat';
import type { Phrase } from '#contracts/words/phrase.ts';

const locale = 'en';
const numbers = new Intl.NumberFormat(locale);
const cardinal = new Intl.PluralRules(locale);

/** As the formatter's own, which look up by the text of all options what these know. */
const formatters: Formatters = {
  getNumberFormat: (locales, options) => (options ? new Intl.NumberFormat(locales, options) : numbers),
  getDateTimeFormat: (...given) => new Intl.DateTimeFormat(...given),
  getPluralRules: (locales, options) =>
    options?.type === 'ordinal' ? new Intl.PluralRules(locales, options) : cardinal,
};

/** By id, compiled when they are said first: there are as many as the catalogues have. */
const compiled = new Map<string, IntlMessageFormat>();
const compiledOf = ({ id, defaultMessage }: Phrase): IntlMessageFormat => {
  let message = compiled.get(id);
  if (!message) {
    message = new IntlMessageFormat(defaultMessage, locale, undefined, { formatters, ignoreTag: true });
    compiled.set(id, message);
  }
  return message;
};

/** The text of a phrase. One without arguments is said as it stands; values are put in as they are and never read. */
export const say = (phrase: Phrase): string => {
  if (!phrase.values) return phrase.defaultMessage;
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(phrase.values))
    values[name] = typeof value === 'object' ? say(value) : value;
  return String(compiledOf(phrase).format(values));
};
