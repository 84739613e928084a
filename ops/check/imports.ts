import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

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

const nounOf = (path: string): string => path.split('/')[1] ?? '';

/** Tests, and what several tests of a folder share. */
const isOfTests = /(\.test\.tsx?|\/test-[a-z-]+\.tsx?)$/;

/** The kernel's floors, from the ground: each imports only from below. What has no floor stands beside them. */
const floors = ['platform', 'db', 'event-store', 'auth', 'commands', 'http', 'jobs'];
const floorOf = (path: string): number =>
  path.startsWith('services/kernel/') ? floors.indexOf(path.split('/')[2]!) : -1;

/** What draws designs, and the files of it that others may ask: what makes a component's nodes is for it alone. */
const renderer = 'web/player/render/';
const rendererDoors = new Set(
  ['render', 'fonts', 'font-stack', 'font-uses', 'said', 'state'].map((name) => `${renderer}${name}.ts`),
);

/** Why a file may not import another, or null when it may. */
const forbidden = (from: string, to: string): string | null => {
  const [top] = from.split('/');
  const [target] = to.split('/');
  if (!isOfTests.test(from) && floorOf(from) >= 0 && floorOf(to) > floorOf(from))
    return `the floor ${floors[floorOf(from)]} is below ${floors[floorOf(to)]}`;
  if (to.startsWith(renderer) && !from.startsWith(renderer) && !isOfTests.test(from) && !rendererDoors.has(to))
    return 'only what draws designs makes the nodes of a component';
  if (isOfTests.test(from) && (to.startsWith('ops/testing/') || to.startsWith('services/kernel/'))) return null;
  if (top === 'ops' || (top === 'loadtest' && target !== 'web')) return null;
  if (target === 'ops' || target === 'loadtest') return `nobody imports ${target}`;
  if (target === 'contracts') return null;
  switch (top) {
    case 'contracts':
      return 'contracts import only themselves';
    case 'web':
      return target === 'web' ? null : 'web imports only contracts';
    case 'services':
      if (target !== 'services') return 'services import only contracts and the kernel';
      if (nounOf(to) === nounOf(from) || nounOf(to) === 'kernel') return null;
      return 'a noun never imports another noun';
    case 'projections':
      if (to.startsWith('services/kernel/')) return null;
      if (target !== 'projections') return 'projections never import a service noun';
      if (nounOf(from) === nounOf(to) || !to.slice('projections/'.length).includes('/')) return null;
      if (nounOf(to) === 'runner' || !from.slice('projections/'.length).includes('/')) return null;
      return 'a projection never imports another projection';
    default:
      return `${top} may not import ${target}`;
  }
};

const faults: string[] = [];
for (const folder of ['contracts', 'services', 'projections', 'web', 'ops', 'loadtest'])
  for (const path of sources(folder))
    for (const name of imported(path)) {
      const to = resolved(path, name);
      if (folder === 'contracts' && to === null && name !== 'zod' && !isOfTests.test(path))
        faults.push(`${path}: contracts import only zod, not ${name}`);
      const why = to === null ? null : forbidden(path, to);
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
