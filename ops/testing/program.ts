import { join } from 'node:path';

const root = new URL('../../', import.meta.url).pathname;
const isCompiled = import.meta.url.endsWith('.js');

/**
 * Node's arguments that run a TypeScript program of this repository, named by its path from the root: as compiled where
 * this process runs compiled code itself (tests do), else through tsx. `options` are
 * Node's own.
 */
export const programArgs = (file: string, options: readonly string[] = []): string[] =>
  isCompiled
    ? [...options, join(root, file.replace(/\.ts$/, '.js'))]
    : ['--import', 'tsx', ...options, join(root, file)];
