import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { Refusal } from '#contracts/errors.ts';

type Tool = 'ffmpeg' | 'ffprobe';

const cpuSeconds = 20;
const wallMs = 30_000;
const memoryKilobytes = 4 * 1024 * 1024;
const mostOutput = 1024 * 1024;
const require = createRequire(import.meta.url);

const canRun = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

const onPath = async (tool: Tool): Promise<string | null> => {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, tool);
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

const found = new Map<Tool, Promise<string>>();

/** Where a tool is: the system's where there is one, which is newer, else the packaged one. Searched once. */
const locate = (tool: Tool): Promise<string> => {
  const known = found.get(tool);
  if (known) return known;
  const search = onPath(tool).then((path) => path ?? packaged(tool));
  search.catch(() => found.delete(tool));
  found.set(tool, search);
  return search;
};

/** A tool ended badly: it did not like the file, or met a limit. */
export class ToolFailed extends Error {}

/**
 * Runs a tool on a stranger's file: no shell sees the arguments, no environment, no input, CPU, memory and time are
 * bounded, and it ends at once with the signal. Answers what it printed; throws ToolFailed.
 */
export const runTool = async (tool: Tool, args: readonly string[], signal: AbortSignal): Promise<string> => {
  const path = await locate(tool).catch(() => {
    throw new Refusal(
      'Unavailable',
      `Videos cannot be taken now: ${tool} is missing or may not be run on this server.`,
    );
  });
  signal.throwIfAborted();
  // Both limits are asked for one by one: not every system knows the second.
  const limited = `ulimit -t ${cpuSeconds}; ulimit -v ${memoryKilobytes} 2>/dev/null; exec "$0" "$@"`;
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', limited, path, ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {},
      signal,
      timeout: wallMs,
      killSignal: 'SIGKILL',
    });
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostOutput) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    let trouble: Error | null = null;
    child.on('error', (error) => {
      trouble = error;
      // Never started, so it will not close either.
      if (child.pid === undefined) reject(error);
    });
    child.on('close', (code) => {
      if (trouble) reject(trouble);
      else if (code === 0) resolve(Buffer.concat(chunks).toString('utf8'));
      else reject(new ToolFailed(`${tool} ended with ${code ?? 'a signal'}`));
    });
  });
};
