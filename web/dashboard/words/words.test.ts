import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { allCatalogues, catalogueOf, faultsOfLanguages, variablesOf } from './catalogues.ts';
import { keysIn } from './find-keys.ts';
import { textsIn } from './find-texts.ts';

const root = new URL('../../..', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

const sourcesOf = (folder: string): string[] =>
  readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /(?<!\.d)\.tsx?$/.test(path) && !/\.test\.ts$|\/test-[a-z-]+\.tsx?$/.test(path));

/** What is looked for in there is no text of the dashboard or the studio. */
const isOfWords = (path: string) => path.startsWith('web/dashboard/words/');

/** What reads as a text and is none that a language changes: the files, and which of their texts. */
const apart: readonly [files: RegExp, texts: RegExp][] = [
  // Content, which whoever makes a story of it changes.
  [/^web\/studio\/templates\/built-in\/(countdown|editorial|product|quiz-poll|rating|sale)\.ts$/, /./],
  // Keys, by the names that browsers have for them.
  [/^web\/studio\/(commands\/.*|strip\/Strip)\.tsx?$/, /^(Alt|Backspace|Delete|Enter|Escape|Mod|Shift|Space|Tab)$/],
  // Fonts, by the names that their makers gave them.
  [/^web\/studio\/properties\/font-titles\.ts$/, /./],
  // Letters that show a color or a font, and say nothing.
  [/^web\/studio\/brand\/Brand(Colors|Fonts)\.tsx$/, /^Aa$/],
];

t.test('a text that people read stands in a catalogue', async (t) => {
  const needed = new Set<RegExp>();
  const isApart = (path: string, text: string) => {
    const found = apart.find(([files, texts]) => files.test(path) && texts.test(text));
    if (found) needed.add(found[0]);
    return found !== undefined;
  };
  const faults = ['web/dashboard', 'web/studio']
    .flatMap(sourcesOf)
    .filter((path) => !isOfWords(path))
    .flatMap((path) =>
      textsIn(read(path), path)
        .filter(({ text }) => !isApart(path, text))
        .map(({ line, text }) => `${path}:${line} ${text}`),
    );
  t.same(faults, [], 'it moves to words/<area>.en.ts and is shown by t(<area>Words.<key>)');
  t.same(
    apart.filter(([files]) => !needed.has(files)),
    [],
    'nothing is set apart that is not there',
  );
});

t.test('a text outside of the catalogues is found wherever it is shown', async (t) => {
  const found = (source: string) => textsIn(source, 'a.tsx').map(({ text }) => text);
  t.same(found('const a = <p>Delete <b>{name}</b>?</p>;'), ['Delete']);
  t.same(found('const a = <Field label="off" className="Field big" />;'), ['off']);
  t.same(found('document.title = "home";'), ['home']);
  t.same(found('notify(`$' + '{name} was deleted.`);'), ['… was deleted.']);
  t.same(found('const names = { off: "Not active" };'), ['Not active']);
  t.same(found('const a = <Fact name="Account">{name}</Fact>;'), ['Account']);
  t.same(found('const one = { role: "Product lead", points: ["Pins; caps and labels."] };'), [
    'Pins; caps and labels.',
    'Product lead',
  ]);
  t.same(found('const said = () => (on ? "Shown" : "Hidden");'), ['Hidden', 'Shown']);
  t.same(found('const all = labels.join(" or ");'), ['or']);
  t.same(found('const lines = all.join("\\n") + all.join(", ") + points.join("L");'), []);
  t.same(found('const field = text("email", "E-mail"); const measures = { ctr: "CTR" };'), ['CTR', 'E-mail']);
  t.same(found('const said = `$' + '{count} $' + '{count === 1 ? "result" : "results"}`;'), ['… …']);
  t.same(found('const tile = { text: (one) => `$' + '{one.seconds} s` };'), ['… s']);
  t.same(found('const words = { views: "seen", clicks: "used" } as const;'), ['used', 'seen']);
  t.same(found('if (event.key === "Escape") throw new Error("No such key");'), []);
  t.same(found('const a = <a href={`/stories/$' + '{id}`} className="Card wide">{t(words.open)}</a>;'), []);
});

