// Puts each program of the compiled tree together with the modules that it reads: a process that tests start reads 150
// files instead of 750, which is a fifth of what its start costs. What several programs read stands once, in a file of
// its own, so that a module is the same one wherever it is asked for.
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './install.mjs';

/**
 * Programs that tests start as processes of their own; test files are programs, too, and what a test finds by its name.
 */
const started = new Set([
  'ops/start/main.ts',
  'ops/cluster/start.ts',
  'ops/tools/audit-verify.ts',
  'ops/tools/staff.ts',
  'ops/tools/rebuild.ts',
  'ops/tools/redrive.ts',
  'ops/tools/backup.ts',
  'ops/tools/restore.ts',
  'ops/tools/restored.ts',
  'ops/testing/serve-postgres.ts',
  'ops/testing/runner/together.ts',
  'loadtest/bench.ts',
  'loadtest/bench/load-generator-process.ts',
  'loadtest/faults/serve-postgres.ts',
  'loadtest/k6.ts',
  'services/kernel/testing/racer.ts',
]);

/** Whether a source, named by its path from the root, is a program. */
export const isProgram = (path) => path.endsWith('.test.ts') || path.endsWith('/test-access.ts') || started.has(path);

// Packages of many small modules; all others are read where they lie.
const taken = /^(kysely|zod|fastify-type-provider-zod)(\/|$)/;

/** Writes programs into `folder`; `asModule` makes of a source's text and its path from the root what stands there. */
export const bundle = async (programs, folder, asModule) => {
  // Not there before packages are installed.
  const { build } = await import('esbuild');
  rmSync(join(folder, 'chunks'), { recursive: true, force: true });
  await build({
    entryPoints: Object.fromEntries(programs.map((path) => [path.replace(/\.ts$/, ''), join(root, path)])),
    outdir: folder,
    chunkNames: 'chunks/[hash]',
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    sourcemap: 'inline',
    sourcesContent: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'this repository',
        setup(made) {
          made.onResolve({ filter: /^tap$/ }, ({ importer }) =>
            importer.endsWith('.test.ts') ? { path: join(root, 'ops/testing/runner/test-of-file.ts') } : null,
          );
          made.onResolve({ filter: /^[^.#/]/ }, ({ path }) => (taken.test(path) ? null : { path, external: true }));
          made.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
            const at = join(folder, relative(root, path).replace(/\.tsx?$/, '.js'));
            const contents = asModule(readFileSync(path, 'utf8'))
              .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(at).href))
              .replaceAll('import.meta.dirname', JSON.stringify(dirname(at)));
            return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
          });
        },
      },
    ],
  });
};
