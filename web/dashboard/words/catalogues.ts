import { readdirSync, readFileSync } from 'node:fs';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { textsOf } from '../../compile-words.ts';

type Elements = ReturnType<typeof parse>;

/** The texts of an area in a language, in the order of its file. */
export interface AreaTexts {
  area: string;
  language: string;
  /** The file, from the root of the repository. */
  file: string;
  texts: ReadonlyMap<string, string>;
}

const root = new URL('../../..', import.meta.url);

/** The catalogue that a source holds. */
export const catalogueOf = (file: string, source: string): AreaTexts => {
  const [, area = '', language = ''] = /([a-z-]+)\.([a-z]{2})\.ts$/.exec(file) ?? [];
  return { area, language, file, texts: new Map(textsOf(source, file).map(({ key, text }) => [key, text])) };
};

/** Every catalogue: those of the dashboard and those that server and dashboard share. */
export const allCatalogues = (): AreaTexts[] =>
  ['web/dashboard/words', 'contracts/words'].flatMap((folder) =>
    readdirSync(new URL(folder, root))
      .filter((name) => /\.[a-z]{2}\.ts$/.test(name))
      .map((name) => catalogueOf(`${folder}/${name}`, readFileSync(new URL(`${folder}/${name}`, root), 'utf8'))),
  );

const collect = (elements: Elements, names: Set<string>): Set<string> => {
  for (const one of elements) {
    if (one.type === TYPE.literal || one.type === TYPE.pound) continue;
    names.add(one.type === TYPE.tag ? `<${one.value}>` : one.value);
    if (one.type === TYPE.tag) collect(one.children, names);
    if (one.type === TYPE.plural || one.type === TYPE.select)
      for (const { value } of Object.values(one.options)) collect(value, names);
  }
  return names;
};

/** The variables of a message: names of arguments, and `<name>` of tags; it throws where the message is broken. */
export const variablesOf = (text: string): Set<string> => collect(parse(text), new Set());

const sameNames = (one: Set<string>, other: Set<string>) =>
  one.size === other.size && [...one].every((name) => other.has(name));

/** What other languages lack, have too much, or say with other variables than English. */
export const faultsOfLanguages = (catalogues: readonly AreaTexts[]): string[] => {
  const faults: string[] = [];
  const languages = [...new Set(catalogues.map(({ language }) => language))].filter((one) => one !== 'en');
  for (const english of catalogues.filter(({ language }) => language === 'en'))
    for (const language of languages) {
      const other = catalogues.find((one) => one.language === language && one.area === english.area);
      for (const [key, text] of english.texts) {
        const translated = other?.texts.get(key);
        if (translated === undefined) faults.push(`${english.area}.${key} is not there in ${language}`);
        else if (!sameNames(variablesOf(text), variablesOf(translated)))
          faults.push(`${english.area}.${key} has other variables in ${language}`);
      }
      for (const key of other?.texts.keys() ?? [])
        if (!english.texts.has(key)) faults.push(`${english.area}.${key} is in ${language} alone`);
    }
  return faults;
};
