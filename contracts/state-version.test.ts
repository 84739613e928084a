import { readdirSync } from 'node:fs';
import t from 'tap';
import type { Noun } from './noun.ts';
import { nouns } from './nouns.ts';
import { lostInJson } from './test-states.ts';

t.test('each noun that folds to something has a test of its states, which guards the snapshots of them', (t) => {
  for (const [name, { fold }] of Object.entries(nouns as unknown as Record<string, Noun>)) {
    if (!fold) continue;
    const folder = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const files = readdirSync(new URL(`${folder}/`, import.meta.url));
    t.ok(
      files.some((file) => /^states\.test\.[jt]s$/.test(file)),
      `contracts/${folder}/states.test.ts`,
    );
  }
  t.end();
});

t.test('what JSON would change or leave out is found', (t) => {
  const lost = { a: [new Date(0), undefined, 1], b: new Map(), c: { d: Number.NaN, e: -0 }, f: new Set([1]), g: null };
  t.same(lostInJson(lost), ['state.a[0]', 'state.a[1]', 'state.b', 'state.c.d', 'state.c.e', 'state.f']);
  t.same(lostInJson({ a: [1, 'x', { b: null }], c: true }), []);
  t.end();
});
