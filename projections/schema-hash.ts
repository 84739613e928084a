import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

const contracts = new URL('../contracts/', import.meta.url);

/** Files of contracts that the wording of rows of the audit and of history rests on, beside what each noun says of itself and the audit's catalogues. */
const alsoWorded = new Set([
  'api/plans',
  'story-group/state',
  'story-group/status',
  'studio/changes',
  'words/roles.en',
]);

/** What rows of the audit and of history are worded by, file by file in one order everywhere. */
const readWordings = async (): Promise<Buffer[]> => {
  const paths = await readdir(contracts, { recursive: true });
  const files = paths
    .filter((path) => /\.ts$/.test(path) && !path.includes('.test.'))
    .filter(
      (path) => /^audit\/|\/audit\.ts$|^words\/(.+-)?audit\.en\.ts$/.test(path) || alsoWorded.has(path.slice(0, -3)),
    )
    .sort();
  return Promise.all(files.map((path) => readFile(new URL(path, contracts))));
};
/** Read once: a running process has the wording that it began with. */
let wordings: Promise<Buffer[]> | undefined;
const wording = (): Promise<Buffer[]> => {
  wordings ??= readWordings().catch((error) => {
    wordings = undefined;
    throw error;
  });
  return wordings;
};

/**
 * What a read model's rows depend on beside the events: when it changes, existing rows are out of date.
 */
const inputsOf: Readonly<Record<string, () => Promise<Buffer[]>>> = {
  audit: wording,
  history: wording,
};

/** The URL of a read model's DDL: `tables.sql` of its folder, or in the files of `tables/` there. */
export const tablesOf = (name: string): URL => {
  const files = new URL(`./${name}/tables/`, import.meta.url);
  return existsSync(files) ? files : new URL(`./${name}/tables.sql`, import.meta.url);
};

/** The DDL of a read model: of a file, or, where the address ends with a slash, of all files of a folder by name. */
export const readTables = async (tables: URL): Promise<string> => {
  if (!tables.href.endsWith('/')) return readFile(tables, 'utf8');
  const files = (await readdir(tables)).filter((name) => name.endsWith('.sql')).sort();
  return (await Promise.all(files.map((name) => readFile(new URL(name, tables), 'utf8')))).join('\n');
};

/** The version of a read model: a hash of its DDL and of what its rows depend on. */
export const schemaHash = async ({ name, tables }: { name: string; tables: URL }): Promise<string> => {
  const hash = createHash('sha256').update(await readTables(tables));
  for (const input of (await inputsOf[name]?.()) ?? []) hash.update(input);
  return hash.digest('hex');
};
