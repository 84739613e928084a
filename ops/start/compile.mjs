// Compiles the TypeScript of this repository: what an installation runs into dist/server, and everything, with tests and
// loads, into .build/js. A process that starts there translates nothing. Only what changed is compiled again.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, posix, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { filesBelow, hashOf, root, stampFile } from './install.mjs';
import { isProgram, serverPrograms } from './programs.mjs';

/** What an installation runs: a file for each program, named as in `serverPrograms`, and what several of them read. */
export const server = join(root, 'dist/server');

const serverNames = new Map(Object.entries(serverPrograms).map(([name, path]) => [path, name]));

// A program that is started by its source is found beside the one that starts it. Every other file is named from where
// its source lies: tables, pictures and pages are read there. All of dist/server lies flat, so the way is the same.
const inServer = (source, path) =>
  source.replace(/new URL\('(\.[^']+\.ts)', import\.meta\.url\)|\bimport\.meta\.url\b/g, (found, to) => {
    const program = to && serverNames.get(posix.join(posix.dirname(path), to));
    return program
      ? `new URL('./${program}.js', import.meta.url)`
      : found.replace('import.meta.url', `new URL('../../${path}', import.meta.url).href`);
  });

/** Compiles what an installation runs; answers esbuild's account of it. */
export const compileServer = async (folder = server) => {
  const { outputFiles, metafile } = await bundle(serverPrograms, folder, {
    asModule: inServer,
    chunkNames: 'shared-[hash]',
    sourcemap: 'linked',
    metafile: true,
  });
  mkdirSync(folder, { recursive: true });
  // Another process may start from the folder meanwhile, or compile into it, too.
  for (const { path, contents } of outputFiles) {
    writeFileSync(`${path}.${process.pid}`, contents);
    renameSync(`${path}.${process.pid}`, path);
  }
  const made = new Set(outputFiles.map(({ path }) => basename(path)));
  for (const name of readdirSync(folder)) if (/\.js(\.map)?$/.test(name) && !made.has(name)) rmSync(join(folder, name));
  return metafile;
};

/** Compiles what an installation runs if a source, a package or the compiler changed. */
export const ensureServer = async () => {
  const stamp = stampFile('server');
  const sources = ['contracts', 'services', 'projections', 'ops'].flatMap((folder) => filesBelow(join(root, folder)));
  const read = (path) => /(?<!\.test)\.ts$/.test(path) || path.startsWith(join(root, 'ops/start'));
  const hash = hashOf([
    ...sources.filter(read),
    ...['package.json', 'package-lock.json'].map((name) => join(root, name)),
  ]);
  if (existsSync(join(server, 'main.js')) && stamp.read() === hash) return;
  console.log('Compiling the server …');
  await compileServer();
  stamp.write(hash);
};

/** Where every program lies as compiled, in a tree of the shape of the sources; a file as it is stands there as a link. */
export const compiled = join(root, '.build/js');

const folders = ['contracts', 'services', 'projections', 'ops', 'loadtest', 'web'];
const asItIs = ' as it is';
const isSource = (path) => /(?<!\.d)\.tsx?$/.test(path);
const asScript = (path) => path.replace(/\.tsx?$/, '.js');

const namesBelow = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? namesBelow(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
  );

const remove = (path) => rmSync(join(compiled, path), { force: true, recursive: true });

const put = (path, make) => {
  const target = join(compiled, path);
  mkdirSync(dirname(target), { recursive: true });
  remove(path);
  make(target);
};

const linkTo = (path) => put(path, (target) => symlinkSync(relative(dirname(target), join(root, path)), target));

// A module is asked for, and a program started, by the name of its source: here by that of what was made of it.
const renamed = (code) => code.replace(/(["'`])(\.{1,2}\/[^"'`\s]+)\.tsx?\1/g, '$1$2.js$1');

const compileFile = async (path, source) => {
  // Not there before packages are installed.
  const { transform } = await import('esbuild');
  const { code } = await transform(source, {
    loader: path.endsWith('x') ? 'tsx' : 'ts',
    jsx: 'automatic',
    format: 'esm',
    target: 'node20',
    sourcefile: join(root, path),
    sourcemap: 'inline',
    sourcesContent: false,
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  put(asScript(path), (target) => writeFileSync(target, renamed(code)));
};

// A module in the tree is named by the file that it would be there.
const inTree = (source, path) => {
  const at = join(compiled, asScript(path));
  return renamed(source)
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(at).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(at)));
};

const bundleTree = async (programs) => {
  const names = Object.fromEntries(programs.map((path) => [path.replace(/\.ts$/, ''), path]));
  // The map of a source lies beside what was made of it: each program that starts would read it with that.
  const options = { asModule: inTree, chunkNames: 'chunks/[hash]', sourcemap: 'linked' };
  const { outputFiles } = await bundle(names, compiled, options);
  remove('chunks');
  for (const { path, contents } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
};

const packageOf = (source) => {
  const parsed = JSON.parse(source);
  const imports = Object.entries(parsed.imports).map(([name, path]) => [`${name}.ts`, `${path}.js`]);
  return JSON.stringify({ ...parsed, imports: Object.fromEntries(imports) });
};

const tapSettings = (source) => source.replace('--import=tsx', '--enable-source-maps');

/** Brings the compiled tree up to date. */
export const compile = async () => {
  const stateFile = join(root, '.build/compiled.json');
  const self = createHash('sha256')
    .update(readFileSync(new URL(import.meta.url)))
    .update(readFileSync(new URL('bundle.mjs', import.meta.url)))
    .update(readFileSync(new URL('programs.mjs', import.meta.url)))
    .digest('base64');
  const state = { self };
  let before = existsSync(stateFile) && existsSync(compiled) ? JSON.parse(readFileSync(stateFile, 'utf8')) : {};
  if (before.self !== self) {
    rmSync(compiled, { recursive: true, force: true });
    before = { self };
  }
  const work = [];
  const programs = [];
  const note = (path, source, make) => {
    state[path] = createHash('sha256').update(source).digest('base64');
    if (before[path] !== state[path]) work.push(make(source));
  };
  for (const path of folders.flatMap(namesBelow)) {
    if (isProgram(path)) programs.push(path);
    if (isSource(path))
      note(path, readFileSync(join(root, path), 'utf8'), (source) => !isProgram(path) && compileFile(path, source));
    // Sources are there, too, for what reads them.
    note(`${path}${asItIs}`, '', () => linkTo(path));
  }
  for (const path of [
    'README.md',
    'package-lock.json',
    '.npmrc',
    '.biome.json',
    '.gitignore',
    'node_modules',
    'dist',
    '.build',
    'tsconfig.json',
  ])
    note(path, '', () => linkTo(path));
  for (const [path, make] of [
    ['package.json', packageOf],
    ['.taprc', tapSettings],
  ])
    note(path, readFileSync(join(root, path), 'utf8'), (source) =>
      put(path, (target) => writeFileSync(target, make(source))),
    );
  for (const name of Object.keys(before)) {
    const path = name.replace(asItIs, '');
    if (!(name in state)) remove(isSource(path) && path === name ? asScript(path) : path);
  }
  await Promise.all(work);
  if (work.length > 0) await bundleTree(programs);
  writeFileSync(stateFile, JSON.stringify(state));
};
