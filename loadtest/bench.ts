// npm run bench [-- names] [-- --smoke]: measures the paths that must be fast, each against its peer, in turns.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { testServer } from '#ops/testing/postgres.ts';
import { benchmarks } from './bench/all.ts';
import { measureInOwnProcess } from './bench/isolated.ts';
import type { Measured, RunSize, Unmeasured } from './bench/measure.ts';
import { describeMachine, formatMarkdown, formatRow, formatSkipped } from './bench/results.ts';

const full: RunSize = { scale: 1, rounds: 5 };
// It only shows that every row runs and has its parts: whatever has a least count is as small as that.
const smoke: RunSize = { scale: 0.002, rounds: 1, cold: true };

const { values, positionals } = parseArgs({
  options: { smoke: { type: 'boolean', default: false } },
  allowPositionals: true,
});
// A browser and a demo of its own take longer than all that a short run could show; tests of the studio do what its row does.
const leftOut = values.smoke ? ['pages', 'studio'] : [];
const names = positionals.length > 0 ? positionals : Object.keys(benchmarks).filter((name) => !leftOut.includes(name));
const size = values.smoke ? smoke : full;

const insane = ({ ours, theirs, ratio }: Measured): boolean =>
  [ours, theirs, ratio].some((value) => !Number.isFinite(value) || value <= 0);

const run = async (databaseUrl: string): Promise<number> => {
  const all: Measured[] = [];
  const missing: Unmeasured[] = [];
  for (const name of names)
    for (const one of await (values.smoke ? benchmarks[name]!(size) : measureInOwnProcess(name, size)))
      if ('reason' in one) {
        console.log(formatSkipped(one));
        missing.push(one);
      } else {
        console.log(formatRow(one));
        all.push(one);
      }
  const wrong = all.filter(insane);
  for (const { path } of wrong) console.error(`${path}: these figures cannot be`);
  if (wrong.length > 0) return 1;
  if (values.smoke || positionals.length > 0) return 0;
  const file = new URL('./RESULTS.md', import.meta.url);
  await writeFile(file, formatMarkdown(new Date(), await describeMachine(databaseUrl), size.rounds, all, missing));
  console.log('Written to loadtest/RESULTS.md');
  const missed = all.filter(({ ratio, floor }) => floor !== null && ratio < floor);
  for (const { path } of missed) console.error(`${path}: the floor was missed`);
  return missed.length > 0 ? 1 : 0;
};

const unknown = names.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(benchmarks).join(', ')}.`);
  process.exitCode = 2;
} else {
  delete process.env.TEST_DATABASE_URL;
  const server = await testServer();
  process.env.TEST_DATABASE_URL = server.url;
  try {
    process.exitCode = await run(server.url);
  } finally {
    await server.stop();
  }
}
// Nothing that is still open keeps a finished run.
process.exit();
