import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import t from 'tap';
import { loadConfig } from '#kernel/platform/config.ts';
import { until } from '../testing/harness.ts';
import { freshDatabase, testServer } from '../testing/postgres.ts';
import { freePort, isReady, makeTempFolder, minimalEnv, register, spawnProgram } from '../testing/running.ts';

// Compiled, it lies in .build/js; what it looks at are the sources.
const root = new URL(import.meta.url.endsWith('.js') ? '../../../../' : '../../', import.meta.url).pathname;
const read = (path: string) => readFile(join(root, path), 'utf8');
const run = promisify(execFile);

interface Output {
  entryPoint?: string;
  imports: { path: string; external?: boolean }[];
  inputs: Record<string, unknown>;
}

/** Compiles the server into a folder; answers the packages that it reads, and the programs that others import. */
const compileInto = async (folder: string): Promise<{ packages: string[]; imported: string[] }> => {
  const code = `import('./ops/start/compile.mjs')
    .then(({ compileServer }) => compileServer(process.argv[1]))
    .then(({ outputs }) => console.log(JSON.stringify(outputs)))`;
  const { stdout } = await run(process.execPath, ['-e', code, folder], { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  const outputs = Object.entries(JSON.parse(stdout) as Record<string, Output>);
  const isShared = (path: string) => basename(path).startsWith('shared-');
  const begun = outputs.filter(([path]) => !isShared(path)).map(([, { entryPoint }]) => entryPoint!);
  const shared = outputs.filter(([path]) => isShared(path)).flatMap(([, { inputs }]) => Object.keys(inputs));
  return {
    packages: outputs.flatMap(([, { imports }]) => imports.flatMap((one) => (one.external ? [one.path] : []))),
    imported: begun.filter((path) => path && shared.includes(path)),
  };
};

const packageOf = (name: string): string => name.split('/', name.startsWith('@') ? 2 : 1).join('/');

t.test('the image has whatever the product needs to run, and its steps can be done', async (t) => {
  const docker = await read('ops/deploy/Dockerfile');
  const locked = JSON.parse(await read('package-lock.json')) as { packages: Record<string, { dev?: true }> };
  const installed = new Set(
    Object.entries(locked.packages).flatMap(([path, { dev }]) => (dev ? [] : [path.replace('node_modules/', '')])),
  );
  const copied = [...docker.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap((match) => match[1]!.split(' '));
  for (const source of copied) t.ok(existsSync(join(root, source)), `${source} is there to be copied`);
  for (const [path] of docker.matchAll(/(?<!dist\/[\w/]*)\bops\/[\w./-]+\.m?[jt]s/g))
    t.ok(existsSync(join(root, path)), `${path} is there to be run`);
  const last = docker.slice(docker.lastIndexOf('\nFROM '));
  t.match(last, /\nUSER node\n/);
  t.match(last, /^ENV .*NODE_ENV=production/m);
  t.equal(
    docker.match(/^COPY package\.json package-lock\.json \.npmrc \.\/$/gm)?.length,
    2,
    'what may run scripts holds for both',
  );
  t.match(last, 'npm ci --omit=dev');
  t.match(last, /apt-get install [^&]*\bffmpeg\b/, 'the packaged ffprobe may be run by root alone');
  t.match(last, `EXPOSE ${loadConfig({}).PORT}\n`);

  const image = await makeTempFolder();
  t.teardown(image.remove);
  const at = (path: string) => join(image.dir, path);
  for (const [, path] of last.matchAll(/^COPY (\S+) \1$/gm))
    await cp(join(root, path!), at(path!), { recursive: true, filter: (from) => !from.endsWith('.test.ts') });
  await cp(join(root, 'package.json'), at('package.json'));
  await symlink(join(root, 'node_modules'), at('node_modules'));
  await mkdir(at('keys'));
  await mkdir(at('dist'));
  for (const pages of ['web', 'player']) await symlink(join(root, 'dist', pages), at(`dist/${pages}`));
  const { packages, imported } = await compileInto(at('dist/server'));
  t.same(imported, [], 'a file that begins a process is imported by none');
  const foreign = packages.filter((name) => !builtinModules.includes(name.replace(/^node:/, '')));
  t.ok(foreign.includes('fastify'));
  t.same(
    foreign.filter((name) => !installed.has(packageOf(name))),
    [],
    'packages that are not installed',
  );
  const programs = (await readdir(at('dist/server'))).filter((name) => name.endsWith('.js'));
  for (const name of programs)
    t.notMatch(await readFile(at(`dist/server/${name}`), 'utf8'), /new URL\("[^"]*\.ts", new URL/, name);

  const worker = new Worker(at('dist/server/parser-worker.js'), { env: {}, execArgv: [] });
  t.same(await once(worker, 'message'), [{ kind: 'ready' }]);
  await worker.terminate();

  const server = await testServer();
  t.teardown(server.stop);
  const database = await freshDatabase(server.url);
  t.teardown(database.drop);
  const port = await freePort();
  const env = { DATA_DIR: at('data'), DATABASE_URL: database.url, PORT: String(port), LOG_LEVEL: 'silent', DEMO: '0' };
  const entry = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(last)![1]!) as string[];
  t.equal(entry[0], 'node');
  const started = spawnProgram(entry.slice(1), env, image.dir);
  t.teardown(() => void started.child.kill('SIGKILL'));
  await until(async () => started.child.exitCode !== null || (await isReady(port)), 'the image to be ready');
  t.equal(started.child.exitCode, null, started.error());
  const registered = await register(port);
  t.equal(registered.status, 201, await registered.text());

  const { sdk } = /entrypoint: \["node", "(?<sdk>[^"]+)"\]/.exec(await read('ops/deploy/compose.yaml'))!.groups!;
  const keys = await run(process.execPath, [sdk!, 'sdk', at('keys')], { cwd: image.dir, env: minimalEnv(env) });
  t.match(keys.stdout, /sdk\.secret is all that a process with --only sdk needs/);
  const said = /docker exec <container> node (.+)$/m.exec(docker)![1]!.split(' ');
  const staff = await run(process.execPath, said, { cwd: image.dir, env: minimalEnv(env) });
  t.match(staff.stdout, /There are no staff yet\./);
  started.child.kill('SIGTERM');
  t.equal(await started.ended, 0);
});
