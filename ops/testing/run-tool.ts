import { execFile } from 'node:child_process';
import type { Harness } from './harness.ts';
import { programArgs } from './program.ts';

/** Runs a tool of the shell on the databases of a harness; answers its exit code and all that it printed. */
export const runShellTool = (h: Harness, tool: string, ...args: string[]) =>
  new Promise<{ code: number; out: string }>((done) => {
    const env = {
      ...process.env,
      DATABASE_URL: h.databaseUrl,
      DATA_DIR: h.config.DATA_DIR,
      PUBLIC_URL: 'http://127.0.0.1:4000',
    };
    const options = { env, cwd: new URL('../../', import.meta.url).pathname, timeout: 120_000 };
    execFile(process.execPath, [...programArgs(tool), ...args], options, (error, out, failed) =>
      done({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, out: out + failed }),
    );
  });
