// Which test files share a process. One costs 2 s of processor before its first assertion, for reading the product's
// modules and for running them cold; one with a browser costs 8 s, since a Chromium that has read the dashboard's scripts
// shows them in half the time.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compiled } from '../../start/compile.mjs';

/** Files that measure or change the process that they run in. */
const alone = new Set([
  // Without a PATH there is no ffmpeg, which is looked for once.
  'services/media/quota.test.ts',
]);

/**
 * Files that run a second time with FAST=0, by the framework and the driver alone: requests of SDKs, commands, appends
 * and counting. ops/start/sdk-routes.test.ts compares both ways by itself.
 */
const alsoOrdinary = [
  'services/ingest/ingest.test.ts',
  'projections/delivery/delivery.test.ts',
  'services/kernel/commands/command.test.ts',
  'services/kernel/event-store/event-store.test.ts',
  'projections/analytics/analytics.test.ts',
];

/** How many files of a kind share a process at most: what begins last must not leave the others waiting for it. */
const atMost = { '.browser.test.ts': 20, '.nats.test.ts': 8, '.test.ts': 28 };
const browser = '.browser.test.ts';
const kindOf = (file) => Object.keys(atMost).find((ending) => file.endsWith(ending));

const keyOf = (file) => {
  if (alone.has(file)) return file;
  const kind = kindOf(file);
  return kind === browser ? browser : `${file.split('/')[0]}/${kind}`;
};

/**
 * Files that run one after the other in one process: those with a browser, and those of another kind in one folder of the
 * top level, in their order.
 */
const groupsOf = (files) => {
  const groups = new Map();
  for (const file of files) groups.set(keyOf(file), [...(groups.get(keyOf(file)) ?? []), file]);
  // Those that wait most begin early, one beside two that keep the processor busy, of which those with a browser take
  // longest: none is left over at the end.
  const waits = ([key]) => key.endsWith('.nats.test.ts') || key.startsWith('loadtest');
  const parts = ([, group]) => {
    const count = Math.ceil(group.length / atMost[kindOf(group[0])]);
    const size = Math.ceil(group.length / count);
    return Array.from({ length: count }, (_, at) => group.slice(at * size, (at + 1) * size));
  };
  const all = [...groups].sort(([one], [other]) => Number(other === browser) - Number(one === browser));
  const waiting = all.filter(waits).flatMap(parts);
  const busy = all.filter((group) => !waits(group)).flatMap(parts);
  const early = waiting.flatMap((group, at) => [group, ...busy.slice(2 * at, 2 * at + 2)]);
  return [...early, ...busy.slice(2 * waiting.length)];
};

/**
 * Writes a program for each group into the compiled tree; answers their paths, of which the earlier should begin first.
 */
export const writeGroups = (files) => {
  rmSync(join(compiled, 'together'), { recursive: true, force: true });
  mkdirSync(join(compiled, 'together'));
  const ordinary = alsoOrdinary.filter((file) => files.includes(file));
  return [...groupsOf(files), ...(ordinary.length > 0 ? [ordinary] : [])].map((group, at) => {
    const isOrdinary = group === ordinary;
    const name = String(at + 1).padStart(2, '0');
    const path = `together/${name}${isOrdinary ? '-ordinary' : ''}.test.js`;
    const names = group.map((file) => file.replace(/\.ts$/, '.js'));
    const program = [
      "import { runTogether } from '../ops/testing/runner/together.js';",
      ...(isOrdinary ? ["process.env.FAST = '0';"] : []),
      `await runTogether(${JSON.stringify(compiled)}, ${JSON.stringify(names, null, 2)});`,
    ];
    writeFileSync(join(compiled, path), `${program.join('\n')}\n`);
    return path;
  });
};
