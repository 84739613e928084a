import { kitWords } from '../../words/kit.en.ts';
import { t } from '../../words/t.ts';

const words = [
  t(kitWords.first),
  t(kitWords.second),
  t(kitWords.third),
  t(kitWords.fourth),
  t(kitWords.fifth),
  t(kitWords.sixth),
  t(kitWords.seventh),
  t(kitWords.eighth),
  t(kitWords.ninth),
  t(kitWords.tenth),
];
const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };
const rules = new Intl.PluralRules('en-US', { type: 'ordinal' });

/** A place, counted from 1, in words: 'third', '11th', '22nd'. */
export const ordinal = (place: number): string =>
  words[place - 1] ?? `${place.toLocaleString('en-US')}${endings[rules.select(place)] ?? 'th'}`;
