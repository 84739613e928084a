// node --import tsx ops/check/noun-trip.ts <commit>…: the existing files that commits which add a noun changed, and the new
// ones. What is generated is named, not counted. Ends with 1 when there are more than three.
import { execFileSync } from 'node:child_process';
import { root } from './sources.ts';

const most = 3;
const generated = ['ops/openapi.json'];
const commits = process.argv.slice(2);
if (commits.length === 0) throw new Error('name the commits that added the noun');

/** What a commit made of each file, by git's letter: A for a new one. */
const filesOf = (commit: string): { letter: string; path: string }[] =>
  execFileSync('git', ['show', '--format=', '--name-status', '--no-renames', commit], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => ({ letter: line[0]!, path: line.slice(line.indexOf('\t') + 1) }));

const added = new Set<string>();
const touched = new Set<string>();
for (const commit of commits)
  for (const { letter, path } of filesOf(commit))
    if (letter === 'A') added.add(path);
    else if (!added.has(path)) touched.add(path);

const counted = [...touched].filter((path) => !generated.includes(path));
console.log(`${counted.length} existing files changed${counted.map((path) => `\n  ${path}`).join('')}`);
for (const path of generated) if (touched.has(path)) console.log(`generated anew: ${path}`);
console.log(`${added.size} new files${[...added].map((path) => `\n  ${path}`).join('')}`);
process.exit(counted.length > most ? 1 : 0);
