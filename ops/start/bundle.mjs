// Puts programs together with the modules that they read, each module in one file: a process that starts reads a fifth
// of the files. What several programs read stands once, in a file of its own, so that a module is the same one wherever
// it is asked for.
import { readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { root } from './install.mjs';

// Packages of many small modules, and what those read; all others are read where they lie.
const taken = new RegExp(
  `^(${[
    'kysely',
    'zod',
    'fastify-type-provider-zod',
    'jose',
    'openid-client',
    'oauth4webapi',
    'libphonenumber-js',
    '@nats-io/[^/]+',
    '@simplewebauthn/server',
    '@(peculiar|levischuck|hexagonal)/[^/]+',
    'asn1js',
    'pvtsutils',
    'pvutils',
    'reflect-metadata',
    'tslib',
    'tsyringe',
  ].join('|')})(/|$)`,
);

// Some of these packages are written for `require`, which a module has not.
const requireOfModule = [
  "import { createRequire as requireFrom } from 'node:module';",
  'const require = requireFrom(import.meta.url);',
].join('\n');

// The object that a page gets for a CSS module, with the names of web/css-names.ts.
const classNames = (path) => {
  const names = readFileSync(path, 'utf8').matchAll(/\.([A-Za-z_][\w-]*)(?=[^{};]*\{)/g);
  const file = basename(path, '.module.css');
  return `export default ${JSON.stringify(Object.fromEntries([...names].map(([, name]) => [name, `${file}-${name}`])))};`;
};

/**
 * Compiles programs, by their names below `folder`; answers the files as esbuild does, none of them written.
 * `asModule` makes of a source's text and its path from the root what is compiled in its place.
 */
export const bundle = async (programs, folder, { asModule, ...options }) => {
  // Not there before packages are installed.
  const { build } = await import('esbuild');
  return build({
    entryPoints: Object.fromEntries(Object.entries(programs).map(([name, path]) => [name, join(root, path)])),
    outdir: folder,
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    sourcesContent: false,
    logLevel: 'error',
    banner: { js: requireOfModule },
    ...options,
    plugins: [
      {
        name: 'this repository',
        setup(made) {
          made.onResolve({ filter: /^tap$/ }, ({ importer }) =>
            importer.endsWith('.test.ts') ? { path: join(root, 'ops/testing/runner/test-of-file.ts') } : null,
          );
          made.onResolve({ filter: /^[^.#/]/ }, ({ path }) => (taken.test(path) ? null : { path, external: true }));
          made.onLoad({ filter: /\.module\.css$/ }, ({ path }) => ({ contents: classNames(path) }));
          made.onLoad({ filter: /\.tsx?$/ }, ({ path }) => ({
            contents: asModule(readFileSync(path, 'utf8'), relative(root, path)),
            loader: path.endsWith('x') ? 'tsx' : 'ts',
          }));
        },
      },
    ],
  });
};
