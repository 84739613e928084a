import { existsSync } from 'node:fs';
import { type BuildOptions, build, type OutputFile } from 'esbuild';

/** Bundles a program for a page of tests as ES modules, with React as released; `path` has no ending. Writes nothing. */
export const bundlePage = async (path: string, options: BuildOptions = {}): Promise<OutputFile[]> => {
  const ending = ['.tsx', '.ts', '.js'].find((one) => existsSync(`${path}${one}`));
  if (!ending) throw new Error(`There is no ${path}.`);
  const { outputFiles } = await build({
    entryPoints: [`${path}${ending}`],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    ...options,
    write: false,
  });
  return outputFiles!;
};
