// node --import tsx ops/check/command-names.ts: the names of the kernel that every author of a command needs, as the
// kernel's README lists them, beside what three commands import. Fails when two of the three need another one, when none
// needs a listed one, or when the list has more than eight.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.ts';

const most = 8;
const readme = readFileSync(join(root, 'services/kernel/commands/README.md'), 'utf8');
const sentence = /names of the kernel and of contracts are what every author needs[\s\S]*?\n\n/.exec(readme)?.[0] ?? '';
const listed = [...sentence.matchAll(/`([A-Za-z]+)`/g)].map(([, name]) => name!);

// What any command may need lies in these; the rest of the kernel is about one matter each (claims, mails, media).
const everyones = /^#kernel\/(commands|auth)\/|^#contracts\/api\/errors/;
const importLine = /^import (?:type )?\{([^}]*)\} from '([^']+)';/gm;

const users = new Map<string, number>();
for (const path of ['app', 'story-group/group', 'story-group/order'].map((noun) => `services/${noun}/commands.ts`)) {
  const imported = [...readFileSync(join(root, path), 'utf8').matchAll(importLine)].flatMap(([, names, from]) =>
    names!.split(',').map((name) => ({ from: from!, name: name.trim().replace(/^type /, '') })),
  );
  const general = imported
    .filter(({ from, name }) => everyones.test(from) || listed.includes(name))
    .map(({ name }) => name);
  for (const name of general) users.set(name, (users.get(name) ?? 0) + 1);
  const own = imported.filter(({ from, name }) => from.startsWith('#kernel/') && !listed.includes(name));
  console.log(`${path}: ${general.filter((name) => listed.includes(name)).join(', ')}`);
  console.log(`  for its own matter: ${own.map(({ name }) => name).join(', ') || 'nothing'}`);
}
const missing = [...users].filter(([name, count]) => count > 1 && !listed.includes(name)).map(([name]) => name);
const unused = listed.filter((name) => !users.has(name));
if (missing.length > 0) console.log(`not listed, though several need it: ${missing.join(', ')}`);
if (unused.length > 0) console.log(`listed, though none needs it: ${unused.join(', ')}`);
console.log(`${listed.length} names that every author of a command needs (at most ${most})`);
if (listed.length === 0 || listed.length > most || missing.length + unused.length > 0) process.exitCode = 1;
