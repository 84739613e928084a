// npm run pin-images [-- --as storyrail=<image> | <file> …]: writes the digest of each image behind its tag, so that
// what runs is what was looked at.
import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pinImages } from './images/pin-images.ts';
import { type Logins, RegistryError } from './images/registry.ts';
import { runAsTool } from './shell/run-as-tool.ts';

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

const main = async (args: readonly string[]): Promise<number> => {
  const { values, positionals } = parseArgs({
    args: [...args],
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
      `left    ${name}: built here. When it is in your registry, run npm run pin-images -- --as ${name}=<registry>/${name}:<tag>`,
    );
  return 0;
};

await runAsTool((args) =>
  main(args).catch((error: Error) => {
    console.error(error.message);
    return 1;
  }),
);
