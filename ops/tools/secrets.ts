// npm run secrets -- rotate | list: the keys that sign access tokens and seal values.
// npm run secrets -- sdk [folder]: what a process that only serves SDKs needs, without the root secret.
import pg from 'pg';
import { listType } from '#contracts/api/list-type.ts';
import { rolesOf } from '#kernel/db/role-names.ts';
import { type ListName, sdkSecretFrom, writeSdkSecret } from '#kernel/db/sdk-secret.ts';
import { loadConfig } from '#kernel/platform/config.ts';
import { openKeyRing, rotateKeys } from '#kernel/platform/key-ring.ts';
import { loadRoot } from '#kernel/platform/secrets.ts';
import { endingOf, listEnding } from '#kernel/platform/viewer-hash.ts';
import { findDatabases } from './shell/databases.ts';
import { runAsTool } from './shell/run-as-tool.ts';

const usage = 'Usage: npm run secrets -- rotate | list | sdk [folder]';

const rotate = async (dir: string): Promise<void> => {
  const { id } = await rotateKeys(dir, Date.now());
  console.log(
    `Key ${id} now signs and seals. Running processes use it within a second. Tokens of the previous key stay valid until they expire, and sealed values stay readable. Back up ${dir}/keys.secret along with root.secret.`,
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

/** The viewer lists whose keys do not follow from what sdk.secret holds. */
const earlierLists = async (url: string): Promise<ListName[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ path: string; list: string }>(
      'select key as path, thumbnail as list from upload where mime_type = $1 and thumbnail is not null',
      [listType],
    );
    return rows.flatMap(({ path, list }) => {
      const ending = endingOf(list);
      return ending && ending !== listEnding ? [{ ending, path }] : [];
    });
  } finally {
    await client.end();
  }
};

const sdk = async (dir: string, folder = dir): Promise<void> => {
  const { databaseUrl, close } = await findDatabases(loadConfig(process.env));
  try {
    const earlier = await earlierLists(databaseUrl);
    const database = decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
    const file = await writeSdkSecret(folder, sdkSecretFrom(await loadRoot(dir), database, earlier));
    console.log(
      `${file} is all that a process with --only sdk needs besides DATA_DIR/files. Its DATABASE_URL names the role ${rolesOf(database).sdk}, without a password.`,
    );
  } finally {
    await close();
  }
};

const main = async (act: string | undefined, folder: string | undefined): Promise<number> => {
  const work = { rotate, list, sdk }[act as 'rotate' | 'list' | 'sdk'];
  if (!work) {
    console.error(usage);
    return 2;
  }
  await work(loadConfig(process.env).DATA_DIR, folder);
  return 0;
};

await runAsTool(([act, folder]) => main(act, folder));
