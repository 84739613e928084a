import { appendFile, mkdir, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PeerMissing } from './install.ts';

const root = '/sys/fs/cgroup';
/** Short, so that a process that has used up its share waits for milliseconds only. */
const periodUs = 10_000;

/** Limits processes to a share of a core each. */
export interface CpuQuota {
  /** From now on this process has no more than its share. */
  bind(pid: number): Promise<void>;
  /** Removes the limits; the processes have to be gone. */
  end(): Promise<void>;
}

const write = (dir: string, name: string, text: string | number) => writeFile(join(dir, name), String(text));
const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * Control groups (cgroups) that limit each process to such a share of a core. Throws PeerMissing without the right to
 * make them.
 */
export const openCpuQuota = async (part: number): Promise<CpuQuota> => {
  const old = await exists(join(root, 'cpu', 'cpu.cfs_quota_us'));
  const parent = old ? join(root, 'cpu') : root;
  const made: string[] = [];
  const make = async (): Promise<string> => {
    const dir = join(parent, `storyrail-${process.pid}-${made.length}`);
    await mkdir(dir);
    made.push(dir);
    if (!old) {
      await write(dir, 'cpu.max', `${periodUs * part} ${periodUs}`);
      return dir;
    }
    await write(dir, 'cpu.cfs_period_us', periodUs);
    await write(dir, 'cpu.cfs_quota_us', periodUs * part);
    return dir;
  };
  const end = async () => {
    for (const dir of made.splice(0)) await rmdir(dir);
  };
  try {
    await make();
    await end();
  } catch (error) {
    await end().catch(() => {});
    throw new PeerMissing(`processor time cannot be limited here: ${(error as Error).message}`);
  }
  return {
    async bind(pid) {
      await appendFile(join(await make(), 'cgroup.procs'), String(pid));
    },
    end,
  };
};
