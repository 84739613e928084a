// Exported names that stand for two things: the same identifier declared in several files, one line for each.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSources, root } from './sources.ts';

/** Names that several files may export, each with the reason. */
const shared: Record<string, string> = {
  Component: 'the router loads a page by this name',
};

const declaration =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

const places = new Map<string, Set<string>>();
for (const path of listSources()) {
  const file = join(root, path);
  if (!existsSync(file)) continue;
  for (const [, name] of readFileSync(file, 'utf8').matchAll(declaration)) {
    const found = places.get(name!) ?? new Set();
    places.set(name!, found.add(path));
  }
}
const faults = [...places].filter(([name, { size }]) => size > 1 && !(name in shared));
for (const [name, files] of faults) console.error(`${name} is exported by ${[...files].join(' and ')}`);
for (const name of Object.keys(shared))
  if ((places.get(name)?.size ?? 0) < 2) {
    faults.push([name, new Set()]);
    console.error(`${name} need not be listed as shared`);
  }
console.log(`${places.size} exported names, ${faults.length} of them stand for two things`);
process.exit(faults.length === 0 ? 0 : 1);
