import { rm } from 'node:fs/promises';
import type { Kernel } from '#kernel/kernel.ts';

/** Gives `work` paths for unfinished files and removes whatever is left of them afterwards. */
export const withTemporary = async <T>(
  kernel: Pick<Kernel, 'files'>,
  work: (fresh: () => string) => Promise<T>,
): Promise<T> => {
  const paths: string[] = [];
  const fresh = () => {
    const path = kernel.files.temporaryPath();
    paths.push(path);
    return path;
  };
  try {
    return await work(fresh);
  } finally {
    for (const path of paths) await rm(path, { force: true });
  }
};
