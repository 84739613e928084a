import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';

/** Arguments that make a Node process end when its parent is gone. */
export const exitWithParent = ['--import', new URL('./exit-with-parent.ts', import.meta.url).href] as const;

/** How a process is started. `log` is the file that its output is added to. */
export interface Program {
  name: string;
  command: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  cwd?: string;
  log: string;
  /** It is killed when it has not ended so many milliseconds after SIGTERM. */
  graceMs: number;
}

/** A supervised process: it is restarted, with back-off, whenever it ends without having been told to. */
export interface SupervisedProcess {
  name: string;
  /** Null while it does not run. */
  pid(): number | null;
  /** How often it has ended by itself or by a kill from outside. */
  deaths(): number;
  signal(signal: NodeJS.Signals): void;
  /** Kills it and leaves it down until `start`. */
  down(): Promise<void>;
  start(): void;
  /** Asks it to end; answers its exit code, null when it had to be killed. */
  stop(): Promise<number | null>;
}

const firstPauseMs = 200;
const longestPauseMs = 5000;
const steadyMs = 10_000;
const longestReason = 300;

/** The last line that a process has written to its log, which was `from` bytes long when it began; '' without one. */
const lastLine = (log: string, from: number): string => {
  try {
    const lines = readFileSync(log).subarray(from).toString().trim().split('\n');
    return lines.at(-1)!.slice(0, longestReason);
  } catch {
    return '';
  }
};

/** Starts a process and supervises it. */
export const superviseProcess = (program: Program, onDeath: (words: string) => void = () => {}): SupervisedProcess => {
  let process: ChildProcess | null = null;
  let wanted = true;
  let deaths = 0;
  let pauseMs = firstPauseMs;
  let again: NodeJS.Timeout | null = null;

  const launch = () => {
    again = null;
    const log = openSync(program.log, 'a');
    const logged = fstatSync(log).size;
    // The parent holds its standard input: a child that watches it exits when the parent is gone.
    const { command, args, env, cwd } = program;
    // In a group of its own, so that Ctrl-C reaches it through its parent, in the right order.
    const started = spawn(command, args, { env, cwd, detached: true, stdio: ['pipe', log, log] });
    closeSync(log);
    const since = Date.now();
    process = started;
    let ended = false;
    const gone = (why: string) => {
      if (ended) return;
      ended = true;
      process = null;
      if (!wanted) return;
      deaths += 1;
      pauseMs = Date.now() - since > steadyMs ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs);
      const last = lastLine(program.log, logged);
      onDeath(`${program.name} ended (${why}) and is started again${last && `; it said last: ${last}`}`);
      again = setTimeout(launch, pauseMs);
    };
    started.stdin?.on('error', () => {});
    started.once('error', (error) => gone(error.message));
    started.once('exit', (code, signal) => gone(String(code ?? signal)));
  };
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    wanted = false;
    if (again) clearTimeout(again);
    const ending = process;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return ending?.exitCode ?? null;
    const exit = once(ending, 'exit');
    ending.kill(signal);
    const late = setTimeout(() => ending.kill('SIGKILL'), program.graceMs);
    await exit;
    clearTimeout(late);
    return ending.exitCode;
  };
  launch();

  return {
    name: program.name,
    pid: () => process?.pid ?? null,
    deaths: () => deaths,
    signal: (signal) => void process?.kill(signal),
    async down() {
      await end('SIGKILL');
    },
    start() {
      if (wanted) return;
      wanted = true;
      launch();
    },
    stop: () => end('SIGTERM'),
  };
};
