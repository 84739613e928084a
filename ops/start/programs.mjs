// The sources that are compiled as programs: what begins a process or a worker thread in an installation, under load or
// in a test. None of them is imported by another source.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

const tools = readdirSync(join(root, 'ops/tools')).filter((name) => /(?<!\.test)\.ts$/.test(name));

/** What an installation runs, by its name in dist/server. */
export const serverPrograms = {
  main: 'ops/start/main.ts',
  ...Object.fromEntries(tools.map((name) => [name.replace(/\.ts$/, ''), `ops/tools/${name}`])),
  cluster: 'ops/cluster/start.ts',
  'exit-with-parent': 'ops/cluster/exit-with-parent.ts',
  'parser-worker': 'services/kernel/outbound/parsers/worker.ts',
  'invoice-worker': 'projections/catalog/invoice-pdf/worker.ts',
};

const server = new Set(Object.values(serverPrograms));

// What measures, loads and breaks it, and what tests start.
const others = new Set([
  'loadtest/bench.ts',
  'loadtest/bench/isolated-process.ts',
  'loadtest/bench/load-generator-process.ts',
  'loadtest/faults/serve-postgres.ts',
  'loadtest/k6.ts',
  'loadtest/torture.ts',
  'ops/screens/screens.ts',
  'ops/testing/runner/together.ts',
  'ops/testing/serve-postgres.ts',
  'ops/testing/stripe/serve.ts',
  'services/kernel/testing/racer.ts',
]);

// What a test finds by its name.
const found = /^contracts\/[^/]+\/examples\.ts$|\/test-access\.ts$/;

/** Whether a source, named by its path from the root, begins a process; so does a test, and what one finds by name. */
export const isProgram = (path) =>
  server.has(path) || others.has(path) || path.endsWith('.test.ts') || found.test(path);
