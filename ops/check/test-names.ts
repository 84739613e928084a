// node --import tsx ops/check/test-names.ts <commit>: the names of all tests there and here, what is gone and what is
// new.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSources, readAt, root } from './sources.ts';

const [commit] = process.argv.slice(2);
if (!commit) {
  console.error('name the commit to compare with');
  process.exit(2);
}

const call = /\b\w+\.test\(\s*(?:'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/g;

/** Names of tests whose subject was deleted; see ops/decisions/2026-11-23-what-speed-costs.md. */
const dropped = new Set([
  // The reader of JSON by bytes. What a payload says is still tested, by JSON.parse.
  'a payload is read from its bytes as JSON.parse reads it, or not at all',
  'what an SDK writes is read from its bytes: every member, in every order, ids in capitals',
  'more ids than are remembered are read rightly',
]);

/** How often each test name stands in these files; what a template fills in counts as one blank. */
const count = (texts: readonly string[]): Map<string, number> => {
  const found = new Map<string, number>();
  for (const text of texts)
    for (const [, plain, template] of text.matchAll(call)) {
      const name = plain ?? template!.replaceAll(/\$\{[^}]*\}/g, '…');
      found.set(name, (found.get(name) ?? 0) + 1);
    }
  return found;
};

const isTest = (path: string): boolean =>
  /(\.test\.tsx?|\/test-[a-z-]+\.ts)$/.test(path) || path.startsWith('ops/testing/');
const before = count(
  listSources(commit)
    .filter(isTest)
    .map((path) => readAt(commit, path)),
);
const after = count(
  listSources()
    .filter(isTest)
    .map((path) => readFileSync(join(root, path), 'utf8')),
);
const more = (these: Map<string, number>, those: Map<string, number>): string[] =>
  [...these].flatMap(([name, times]) => Array<string>(Math.max(0, times - (those.get(name) ?? 0))).fill(name));
const lost = more(before, after).filter((name) => !dropped.has(name));
for (const name of lost) console.error(`gone: ${name}`);
for (const name of more(after, before)) console.log(`new: ${name}`);
const total = (all: Map<string, number>): number => [...all.values()].reduce((sum, n) => sum + n, 0);
console.log(`${total(before)} names before, ${total(after)} now, ${lost.length} gone`);
process.exit(lost.length === 0 ? 0 : 1);
