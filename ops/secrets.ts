// npm run secrets -- rotate | list: the keys that sign access tokens and seal values.
import { ConfigError, loadConfig } from '#kernel/config.ts';
import { KeyRingError, openKeyRing, rotateKeys } from '#kernel/key-ring.ts';

const usage = 'Usage: npm run secrets -- rotate | list';

const rotate = async (dir: string): Promise<void> => {
  const { id } = await rotateKeys(dir, Date.now());
  console.log(
    `Key ${id} signs and seals from now on; running processes take it within a second. Tokens of the key before last until they expire, and sealed values stay readable. Back up ${dir}/keys.secret beside root.secret.`,
  );
};

const list = (dir: string): void => {
  const lines = openKeyRing(dir)
    .keys()
    .map(({ id, ts }, at) => {
      const use = at === 0 ? 'signs and seals' : at === 1 ? 'accepted and opens' : 'opens';
      return `${id}  since ${new Date(ts * 1000).toISOString()}  ${use}`;
    });
  const root = ['signs and seals', 'accepted and opens'][lines.length] ?? 'opens';
  console.log([...lines, `root      from root.secret  ${root}`].join('\n'));
};

const main = async (act: string | undefined): Promise<number> => {
  const work = { rotate, list }[act as 'rotate' | 'list'];
  if (!work) {
    console.error(usage);
    return 2;
  }
  await work(loadConfig(process.env).DATA_DIR);
  return 0;
};

process.exitCode = await main(process.argv[2]).catch((error) => {
  console.error(error instanceof ConfigError || error instanceof KeyRingError ? error.message : error);
  return 2;
});
