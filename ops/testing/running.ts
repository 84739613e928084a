import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programArgs } from './program.ts';

const root = new URL('../../', import.meta.url).pathname;

/** A process of the product and what it has written. */
export interface RunningProcess {
  child: ChildProcess;
  out: () => string;
  error: () => string;
  /** Its exit code, once it has ended. */
  ended: Promise<number | null>;
}

/** The environment of a child: nothing of ours but what is named. */
export const minimalEnv = (given: Record<string, string>): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  ...(process.env.FAST ? { FAST: process.env.FAST } : {}),
  ...given,
});

/** Starts Node with arguments as a process of its own, with only these settings. */
export const spawnProgram = (args: readonly string[], env: Record<string, string>, cwd = root): RunningProcess => {
  const child = spawn(process.execPath, args, { cwd, env: minimalEnv(env), stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, error] = ['', ''];
  child.stdout!.on('data', (text) => {
    out += text;
  });
  child.stderr!.on('data', (text) => {
    error += text;
  });
  return { child, out: () => out, error: () => error, ended: new Promise((done) => child.once('exit', done)) };
};

/**
 * Starts the product as a process of its own, with only these settings; without the demo account unless DEMO asks for
 * it.
 */
export const startProcess = (env: Record<string, string>, ...args: string[]): RunningProcess =>
  spawnProgram([...programArgs('ops/start/main.ts'), ...args], { LOG_LEVEL: 'silent', DEMO: '0', ...env });

/**
 * Runs a program of this repository, named by its path from the root, to its end; answers its exit code and what it
 * wrote. One that takes longer than `timeout` ms is ended.
 */
export const runToExit = async (file: string, args: readonly string[], env: Record<string, string>, timeout = 0) => {
  const child = spawn(process.execPath, [...programArgs(file), ...args], {
    cwd: root,
    env: minimalEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout,
  });
  let [out, error] = ['', ''];
  child.stdout.on('data', (text) => {
    out += text;
  });
  child.stderr.on('data', (text) => {
    error += text;
  });
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, out, error };
};

/** A port of this machine that nothing listens on at the moment. */
export const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });

let lasting: Promise<number> | undefined;
const findLasting = async (): Promise<number> => {
  for (let port = 20_000 + (process.pid % 10_000); ; port += 1) {
    const server = createServer();
    const isFree = await new Promise<boolean>((done) => {
      server.once('error', () => done(false));
      server.listen(port, '127.0.0.1', () => done(true));
    });
    await new Promise((done) => server.close(done));
    if (isFree) return port;
  }
};

/**
 * The port at which this process serves pages, of one test file after the other, so that a browser has the scripts of
 * its origin already. It lies below those that connections are given, and so stays free between two files.
 */
export const stablePort = (): Promise<number> => {
  lasting ??= findLasting();
  return lasting;
};

/** Whether a process says at a port, within two seconds, that it is ready. */
export const isReady = (port: number): Promise<boolean> =>
  new Promise((done) => {
    // Asked every few milliseconds of what has not started: fetch takes twice as long to find nobody.
    const asked = get({ port, host: '127.0.0.1', path: '/health/ready', agent: false }, (answer) => {
      answer.resume();
      answer.on('end', () => done(answer.statusCode === 200));
    });
    const late = setTimeout(() => asked.destroy(), 2000);
    asked.on('error', () => {});
    asked.on('close', () => {
      clearTimeout(late);
      done(false);
    });
  });

/** What somebody signs up with. */
export const signUpBody = {
  email: 'nora@example.test',
  password: 'secret-7',
  firstname: 'Nora',
  lastname: 'Lindqvist',
  gdpr: true,
  name: 'Marlow',
};

/** Signs somebody up at a process's port. */
export const register = (port: number): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/api/registration`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(signUpBody),
  });

/** An empty folder and how to remove it. */
export const makeTempFolder = async (): Promise<{ dir: string; remove: () => Promise<void> }> => {
  const dir = await mkdtemp(join(tmpdir(), 'storyrail-run-'));
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
};
