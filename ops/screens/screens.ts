// npm run screens -- take <folder> | compare <before> <after> | axe, all with [--only <area>[/<state>],…]: pictures of
// every page and state of the dashboard in both sizes and colours, what changed between two takings, and what axe finds.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { areas } from './areas.ts';
import { findViolations } from './axe.ts';
import { compareFolders, describe, type Reason } from './compare.ts';
import { takePictures } from './take.ts';

const usage =
  'Usage: npm run screens -- take <folder> | compare <before> <after> | axe, all with [--only <area>[/<state>],…]';

type Visiting = (t: { teardown(work: () => Promise<void>): void }) => Promise<string[]>;

const visit = async (only: readonly string[], visiting: Visiting): Promise<number> => {
  const known = areas.flatMap(({ area, states }) => [area, ...states.map(({ name }) => `${area}/${name}`)]);
  const unknown = only.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(
      `No such area or state: ${unknown.join(', ')}. There are: ${areas.map(({ area }) => area).join(', ')}`,
    );
    return 2;
  }
  const undo: (() => Promise<void>)[] = [];
  try {
    const faults = await visiting({ teardown: (work) => void undo.push(work) });
    for (const fault of faults) console.error(fault);
    return faults.length > 0 ? 1 : 0;
  } catch (error) {
    // Told before what was begun is taken down, which may fail as well.
    console.error(error);
    return 1;
  } finally {
    for (const work of undo.reverse()) await work();
  }
};

const compare = async (before: string, after: string, only: readonly string[]): Promise<number> => {
  const reasons: Reason[] = JSON.parse(await readFile(new URL('./differences.json', import.meta.url), 'utf8'));
  const diffs = join(after, '..', `${after.split('/').at(-1)}-differences`);
  await rm(diffs, { recursive: true, force: true });
  const compared = await compareFolders(before, after, diffs, reasons, only);
  console.log(describe(compared));
  if (compared.some(({ share }) => share > 0)) console.log(`Where they differ: ${diffs}`);
  return compared.every(({ fine }) => fine) ? 0 : 1;
};

const run = async (): Promise<number> => {
  const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
  const [act, first, second] = positionals;
  const only = values.only?.split(',') ?? [];
  if (act === 'take' && first && !second)
    return visit(only, async (t) => (await takePictures(t, areas, first, only)).map((fault) => `Not taken: ${fault}`));
  if (act === 'axe' && !first) return visit(only, (t) => findViolations(t, areas, only));
  if (act === 'compare' && first && second) return compare(first, second, only);
  console.error(usage);
  return 2;
};

process.exitCode = await run();
process.exit();
