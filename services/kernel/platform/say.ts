import { type Formatters, IntlMessageFormat } from 'intl-messageformat';
import type { Phrase } from '#contracts/words/phrase.ts';
import { sayFaultsBy } from '#contracts/words/worded.ts';

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

type Values = Record<string, string | number>;

/** A message whose arguments are all put in as they are: most of them, and ten times as fast without the formatter. */
const isPlain = /^(?:[^{}<#']|\{\w+\})*$/;
const compile = (text: string): ((values: Values) => string) => {
  if (isPlain.test(text)) {
    const pieces = text.split(/\{(\w+)\}/);
    return (values) => pieces.reduce((said, piece, at) => said + (at % 2 === 0 ? piece : values[piece]), '');
  }
  const message = new IntlMessageFormat(text, locale, undefined, { formatters, ignoreTag: true });
  return (values) => String(message.format(values));
};

/** By id, compiled when they are said first: there are as many as the catalogues have. */
const compiled = new Map<string, (values: Values) => string>();

/** The text of a phrase. One without arguments is said as it stands; values are put in as they are and never read. */
export const say = ({ id, defaultMessage, values }: Phrase): string => {
  if (!values) return defaultMessage;
  let message = compiled.get(id);
  if (!message) {
    message = compile(defaultMessage);
    compiled.set(id, message);
  }
  const said: Values = {};
  for (const name in values) {
    const value = values[name]!;
    said[name] = typeof value === 'object' ? say(value) : value;
  }
  return message(said);
};

/** What is wrong with fields, with its text in place of its phrase. */
export const sayFields = <Field extends { path: string; said: Phrase }>(fields: readonly Field[]) =>
  fields.map(({ path, said, ...more }) => ({ path, message: say(said), ...more }));

sayFaultsBy(say);
