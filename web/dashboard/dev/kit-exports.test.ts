import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';

const folderOf = (path: string) => new URL(path, import.meta.url);
const sourcesOf = (path: string): string[] =>
  readdirSync(folderOf(path), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => readFileSync(new URL(name, folderOf(path)), 'utf8'));

const kit = sourcesOf('../kit/');
const page = sourcesOf('./').join('\n');

/** What a source draws of the kit. */
const draws = (source: string, name: string) => new RegExp(`<${name}\\b`).test(source);

t.test('every control of the kit is on its page, by itself or as a part of another', (t) => {
  const exported = kit.flatMap((source) =>
    [...source.matchAll(/^export (?:function|const) ([A-Z]\w*)\b(?! = createContext)/gm)].map(([, name]) => ({
      name: name!,
      source,
    })),
  );
  t.ok(exported.length > 40, `${exported.length} controls`);
  const shown = new Set(exported.filter(({ name }) => draws(page, name)).map(({ name }) => name));
  for (const whole of exported.filter(({ name }) => shown.has(name)))
    for (const { name } of exported) if (draws(whole.source, name)) shown.add(name);
  t.same(
    exported.map(({ name }) => name).filter((name) => !shown.has(name)),
    [],
  );
  t.end();
});
