// npm run pin-images [-- --as storyrail=<image> | <file> …]: writes the digest of each image behind its tag, so that
// what runs is what was looked at.
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { digestOf, imageNamed, type Logins, RegistryError } from './registry.ts';

/** How images are called that the files name by what they are called where they were built. */
type Renamed = Readonly<Record<string, string>>;

// What stands behind the name on the line stays.
const imageLine = /^([ \t]*(?:- )?image:[ \t]+)["']?([^\s"'#]+)["']?/gm;
const pinned = /@sha256:[0-9a-f]{64}$/;

const targetOf = (found: string, renamed: Renamed): string => {
  const name = found.replace(pinned, '');
  return renamed[name] ?? name;
};

/** Images whose name has neither a registry nor a tag are built on the machine: nobody can be asked for them. */
const isBuiltHere = (name: string): boolean => !/[/:]/.test(name);

/**
 * Writes `name:tag@sha256:…` into the image lines of files, as the registries answer now; an older digest is replaced,
 * and no file is changed unless every answer came. `renamed` says what an image is called in its registry. Answers the
 * images that were pinned, and those that are built here and have no digest. Throws RegistryError.
 */
export const pinImages = async (
  files: readonly string[],
  { renamed = {}, logins = {} }: { renamed?: Renamed; logins?: Logins } = {},
): Promise<{ pinned: string[]; left: string[] }> => {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  // What a file builds has no digest before it is built.
  const namesOf = texts.map((text) => (/^\s+build:/m.test(text) ? {} : renamed));
  const found = new Set(
    texts.flatMap((text, at) => [...text.matchAll(imageLine)].map((line) => targetOf(line[2]!, namesOf[at]!))),
  );
  const digests = new Map<string, string>();
  for (const name of found)
    if (!isBuiltHere(name)) digests.set(name, `${name}@${await digestOf(imageNamed(name), logins)}`);
  for (const [at, file] of files.entries()) {
    const text = texts[at]!.replace(imageLine, (line: string, before: string, image: string) => {
      const name = targetOf(image, namesOf[at]!);
      return digests.has(name) ? `${before}${digests.get(name)}` : line;
    });
    if (text === texts[at]) continue;
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
  }
  return { pinned: [...digests.values()], left: [...found].filter(isBuiltHere) };
};

/** What `docker login` has kept, by registry: `user:password` in base64. */
const readLogins = async (): Promise<Logins> => {
  const file = join(process.env.DOCKER_CONFIG ?? join(homedir(), '.docker'), 'config.json');
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const { auths = {} } = JSON.parse(text) as { auths?: Record<string, { auth?: string }> };
  const entries = Object.entries(auths).flatMap(([at, { auth }]) =>
    auth ? [[at.replace(/^https?:\/\//, '').replace(/\/.*$/, ''), auth]] : [],
  );
  return Object.fromEntries(entries) as Logins;
};

const shippedFiles = async (): Promise<string[]> => {
  const manifests = (await readdir('ops/deploy/k8s')).filter((name) => name.endsWith('.yaml')).sort();
  return ['ops/deploy/compose.yaml', ...manifests.map((name) => join('ops/deploy/k8s', name))];
};

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    options: { as: { type: 'string', multiple: true, default: [] } },
    allowPositionals: true,
  });
  const renamed = Object.fromEntries(
    values.as.map((one) => {
      const at = one.indexOf('=');
      if (at < 1)
        throw new RegistryError(`--as ${one} is not <name>=<image>, such as storyrail=registry.example/storyrail:1.`);
      return [one.slice(0, at), one.slice(at + 1)];
    }),
  );
  const files = positionals.length > 0 ? positionals : await shippedFiles();
  const done = await pinImages(
    files.map((file) => resolve(file)),
    { renamed, logins: await readLogins() },
  );
  for (const name of done.pinned) console.log(`pinned  ${name}`);
  for (const name of done.left)
    console.log(
      `left    ${name}: it is built here. Once it is in your registry: npm run pin-images -- --as ${name}=<registry>/${name}:<tag>`,
    );
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await main().catch((error) => {
    console.error((error as Error).message);
    process.exitCode = 1;
  });