t.test('a key of a catalogue is used, with the arguments that its message takes', async (t) => {
  const everywhere = ['contracts', 'services', 'projections', 'web', 'ops'].flatMap(sourcesOf);
  const uses = everywhere.flatMap((path) => keysIn(read(path), path).map((use) => ({ ...use, path })));
  const faults: string[] = [];
  for (const { area, file, language, texts } of allCatalogues().filter(({ language }) => language === 'en')) {
    const [, words] = /export const (\w+) = defineWords\(/.exec(read(file)) ?? [];
    const its = uses.filter((use) => use.words === words);
    const isWhole = its.some(({ key }) => key === null);
    for (const [key, text] of texts) {
      const calls = its.filter((use) => use.key === key);
      if (calls.length === 0 && !isWhole) faults.push(`${area}.${key} (${language}) is not used`);
      const taken = [...variablesOf(text)].map((name) => name.replace(/[<>]/g, '')).sort();
      for (const { given, path, line } of calls)
        if (given && given.toSorted().join() !== taken.join())
          faults.push(`${path}:${line} gives ${area}.${key} [${given}], it takes [${taken}]`);
    }
  }
  t.same(faults, []);
});

t.test('a key of a catalogue says what its text is for: it ends in no digit', async (t) => {
  const faults = allCatalogues().flatMap(({ area, texts }) =>
    [...texts.keys()].filter((key) => /\d$/.test(key)).map((key) => `${area}.${key}`),
  );
  t.same(faults, []);
});

t.test('a text of a catalogue has no entities of HTML, which people would read as they stand', async (t) => {
  const faults = allCatalogues().flatMap(({ area, texts }) =>
    [...texts].filter(([, text]) => /&#?\w+;/.test(text)).map(([key]) => `${area}.${key}`),
  );
  t.same(faults, []);
});

t.test('a text of react-admin that stands in the catalogue is one that it has', async (t) => {
  const folders = ['ra-core', 'ra-ui-materialui'].map((name) => new URL(`node_modules/${name}/dist/`, root));
  const code = folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.js'))
        .map((path) => readFileSync(new URL(path, folder), 'utf8')),
    )
    .join('\n');
  const own = allCatalogues().find(({ area }) => area === 'react-admin');
  // Put together from a part and the value that it stands for.
  const isPutTogether = (key: string) => /^(boolean|sort|page)\./.test(key);
  t.same(
    [...(own?.texts.keys() ?? [])].filter((key) => !code.includes(`ra.${key}`) && !isPutTogether(key)),
    [],
  );
});

t.test('another language has each key with the same variables', async (t) => {
  t.same(faultsOfLanguages(allCatalogues()), []);
  const source = (area: string, texts: Record<string, string>) =>
    `export const words = defineWords('${area}', ${JSON.stringify(texts)});`;
  const english = catalogueOf(
    'web/dashboard/words/content.en.ts',
    source('content', {
      open: 'Open',
      del: 'Delete {count, plural, one {# group} other {# groups}}?',
      by: 'by <b>{name}</b>',
      undo: 'Undo',
    }),
  );
  const german = (texts: Record<string, string>) =>
    catalogueOf('web/dashboard/words/content.de.ts', source('content', texts));
  const whole = {
    open: 'Öffnen',
    del: '{count, plural, one {# Gruppe} other {# Gruppen}} löschen?',
    by: 'von <b>{name}</b>',
    undo: 'Zurück',
  };
  t.same(faultsOfLanguages([english, german(whole)]), []);
  const { undo, ...lacking } = whole;
  t.same(faultsOfLanguages([english, german(lacking)]), ['content.undo is not there in de']);
  t.same(faultsOfLanguages([english, german({ ...whole, by: 'von {name}' })]), [
    'content.by has other variables in de',
  ]);
  t.same(faultsOfLanguages([english, german({ ...whole, more: 'Mehr' })]), ['content.more is in de alone']);
});
