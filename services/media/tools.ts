import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { Refusal } from '#contracts/api/errors.ts';
import { mediaWords } from '#contracts/words/media.en.ts';
import { fill } from '#contracts/words/phrase.ts';

export type Tool = 'ffmpeg' | 'ffprobe';

/** Where a tool lies, and whether it is the old build that comes with the packages. */
export interface ToolLocation {
  path: string;
  packaged: boolean;
}

/** What a child may take of the machine. */
export interface ChildLimits {
  cpuSeconds: number;
  wallMs: number;
  /** The largest file that it may write. */
  fileBytes?: number;
}

/** For reading a file: its facts, or one frame. */
export const readingLimits: ChildLimits = { cpuSeconds: 20, wallMs: 30_000 };

const memoryKilobytes = 4 * 1024 * 1024;
const mostOutput = 1024 * 1024;
const require = createRequire(import.meta.url);

const canRun = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

/** Where the system has a program; null where it has none. */
export const onPath = async (program: string): Promise<string | null> => {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, program);
    if (folder.startsWith('/') && (await canRun(path))) return path;
  }
  return null;
};

const packaged = async (tool: Tool): Promise<string> => {
  const { path } = require(`@${tool}-installer/${tool}`) as { path: string };
  // Without install scripts the file comes without its run bit.
  if (!(await canRun(path))) await chmod(path, 0o755);
  return path;
};

const found = new Map<Tool, Promise<ToolLocation>>();

const search = async (tool: Tool): Promise<ToolLocation> => {
  const own = await onPath(tool);
  if (own) return { path: own, packaged: false };
  const path = await packaged(tool).catch(() => {
    throw new Refusal('Unavailable', fill(mediaWords.toolMissing, { tool }));
  });
  return { path, packaged: true };
};

/** Finds a tool: the system's where there is one, which is newer, else the packaged one. Searched once. */
export const locateTool = (tool: Tool): Promise<ToolLocation> => {
  const known = found.get(tool);
  if (known) return known;
  const searching = search(tool);
  searching.catch(() => found.delete(tool));
  found.set(tool, searching);
  return searching;
};

/** A tool ended badly: it did not like the file, or (`late`) met a limit of time, or (`silent`) ended by itself without a word. */
export class ToolFailed extends Error {
  readonly late: boolean;
  readonly silent: boolean;

  constructor(message: string, { late = false, silent = false } = {}) {
    super(message);
    this.late = late;
    this.silent = silent;
  }
}

// A shell between us and the tool tells of a signal by a code above 128: XCPU is 24, KILL 9.
const lateCodes = new Set([128 + 24, 128 + 9]);

/** Ends everything that a command has started: a sandbox ended alone may leave behind who waits for it and keeps our pipe. */
const endGroup = ({ pid }: ChildProcess): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
};

/**
 * Runs a command: no shell sees the arguments, no environment, no input, CPU, memory and time are bounded, and it ends
 * at once, with all that it has started, with the signal. Answers what it printed; throws ToolFailed.
 */
export const runLimited = (
  command: readonly string[],
  { cpuSeconds, wallMs, fileBytes }: ChildLimits,
  signal: AbortSignal,
): Promise<string> => {
  signal.throwIfAborted();
  // One by one: not every system knows the second. The third is in blocks of 512 bytes.
  const file = fileBytes === undefined ? '' : `ulimit -f ${Math.ceil(fileBytes / 512)};`;
  const limited = `ulimit -t ${cpuSeconds}; ulimit -v ${memoryKilobytes} 2>/dev/null; ${file} exec "$0" "$@"`;
  return new Promise((resolve, reject) => {
    // A session and a group of its own: no terminal to write into, and one signal reaches all of it.
    const child = spawn('/bin/sh', ['-c', limited, ...command], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {},
      detached: true,
    });
    const end = () => endGroup(child);
    let ranOut = false;
    const timer = setTimeout(() => {
      ranOut = true;
      end();
    }, wallMs);
    signal.addEventListener('abort', end);
    const over = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
    };
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostOutput) end();
      else chunks.push(chunk);
    });
    child.on('error', (error) => {
      over();
      // Never started, so it will not close either.
      reject(error);
    });
    child.on('close', (code, ending) => {
      over();
      if (signal.aborted) reject(signal.reason);
      else if (code === 0) resolve(Buffer.concat(chunks).toString('utf8'));
      else {
        const stopped = ending === 'SIGKILL' || ending === 'SIGXCPU' || lateCodes.has(code ?? 0);
        const late = ranOut || (size <= mostOutput && stopped);
        // A signal is what a file that breaks the tool leads to; a code below it is the tool's or the sandbox's own.
        const silent = size === 0 && code !== null && code < 128;
        reject(new ToolFailed(`${command[0]} ended with ${code ?? ending}`, { late, silent }));
      }
    });
  });
};

/** Runs a tool, with its limits, on what this product has made itself. */
export const runTool = async (tool: Tool, args: readonly string[], signal: AbortSignal): Promise<string> =>
  runLimited([(await locateTool(tool)).path, ...args], readingLimits, signal);
