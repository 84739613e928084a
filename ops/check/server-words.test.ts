import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { say } from '#kernel/platform/say.ts';
import { allCatalogues, catalogueOf, faultsOfLanguages } from '../../web/dashboard/words/catalogues.ts';
import { serverTextsIn } from './server-words.ts';

const root = new URL('../../', import.meta.url);
const sourcesOf = (folder: string): string[] =>
  readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.d)\.ts$/.test(path) && !/\.test\.ts$|(^|\/)(test-|testing\/|examples\.ts)/.test(path))
    .map((path) => `${folder}/${path}`);

/** Files whose texts are no words of the product. */
const others: Record<string, string> = {
  'contracts/api/countries.ts': 'codes of countries',
  'services/kernel/platform/config.ts': 'told to whoever starts the product, in its log',
};

t.test('what the server says to people stands in a catalogue', async (t) => {
  const files = ['contracts', 'services', 'projections'].flatMap(sourcesOf);
  const faults = files
    .filter((path) => !path.startsWith('contracts/words/') && !(path in others))
    .flatMap((path) =>
      serverTextsIn(readFileSync(new URL(path, root), 'utf8'), path).map(({ line, text }) => `${path}:${line} ${text}`),
    );
  t.same(faults, [], 'it moves to contracts/words/<area>.en.ts');
});

t.test('a text outside of the catalogues is found: of a refusal, a mail, the audit, a schema', async (t) => {
  const found = (source: string, file = 'contracts/app/audit.ts') =>
    serverTextsIn(source, file).map(({ text }) => text);
  t.same(found("const words = { AppAdded: () => 'added an app' };"), ['added an app']);
  t.same(found('const words = (title: string) => `deleted the app $' + '{title}`;'), ['deleted the app …']);
  t.same(found("z.string().min(1, 'Give a name.')", 'services/app/routes.ts'), ['Give a name.']);
  t.same(found("z.string().refine(isName, { error: 'Give a name.' })", 'services/app/routes.ts'), ['Give a name.']);
  t.same(found("return { data, message: on ? 'It is on.' : say(words.off) };", 'services/app/routes.ts'), [
    'It is on.',
  ]);
  t.same(found("const mail = { subject: 'Join team' };", 'services/kernel/mail/templates.ts'), ['Join team']);
  t.same(found("throw new Error('no such noun'); z.int().describe('How many there are');"), []);
  t.same(found("log.warn({ part }, 'the archive waits'); throw new Error(`no name`);", 'services/app/routes.ts'), []);
});

const server = allCatalogues().filter(({ file }) => file.startsWith('contracts/'));

t.test('a text without arguments is said as it is written', async (t) => {
  for (const { area, texts } of server)
    for (const [key, text] of texts) {
      if (/\{/.test(text)) continue;
      t.notMatch(text, /''|<\w/, `${area}.${key}`);
      t.equal(say({ id: `${area}.${key}`, defaultMessage: text }), text);
    }
});

t.test("a catalogue's area is the name of its file", async (t) => {
  for (const { area, file } of server)
    t.match(readFileSync(new URL(file, root), 'utf8'), `defineWords('${area}', {`, file);
});

t.test('a key of the server that another language lacks is told', async (t) => {
  const refusals = server.find(({ area }) => area === 'refusals')!;
  const [[lacking], ...others] = [...refusals.texts] as [[string, string], ...[string, string][]];
  const source = `export const words = defineWords('refusals', ${JSON.stringify(Object.fromEntries(others))});`;
  const german = catalogueOf('contracts/words/refusals.de.ts', source);
  t.same(faultsOfLanguages([refusals, german]), [`refusals.${lacking} is not there in de`]);
});
