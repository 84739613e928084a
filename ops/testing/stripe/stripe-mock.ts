import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findGo } from '../../../loadtest/k6/find-k6.ts';

/** The version that is installed where there is none. */
const stripeMockVersion = 'v0.203.0';

const built = new URL('../../../.build/bin/', import.meta.url).pathname;
const installMs = 10 * 60_000;

/** The program stripe-mock, which knows the published API by heart: MOCK_STRIPE, or in PATH, or built here earlier; null when there is none. */
const findStripeMock = (): string | null => {
  const { MOCK_STRIPE, PATH = '' } = process.env;
  if (MOCK_STRIPE) return existsSync(MOCK_STRIPE) ? MOCK_STRIPE : null;
  return (
    [...PATH.split(delimiter).filter(Boolean), built].map((folder) => join(folder, 'stripe-mock')).find(existsSync) ??
    null
  );
};

/** The program stripe-mock, built with Go where it is missing; null where it cannot be. */
export const ensureStripeMock = (): string | null => {
  const found = findStripeMock();
  const go = findGo();
  if (found || !go || process.env.MOCK_STRIPE) return found;
  console.error(`Installing stripe-mock ${stripeMockVersion} with Go …`);
  mkdirSync(built, { recursive: true });
  spawnSync(go, ['install', `github.com/stripe/stripe-mock@${stripeMockVersion}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, GOBIN: built, CGO_ENABLED: '0' },
    timeout: installMs,
  });
  return findStripeMock();
};

const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((done, fail) => {
    let said = '';
    const read = (text: Buffer) => {
      said += text;
      const address = /Listening for HTTP at address: (\S+)\n/.exec(said)?.[1];
      if (address) done(`http://${address}`);
    };
    child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    child.once('exit', (code) => fail(new Error(`stripe-mock ended with ${code}: ${said}`)));
  });

/** Starts stripe-mock for a test; answers its address. */
export const startStripeMock = async (t: { teardown(work: () => Promise<void>): void }): Promise<string> => {
  const program = ensureStripeMock();
  if (!program) throw new Error('there is no stripe-mock: install Go to build it, or set MOCK_STRIPE to its program');
  const child = spawn(program, ['-http-addr', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  t.teardown(async () => {
    child.kill();
    await ended;
  });
  return addressOf(child);
};
