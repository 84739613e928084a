import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '#contracts/api/errors.ts';
import { mediaWords } from '#contracts/words/media.en.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Config } from '#kernel/platform/config.ts';
import { say } from '#kernel/platform/say.ts';
import { freeBytesOf } from './quota.ts';
import { type Sandbox, sandboxesHere, unsandboxed } from './sandbox.ts';
import { type ChildLimits, locateTool, readingLimits, runLimited, type Tool } from './tools.ts';

/** A tool to run on a stranger's file. `args` gets the places of the file and of what is made, as the tool sees them. */
export interface ToolRun {
  input: string;
  /** Where what it made is to lie in the end; without: it makes nothing. */
  output?: string;
  args(input: string, output: string): readonly string[];
  limits?: ChildLimits;
}

/** ffmpeg and ffprobe for files of strangers. */
export interface VideoTools {
  /** Refuses with Unavailable and the reason when this machine has no tools that may read strangers' videos. */
  ready(): Promise<void>;
  /** Runs a tool shut in as well as this machine can; answers what it printed. */
  run(tool: Tool, errand: ToolRun, signal: AbortSignal): Promise<string>;
  /** The sandbox that children run in; tried once per process and data directory. */
  sandbox(): Promise<Sandbox>;
  /** The bytes that are free where what tools make is written. */
  freeBytes(): Promise<number>;
  /** What whoever runs the server should know: the old build is in use, or children are not shut in. */
  warnings(): Promise<string[]>;
}

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Whether others than this machine's own users reach the product. */
export const isExposed = ({ loopback, PUBLIC_URL }: Pick<Config, 'loopback' | 'PUBLIC_URL'>): boolean =>
  !loopback || !loopbackHosts.has(new URL(PUBLIC_URL).hostname);

type Home = Pick<Kernel, 'config' | 'files'>;

/** Runs `work` with an empty folder of its own, which goes afterwards. */
const inFolder = async <T>({ files }: Home, work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = files.temporaryPath();
  try {
    await mkdir(join(folder, 'out'), { recursive: true });
    await mkdir(join(folder, 'root'));
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const unlessMissing = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOENT') throw error;
};

const runIn = (home: Home, sandbox: Sandbox, program: string, errand: ToolRun, signal: AbortSignal): Promise<string> =>
  inFolder(home, async (folder) => {
    const output = join(folder, 'out');
    const cell = { program: await realpath(program), input: errand.input, output, root: join(folder, 'root') };
    const at = sandbox.at(cell);
    const args = errand.args(at.input, join(at.output, 'made'));
    const printed = await runLimited(sandbox.command(cell, args), errand.limits ?? readingLimits, signal);
    // A tool may end well without having made anything; whoever asked looks.
    if (errand.output) await rename(join(output, 'made'), errand.output).catch(unlessMissing);
    return printed;
  });

/** Says which sandbox works here by running a tool in each. */
const trySandboxes = async (home: Home): Promise<Sandbox> => {
  const { path } = await locateTool('ffmpeg');
  for (const sandbox of await sandboxesHere(home.config.DATA_DIR)) {
    const input = home.files.temporaryPath();
    try {
      await writeFile(input, '');
      await runIn(home, sandbox, path, { input, args: () => ['-version'] }, new AbortController().signal);
      return sandbox;
    } catch {
      // Not allowed here: the next one may be.
    } finally {
      await rm(input, { force: true });
    }
  }
  return unsandboxed;
};

/** What a machine has; found out unless it is told. */
interface Machine {
  locate: typeof locateTool;
  trySandboxes(home: Home): Promise<Sandbox>;
}

/** Opens the tools of one process over its file store. */
export const openTools = (home: Home, told: Partial<Machine> = {}): VideoTools => {
  const machine: Machine = { locate: locateTool, trySandboxes, ...told };
  let tried: Promise<Sandbox> | null = null;
  const sandbox = () => {
    tried ??= machine.trySandboxes(home);
    tried.catch(() => {
      tried = null;
    });
    return tried;
  };
  const located = () => Promise.all([machine.locate('ffmpeg'), machine.locate('ffprobe')]);
  const isOld = async () => (await located()).some(({ packaged }) => packaged);
  const ready = async () => {
    if ((await isOld()) && isExposed(home.config)) throw new Refusal('Unavailable', mediaWords.toolTooOld);
  };
  return {
    ready,
    sandbox,
    freeBytes: () => freeBytesOf(home.files.temporary),
    async run(tool, errand, signal) {
      await ready();
      const { path } = await machine.locate(tool);
      return runIn(home, await sandbox(), path, errand, signal);
    },
    async warnings() {
      if (await isOld())
        return [
          isExposed(home.config)
            ? say(mediaWords.toolTooOld)
            : 'Videos are processed by the old ffmpeg from the packages. Install ffmpeg and ffprobe before you open this server to others.',
        ];
      if ((await sandbox()).mode !== 'none') return [];
      return [
        'ffmpeg runs with the rights of this process. With user namespaces (bwrap or unshare), it would have no network and only see its own file.',
      ];
    },
  };
};

const opened = new WeakMap<object, VideoTools>();

/** The tools of a process; the same for everybody who works with the same file store. */
export const videoTools = (home: Home): VideoTools => {
  const known = opened.get(home.files);
  if (known) return known;
  const tools = openTools(home);
  opened.set(home.files, tools);
  return tools;
};
