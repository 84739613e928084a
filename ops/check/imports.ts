import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isOfTests, whyForbidden } from './import-rules.ts';

const root = new URL('../../', import.meta.url).pathname;
const aliases: Record<string, string> = {
  '#contracts/': 'contracts/',
  '#kernel/': 'services/kernel/',
  '#services/': 'services/',
  '#projections/': 'projections/',
  '#ops/': 'ops/',
};

const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });

const imported = (path: string): string[] => {
  const text = readFileSync(join(root, path), 'utf8');
  return [
    ...text.matchAll(/(?:^|\n|\}\s)\s*(?:import|export)?[^'\n;]*?(?:\bfrom|^import)\s*'([^'\n]+)'/gm),
    ...text.matchAll(/\bimport\s*\(\s*'([^'\n]+)'/g),
  ].map((match) => match[1]!);
};

/** What a file imports that is still there when it runs: types are gone by then. */
const importedValues = (path: string): string[] => {
  const text = readFileSync(join(root, path), 'utf8');
  const statements = text.matchAll(
    /(?:^|\n)(?:import|export)\s+(?!type\b)([^'\n;]*?|\{[^}]*\}\s*)(?:from\s*)?'([^'\n]+)'/g,
  );
  return [...statements].flatMap(([, names, from]) => {
    const named = /^\{([^}]*)\}/
      .exec(names!.trim())?.[1]
      ?.split(',')
      .map((name) => name.trim())
      .filter(Boolean);
    return named && named.length > 0 && named.every((name) => name.startsWith('type ')) ? [] : [from!];
  });
};

const resolved = (from: string, name: string): string | null => {
  const alias = Object.keys(aliases).find((one) => name.startsWith(one));
  if (alias) return aliases[alias]! + name.slice(alias.length);
  if (name.startsWith('.')) return relative(root, join(root, dirname(from), name));
  return null;
};

const faults: string[] = [];
for (const folder of ['contracts', 'services', 'projections', 'web', 'ops', 'loadtest'])
  for (const path of sources(folder))
    for (const name of imported(path)) {
      const to = resolved(path, name);
      if (folder === 'contracts' && to === null && name !== 'zod' && !isOfTests.test(path))
        faults.push(`${path}: contracts import only zod, not ${name}`);
      const why = to === null ? null : whyForbidden(path, to);
      if (why) faults.push(`${path} imports ${to}: ${why}`);
    }
/** The way from a file to zod through what it imports, or null: pages of customers never load it. */
const wayToZod = (path: string, seen = new Set<string>()): string[] | null => {
  if (seen.has(path)) return null;
  seen.add(path);
  for (const name of importedValues(path)) {
    if (name === 'zod') return [path];
    const to = resolved(path, name);
    const way = to?.startsWith('contracts/') || to?.startsWith('web/player/') ? wayToZod(to, seen) : null;
    if (way) return [path, ...way];
  }
  return null;
};
for (const path of sources('web/player')) {
  const way = isOfTests.test(path) ? null : wayToZod(path);
  if (way) faults.push(`${way.join(' imports ')} imports zod: the player is made without it`);
}
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
