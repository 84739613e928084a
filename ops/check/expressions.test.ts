import { readdir, readFile, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { expressionsIn, neighbouringRepeats } from './expressions.ts';

t.test('repeats beside each other are told from those that something keeps apart', async (t) => {
  for (const bad of [/^https?:\/\/[^\s/?#]+[^\s]*$/, /(a+)+$/, /\s*\s+/, /([a-z]+-?)*!/, /x*y?x*/])
    t.ok(neighbouringRepeats(bad.source, bad.flags), String(bad));
  for (const good of [/^[a-z]+(\.[a-z]+)*$/, /^[^,]*,.*$/, /\d{1,9}\d{1,9}/, /^\s+(?=a)/, /"((?:[^"]|"")*)"$/])
    t.equal(neighbouringRepeats(good.source, good.flags), null, String(good));
  t.same(expressionsIn('const a = /a[/]b+/giu.test(x / 2 / y);\n// = /no/\nif (b) return /\\//;'), [
    { source: 'a[/]b+', flags: 'giu' },
    { source: '\\/', flags: '' },
  ]);
});

t.test('no expression of the product has them', async (t) => {
  // Compiled tests stand beside links to everything but the sources.
  const readme = await realpath(new URL('../../README.md', import.meta.url));
  const root = pathToFileURL(`${dirname(readme)}/`);
  const faults: string[] = [];
  let seen = 0;
  for (const folder of ['contracts', 'services', 'projections', 'web'])
    for (const entry of await readdir(new URL(folder, root), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/(?<!\.test)\.tsx?$/.test(entry.name)) continue;
      const path = `${entry.parentPath}/${entry.name}`;
      for (const { source, flags } of expressionsIn(await readFile(path, 'utf8'))) {
        seen += 1;
        const fault = neighbouringRepeats(source, flags);
        if (fault) faults.push(`${path.slice(root.pathname.length)}: /${source}/ has ${fault}`);
      }
    }
  t.ok(seen > 150, `${seen} expressions`);
  t.same(faults, []);
});
