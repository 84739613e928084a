import { readFile, rename, writeFile } from 'node:fs/promises';
import { digestOf, imageNamed, type Logins } from './registry.ts';

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
