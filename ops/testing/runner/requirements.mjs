// What tests require besides packages, and how it is installed: Chromium and nats-server from Debian, nats-server, k6 and
// stripe-mock also by Go.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiled } from '../../start/compile.mjs';

/** Why something cannot run here, and what to do about it; one sentence each. */
export const unmetRequirements = [];

/** The program of Chromium, if there is one. */
export const findChromium = () =>
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', process.env.CHROMIUM].find(
    (path) => path && existsSync(path),
  );

/**
 * Installs Chromium where Debian's packages can be had, and its headless shell, which shows pages for three quarters of
 * the processor's time; where there is no shell, tests do with Chromium alone.
 */
export const installChromium = () => {
  const hasShell = existsSync('/usr/bin/chromium-headless-shell');
  if (findChromium() && hasShell) return;
  const isRoot = process.getuid?.() === 0;
  const sudo = !isRoot && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  if (!existsSync('/usr/bin/apt-get') || (!isRoot && !sudo)) {
    if (!findChromium())
      unmetRequirements.push(
        'Browser tests: Chromium not found. Install the package "chromium", or set CHROMIUM to its path.',
      );
    return;
  }
  console.log('Installing chromium …');
  const apt = (...args) =>
    spawnSync(isRoot ? 'apt-get' : 'sudo', isRoot ? args : ['apt-get', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  apt('update', '-qq');
  if (!findChromium()) apt('install', '-y', '-qq', 'chromium');
  if (!hasShell) apt('install', '-y', '-qq', 'chromium-headless-shell');
  if (!findChromium()) unmetRequirements.push('Browser tests: couldn\'t install the package "chromium".');
};

/** The program of nats-server, installed where that is possible; '' if there is none. */
export const installNats = async () => {
  const { ensureNatsServer } = await import(join(compiled, 'ops/cluster/nats-server.js'));
  const program = ensureNatsServer();
  if (program) return program;
  unmetRequirements.push(
    'NATS tests: nats-server not found. Install the package "nats-server", or set NATS_SERVER to its path.',
  );
  return '';
};

/** The program of k6, built where there is Go; '' if there is none. */
export const installK6 = async () => {
  const { ensureK6 } = await import(join(compiled, 'loadtest/k6/find-k6.js'));
  const program = ensureK6();
  if (program) return program;
  unmetRequirements.push(
    'Load smoke test: k6 not found. Add it to PATH, set K6 to its path, or install Go to build it here.',
  );
  return '';
};

/** The program of stripe-mock, built where there is Go; '' if there is none. */
export const installStripeMock = async () => {
  const { ensureStripeMock } = await import(join(compiled, 'ops/testing/stripe/stripe-mock.js'));
  const program = ensureStripeMock();
  if (program) return program;
  unmetRequirements.push(
    'Test of published Stripe calls: stripe-mock not found. Add it to PATH, set MOCK_STRIPE to its path, or install Go to build it here.',
  );
  return '';
};

const roomNeeded = 6 * 1024 ** 3;

/**
 * A folder for everything that tests write, and how to remove it: in memory where there is room, so that no test waits
 * for a disk. What tests ask of it is the same: nothing that they check survives a power cut.
 */
export const createScratchFolder = () => {
  const inMemory = '/dev/shm';
  const { bavail, bsize } = existsSync(inMemory) ? statfsSync(inMemory) : { bavail: 0, bsize: 0 };
  const folder = mkdtempSync(join(bavail * bsize > roomNeeded ? inMemory : tmpdir(), 'storyrail-tests-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
