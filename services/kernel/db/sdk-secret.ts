import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { listKeyOf, listRootOf, type Secrets, secretsFrom } from '../platform/secrets.ts';
import { type ListEnding, listEnding } from '../platform/viewer-hash.ts';
import { rolesOf } from './role-names.ts';

/** A list of viewers by its ending and the key of the file that it was made of. */
export interface ListName {
  ending: ListEnding;
  path: string;
}

/** A process that has sdk.secret alone was asked for what follows from the root secret. */
export class NotForSdk extends Error {
  constructor(what: string) {
    super(`A process with sdk.secret alone has no key to ${what}.`);
  }
}

const fileName = 'sdk.secret';
const key = z.string().regex(/^[0-9a-f]{64}$/);
const stored = z.strictObject({ lists: key, earlier: z.record(z.string(), key), password: key });

/**
 * What a process that only serves SDKs needs of the root secret, as the text of a file: the root of the keys of viewer
 * lists, the keys of `earlier` lists, which followed from another, and what the role of the part sdk signs in with in the
 * `database`. No other key follows from these.
 */
export const sdkSecretFrom = (root: Buffer, database: string, earlier: readonly ListName[] = []): string => {
  const { listKey, keyed } = secretsFrom(root);
  return JSON.stringify({
    lists: listRootOf(root).toString('hex'),
    earlier: Object.fromEntries(
      earlier.map(({ ending, path }) => [`${path}.${ending}`, listKey(ending, path).toString('hex')]),
    ),
    password: keyed('database-password', rolesOf(database).sdk),
  });
};

/**
 * What an sdk.secret gives: keys for lists alone, and the database's address with the role's password where it has
 * none.
 */
export interface SdkSecrets {
  secrets: Secrets;
  signedIn(databaseUrl: string): string;
}

/**
 * Reads the text of an sdk.secret. Its secrets throw `NotForSdk` for all but the keys of lists, and accept no token.
 */
export const readSdkSecret = (text: string): SdkSecrets => {
  const { lists, earlier, password } = stored.parse(JSON.parse(text));
  const root = Buffer.from(lists, 'hex');
  const refuse = (what: string) => (): never => {
    throw new NotForSdk(what);
  };
  return {
    secrets: {
      get audit() {
        return refuse('sign heads of the audit')();
      },
      get bills() {
        return refuse('sign bills')();
      },
      signing: refuse('sign tokens'),
      verifying: () => null,
      keyed: refuse('find what is stored under a hash'),
      listKey(ending, path) {
        if (ending === listEnding) return listKeyOf(root, path);
        const found = earlier[`${path}.${ending}`];
        if (!found) throw new Error(`${fileName} has no key for the list of ${path}: make the file again`);
        return Buffer.from(found, 'hex');
      },
      seal: refuse('seal values'),
      open: refuse('open what was sealed'),
    },
    signedIn(databaseUrl) {
      const url = new URL(databaseUrl);
      if (url.username && !url.password) url.password = password;
      return url.href;
    },
  };
};

/** Reads `<dir>/sdk.secret`; null where there is none. Throws when it is no such file. */
export const loadSdkSecret = async (dir: string): Promise<SdkSecrets | null> => {
  const file = join(dir, fileName);
  return existsSync(file) ? readSdkSecret(await readFile(file, 'utf8')) : null;
};

/** Writes `<folder>/sdk.secret` (0600), in the place of an earlier one; answers its path. */
export const writeSdkSecret = async (folder: string, text: string): Promise<string> => {
  const file = join(folder, fileName);
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
  await rename(draft, file);
  return file;
};
