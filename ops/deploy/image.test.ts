import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import t from 'tap';
import { loadConfig } from '#kernel/platform/config.ts';

// Compiled, it lies in .build/js; what it looks at are the sources.
const root = new URL(import.meta.url.endsWith('.js') ? '../../../../' : '../../', import.meta.url).pathname;
const read = (path: string) => readFile(join(root, path), 'utf8');

const importsOf = (text: string): string[] =>
  [
    ...text.matchAll(/^(?:\} from|import|(?:import|export) [^';=]+ from) '([^'\n]+)'/gm),
    ...text.matchAll(/\bimport\('([^'\n]+)'\)/g),
  ].map((match) => match[1]!);

t.test('the image has whatever the product needs to run, and its steps can be done', async (t) => {
  const docker = await read('ops/deploy/Dockerfile');
  const packages = JSON.parse(await read('package.json')) as {
    dependencies: Record<string, string>;
    imports: Record<string, string>;
  };
  const copied = [...docker.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap((match) => match[1]!.split(' '));
  for (const source of copied) t.ok(existsSync(join(root, source)), `${source} is there to be copied`);
  for (const [path] of docker.matchAll(/(?:node_modules\/vite|web|ops)\/[\w./-]+\.m?[jt]s/g))
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

  const folders = [...last.matchAll(/^COPY (\w+) \1$/gm)].map((match) => match[1]!);
  const seen = new Set<string>();
  const missing = new Set<string>();
  const visit = async (path: string): Promise<void> => {
    if (seen.has(path)) return;
    seen.add(path);
    if (!folders.includes(path.split('/')[0]!)) missing.add(path);
    for (const name of importsOf(await read(path))) {
      const alias = Object.keys(packages.imports).find((key) => name.startsWith(key.slice(0, -1)));
      if (alias)
        await visit(relative(root, join(root, packages.imports[alias]!.slice(0, -1), name.slice(alias.length - 1))));
      else if (name.startsWith('.')) await visit(relative(root, join(root, dirname(path), name)));
      else if (!name.startsWith('node:')) {
        const packageName = name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/');
        if (!(packageName in packages.dependencies)) missing.add(`${packageName}, which ${path} imports`);
      }
    }
  };
  await visit('ops/start/main.ts');
  t.ok(seen.size > 100, `${seen.size} files are reached`);
  t.same([...missing], [], 'files outside the copied folders, and packages that are not installed');
});
