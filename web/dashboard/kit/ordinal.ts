const words = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };
const rules = new Intl.PluralRules('en-US', { type: 'ordinal' });

/** A place, counted from 1, in words: 'third', '11th', '22nd'. */
export const ordinal = (place: number): string =>
  words[place - 1] ?? `${place.toLocaleString('en-US')}${endings[rules.select(place)] ?? 'th'}`;
