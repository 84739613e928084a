import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '#contracts/api/errors.ts';
import { inWidth, pictureWidths, wholePictureOf } from '#contracts/api/picture-sizes.ts';

/** The file store: files named by their content, which stay as they are but for videos that lose their metadata. */
export interface FileStore {
  /**
   * Takes a finished temporary file in under its content's name, once `ahead` is done with that; answers the key. The
   * same content is kept once.
   */
  store(temporaryPath: string, extension: string, ahead?: (key: string) => Promise<void>): Promise<string>;
  /** The key under which a finished file would be taken in. */
  keyOf(temporaryPath: string, extension: string): Promise<string>;
  /**
   * Puts a finished file under a key: in the place of a stored one, which whoever reads it now reads to its end, or as a
   * picture's smaller size.
   */
  replace(key: string, temporaryPath: string): Promise<void>;
  /** Where a key's file lies; the key is checked, so that no path escapes the store. */
  path(key: string): string;
  /** A folder for unfinished files, emptied at start. */
  temporary: string;
  /** A path for an unfinished file of this process. */
  temporaryPath(): string;
  /**
   * Removes a file and the smaller sizes of a picture, unless it was adopted again after `before` (unix milliseconds);
   * says whether it is gone.
   */
  remove(key: string, before: number): Promise<boolean>;
  /** Writes a small operational file (such as an audit chain's head) under a fixed name. */
  write(name: string, content: string): Promise<void>;
  /** The names of the operational files of a folder, in order. */
  list(folder: string): Promise<string[]>;
  /** What an operational file holds. */
  read(name: string): Promise<string>;
}

const keyShape = /^[0-9a-f]{64}\.[a-z0-9]{2,4}$/;
const nameShape = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/;
/** Lists of viewers lie here: no other user of the machine looks in. */
const privateFolder = { recursive: true, mode: 0o700 } as const;
const foreignLifeMs = 24 * 3_600_000;
const host = hostname()
  .toLowerCase()
  .replaceAll(/[^a-z0-9-]/g, '-');

const isPicture = (key: string): boolean => wholePictureOf(inWidth(key, pictureWidths[0]!)) !== null;

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

const syncPath = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Whether an unfinished file was left by a process that is no more. Other machines may share the folder. */
const isStale = (name: string, writtenMs: number): boolean => {
  const startedMs = Date.now() - process.uptime() * 1000;
  if (writtenMs >= startedMs) return false;
  const [machine, pid] = name.split('.');
  if (machine !== host) return writtenMs < Date.now() - foreignLifeMs;
  return Number(pid) === process.pid || !isRunning(Number(pid));
};

const removeStale = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && isStale(name, found.mtimeMs)) await rm(path, { recursive: true, force: true });
  }
};

const contentHash = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

/**
 * Opens the store in a data directory; what finished processes left unfinished is removed. `onlyReads` changes nothing:
 * the store may belong to somebody else, and need not be there yet.
 */
export const openFileStore = async (dataDir: string, onlyReads = false): Promise<FileStore> => {
  const root = join(resolve(dataDir), 'files');
  const temporary = join(root, 'unfinished');
  const operational = join(root, 'operational');
  // The data directory itself stays as it is: its database may run as another user, who has to get through.
  if (!onlyReads) {
    await mkdir(dirname(root), { recursive: true });
    await mkdir(temporary, privateFolder);
    await removeStale(temporary);
  }

  const temporaryPath = () => join(temporary, `${host}.${process.pid}.${randomUUID()}`);

  const path = (key: string): string => {
    if (!keyShape.test(wholePictureOf(key) ?? key)) throw new Refusal('NotFound');
    return join(root, key.slice(0, 2), key);
  };

  const operationalPath = (name: string): string => {
    if (!nameShape.test(name)) throw new Error(`${name} is no name for a file of the store`);
    return join(operational, name);
  };

  const name = async (from: string, extension: string) => `${await contentHash(from)}.${extension}`;

  /** After this resolves, the file is under its name even when the machine loses power. */
  const settle = async (from: string, to: string): Promise<void> => {
    await syncPath(from);
    const made = await mkdir(dirname(to), privateFolder);
    await rename(from, to);
    await syncPath(dirname(to));
    if (made) await syncPath(dirname(made));
  };

  return {
    temporary,
    temporaryPath,
    path,
    keyOf: name,
    async store(from, extension, ahead) {
      const key = await name(from, extension);
      await ahead?.(key);
      // Also over an equal file: its fresh time keeps a clean-up that runs now from taking it.
      await settle(from, path(key));
      return key;
    },
    replace: (key, from) => settle(from, path(key)),
    async remove(key, before) {
      const aside = temporaryPath();
      const sizes = isPicture(key) ? pictureWidths.map((width) => path(inWidth(key, width))) : [];
      const removeSizes = () => Promise.all(sizes.map((one) => rm(one, { force: true })));
      try {
        // Moved away before it is judged, so that an adoption in between is never what gets deleted.
        await rename(path(key), aside);
      } catch (error) {
        if (!isMissing(error)) throw error;
        await removeSizes();
        return true;
      }
      const { mtimeMs } = await stat(aside);
      if (mtimeMs < before) {
        await removeSizes();
        await rm(aside);
        return true;
      }
      const adoptedAgain = await access(path(key)).then(
        () => true,
        () => false,
      );
      if (adoptedAgain) await rm(aside);
      else await rename(aside, path(key));
      return false;
    },
    async list(folder) {
      const names = await readdir(operationalPath(folder)).catch((error) => {
        if (isMissing(error)) return [];
        throw error;
      });
      return names.sort().map((name) => `${folder}/${name}`);
    },
    read: (name) => readFile(operationalPath(name), 'utf8'),
    async write(name, content) {
      const to = operationalPath(name);
      const from = temporaryPath();
      const handle = await open(from, 'w');
      try {
        await handle.writeFile(content);
      } finally {
        await handle.close();
      }
      await settle(from, to);
    },
  };
};
