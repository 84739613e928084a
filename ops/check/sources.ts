import { execFileSync } from 'node:child_process';

/** The folder of the project, with a slash at its end. */
export const root = new URL('../../', import.meta.url).pathname;

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });

/** The paths of all files, of the working tree or as a commit has them. */
export const listFiles = (commit?: string): string[] =>
  (commit
    ? git('ls-tree', '-r', '--name-only', commit)
    : git('ls-files', '--cached', '--others', '--exclude-standard')
  ).split('\n');

/** The paths of all TypeScript files, of the working tree or as a commit has them. */
export const listSources = (commit?: string): string[] =>
  listFiles(commit).filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'));

/** The text of a file as a commit has it. */
export const readAt = (commit: string, path: string): string => git('show', `${commit}:${path}`);
