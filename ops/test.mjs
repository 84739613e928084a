// npm test: makes a fresh clone ready, then runs the checks, every test, and the smokes. Ends with what could not run and why.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
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
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'ops/nats-server.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status === 0) return String(stdout).trim();
  cannotRun.push(
    'tests with NATS: no nats-server. Install the package "nats-server", or set NATS_SERVER to its program.',
  );
  return '';
};

const installK6 = () => {
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'loadtest/k6/find.ts'], {
    cwd: root,
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

const step = (name, command, args, env = {}) =>
  new Promise((done) => {
    console.log(`\n— ${name}`);
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.on('exit', (code) => {
      if (code === 0) passed += 1;
      else failed += 1;
      console.log(`${code === 0 ? 'ok' : 'NOT OK'} ${name}`);
      done(code === 0);
    });
  });

const node = process.execPath;
const startPostgres = () =>
  new Promise((done, fail) => {
    const child = spawn(node, ['--import', 'tsx', 'ops/testing/serve-postgres.ts'], {
      cwd: root,
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
installChromium();
const natsServer = installNats();
const k6 = installK6();
mkdirSync(join(root, '.build'), { recursive: true });
const tapReady = join(root, 'node_modules/@tapjs/test-built/dist');
if (!existsSync(join(root, '.build/tap-ready')) || !existsSync(tapReady))
  spawnSync(node, ['node_modules/tap/dist/esm/run.mjs', 'build'], { cwd: root, stdio: 'ignore' });

await step('check', node, ['ops/check.mjs']);
const postgres = await startPostgres();
const env = { TEST_DATABASE_URL: postgres.url, CHROMIUM: findChromium() ?? '', NATS_SERVER: natsServer, K6: k6 };
const chosen = process.argv.slice(2);
const files =
  chosen.length > 0 ? chosen : ['contracts', 'services', 'projections', 'web', 'ops', 'loadtest'].flatMap(testsBelow);
const needsBrowser = (path) => path.endsWith('.browser.test.ts') || path.startsWith('web/');
const needsNats = (path) => path.endsWith('.nats.test.ts');
const runnable = files.filter((path) => (findChromium() || !needsBrowser(path)) && (natsServer || !needsNats(path)));
// All in one run: tests with NATS mostly wait, and others use the time; only one end has a core without work.
if (runnable.length > 0)
  await step(
    `tests (${runnable.length} files)`,
    node,
    ['node_modules/tap/dist/esm/run.mjs', 'run', '--reporter=terse', '--jobs=2', ...runnable],
    env,
  );
if (chosen.length === 0) await step('bench smoke', node, ['--import', 'tsx', 'loadtest/bench.ts', '--smoke'], env);
if (chosen.length === 0 && k6) await step('load smoke', node, ['--import', 'tsx', 'loadtest/k6.ts', '--smoke'], env);
await postgres.stop();

if (cannotRun.length > 0) {
  console.log('\nCould not run here:');
  for (const reason of cannotRun) console.log(`  ${reason}`);
  if (inCi) failed += cannotRun.length;
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
