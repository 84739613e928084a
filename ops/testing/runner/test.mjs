// npm test: makes a fresh clone ready, then runs the checks and every test. Ends with what could not run and why.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compile, compiled } from '../../start/compile.mjs';
import { ensureInstalled, root } from '../../start/install.mjs';
import { writeGroups } from './groups.mjs';
import { formatDuration, printFailures, printSlowest } from './report.mjs';
import {
  createScratchFolder,
  findChromium,
  installChromium,
  installK6,
  installNats,
  installStripeMock,
  unmetRequirements,
} from './requirements.mjs';

const inCi = Boolean(process.env.CI);
const node = process.execPath;
let passed = 0;
let failed = 0;

const testsBelow = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return testsBelow(path);
    return entry.name.endsWith('.test.ts') ? [path] : [];
  });

/** Runs a program to its end. */
const step = (name, args, { env = {}, cwd = compiled } = {}) =>
  new Promise((done) => {
    console.log(`\n— ${name}`);
    const began = Date.now();
    const child = spawn(node, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } });
    child.on('close', (code) => {
      if (code === 0) passed += 1;
      else failed += 1;
      console.log(`${code === 0 ? 'ok' : 'NOT OK'} ${name} (${formatDuration(Date.now() - began)})`);
      done();
    });
  });

const startPostgres = (env) =>
  new Promise((done, fail) => {
    const child = spawn(node, ['ops/testing/serve-postgres.js'], {
      cwd: compiled,
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.stdout.once('data', (text) =>
      done({
        url: String(text).trim(),
        stop: () =>
          new Promise((ended) => {
            child.once('exit', ended);
            child.stdin.end();
          }),
      }),
    );
    child.once('exit', (code) => fail(new Error(`the test Postgres ended with ${code}`)));
  });

await ensureInstalled({ web: true });
await compile();
installChromium();
const natsServer = await installNats();
const k6 = await installK6();
const stripeMock = await installStripeMock();
mkdirSync(join(root, '.build'), { recursive: true });
const tap = join(root, 'node_modules/tap/dist/esm/run.mjs');
// Tap is put together from the plugins that .taprc names.
spawnSync(node, [tap, 'build'], { cwd: compiled, stdio: 'ignore' });

const began = Date.now();
const chosen = process.argv.slice(2);
// The longest files are in the first folders: what begins last should end soon.
const files =
  chosen.length > 0 ? chosen : ['loadtest', 'ops', 'web', 'services', 'projections', 'contracts'].flatMap(testsBelow);
const needsBrowser = (path) => path.endsWith('.browser.test.ts') || path.startsWith('web/');
const needsNats = (path) => path.endsWith('.nats.test.ts');
const needsK6 = (path) => path === 'loadtest/k6/smoke.test.ts';
const needsStripeMock = (path) => path === 'ops/testing/stripe/published.test.ts';
const runnable = files.filter(
  (path) =>
    (findChromium() || !needsBrowser(path)) &&
    (natsServer || !needsNats(path)) &&
    (k6 || !needsK6(path)) &&
    (stripeMock || !needsStripeMock(path)),
);

const checks = step('check', ['ops/check/check.mjs'], { cwd: root });
const scratch = createScratchFolder();
// Commands that Postgres runs for a test, such as those that keep its log of writes, run as its user.
chmodSync(scratch.folder, 0o711);
process.on('exit', scratch.remove);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
const postgres = await startPostgres({ TMPDIR: scratch.folder });
const env = {
  TMPDIR: scratch.folder,
  TEST_DATABASE_URL: postgres.url,
  CHROMIUM: findChromium() ?? '',
  NATS_SERVER: natsServer,
  K6: k6,
  MOCK_STRIPE: stripeMock,
};
const leanTap = `--import=${pathToFileURL(join(root, 'ops/testing/runner/lean-tap.mjs'))}`;
const report = join(root, '.build/tests.tap');
if (runnable.length > 0)
  await step(
    `tests (${runnable.length} files)`,
    // Files wait for other processes half of their time, so two cores do four at once.
    [
      tap,
      'run',
      '--reporter=terse',
      '--jobs=4',
      `--output-file=${report}`,
      // Each file of a group has a limit of its own.
      '--timeout=3600',
      ...writeGroups(runnable),
    ],
    { env: { ...env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${leanTap}`.trim() } },
  );
await postgres.stop();
await checks;

if (runnable.length > 10) printSlowest(report);
if (runnable.length > 0) printFailures(report);
console.log(`\nAfter installing and building: ${formatDuration(Date.now() - began)}`);
if (unmetRequirements.length > 0) {
  console.log('\nCould not run here:');
  for (const reason of unmetRequirements) console.log(`  ${reason}`);
  if (inCi) failed += unmetRequirements.length;
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
