// npm test: makes a fresh clone ready, then runs the checks, every test, and the smokes. Ends with what could not run and why.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile, compiled } from './compile.mjs';
import { ready, root } from './ready.mjs';

const inCi = Boolean(process.env.CI);
const cannotRun = [];
let passed = 0;
let failed = 0;

const findChromium = () =>
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', process.env.CHROMIUM].find(
    (path) => path && existsSync(path),
  );

const installChromium = () => {
  if (findChromium()) return;
  const isRoot = process.getuid?.() === 0;
  const sudo = !isRoot && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  if (!existsSync('/usr/bin/apt-get') || (!isRoot && !sudo)) {
    cannotRun.push('browser tests: no Chromium. Install the package "chromium", or set CHROMIUM to its program.');
    return;
  }
  console.log('Installing chromium …');
  const apt = (...args) =>
    spawnSync(isRoot ? 'apt-get' : 'sudo', isRoot ? args : ['apt-get', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  if (!(apt('update', '-qq') && apt('install', '-y', '-qq', 'chromium')) || !findChromium())
    cannotRun.push('browser tests: the package "chromium" could not be installed.');
};

const installNats = () => {
  const { status, stdout } = spawnSync(process.execPath, ['ops/nats-server.js'], {
    cwd: compiled,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status === 0) return String(stdout).trim();
  cannotRun.push(
    'tests with NATS: no nats-server. Install the package "nats-server", or set NATS_SERVER to its program.',
  );
  return '';
};

const installK6 = () => {
  const { status, stdout } = spawnSync(process.execPath, ['loadtest/k6/find.js'], {
    cwd: compiled,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status === 0) return String(stdout).trim();
  cannotRun.push(
    'load smoke: no k6. Put it into PATH, set K6 to its program, or install Go, with which it is built here.',
  );
  return '';
};

const testsBelow = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return testsBelow(path);
    return entry.name.endsWith('.test.ts') ? [path] : [];
  });

const inWords = (ms) => (ms < 60_000 ? `${Math.round(ms / 1000)} s` : `${(ms / 60_000).toFixed(1)} min`);

const step = (name, command, args, env = {}, cwd = compiled) =>
  new Promise((done) => {
    console.log(`\n— ${name}`);
    const began = Date.now();
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.on('exit', (code) => {
      if (code === 0) passed += 1;
      else failed += 1;
      console.log(`${code === 0 ? 'ok' : 'NOT OK'} ${name} (${inWords(Date.now() - began)})`);
      done(code === 0);
    });
  });

const node = process.execPath;
const startPostgres = () =>
  new Promise((done, fail) => {
    const child = spawn(node, ['ops/testing/serve-postgres.js'], {
      cwd: compiled,
      stdio: ['pipe', 'pipe', 'inherit'],
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

await ready({ web: true });
await compile();
installChromium();
const natsServer = installNats();
const k6 = installK6();
mkdirSync(join(root, '.build'), { recursive: true });
const tap = join(root, 'node_modules/tap/dist/esm/run.mjs');
// Tap is put together from the plugins that .taprc names.
spawnSync(node, [tap, 'build'], { cwd: compiled, stdio: 'ignore' });

const began = Date.now();
await step('check', node, ['ops/check.mjs'], {}, root);
const postgres = await startPostgres();
const env = { TEST_DATABASE_URL: postgres.url, CHROMIUM: findChromium() ?? '', NATS_SERVER: natsServer, K6: k6 };
const chosen = process.argv.slice(2);
const files =
  chosen.length > 0 ? chosen : ['contracts', 'services', 'projections', 'web', 'ops', 'loadtest'].flatMap(testsBelow);
const report = join(root, '.build/tests.tap');
const asCompiled = (path) => path.replace(/\.ts$/, '.js');
const needsBrowser = (path) => path.endsWith('.browser.test.ts') || path.startsWith('web/');
const needsNats = (path) => path.endsWith('.nats.test.ts');
const runnable = files.filter((path) => (findChromium() || !needsBrowser(path)) && (natsServer || !needsNats(path)));
// All in one run: tests with NATS mostly wait, and others use the time; only one end has a core without work.
if (runnable.length > 0)
  await step(
    `tests (${runnable.length} files)`,
    node,
    [tap, 'run', '--reporter=terse', '--jobs=2', `--output-file=${report}`, ...runnable.map(asCompiled)],
    env,
  );
if (chosen.length === 0) await step('bench smoke', node, ['loadtest/bench.js', '--smoke'], env);
if (chosen.length === 0 && k6) await step('load smoke', node, ['loadtest/k6.js', '--smoke'], env);
await postgres.stop();

if (runnable.length > 10) {
  const times = [...readFileSync(report, 'utf8').matchAll(/^(?:not )?ok \d+ - (\S+) # time=([\d.]+)(ms|s|m)/gm)].map(
    ([, path, time, unit]) => ({ path, ms: Number(time) * { ms: 1, s: 1000, m: 60_000 }[unit] }),
  );
  console.log('\nSlowest files:');
  for (const { path, ms } of times.sort((one, other) => other.ms - one.ms).slice(0, 10))
    console.log(`  ${inWords(ms).padStart(8)}  ${path}`);
}
console.log(`\nAfter installing and building: ${inWords(Date.now() - began)}`);
if (cannotRun.length > 0) {
  console.log('\nCould not run here:');
  for (const reason of cannotRun) console.log(`  ${reason}`);
  if (inCi) failed += cannotRun.length;
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
