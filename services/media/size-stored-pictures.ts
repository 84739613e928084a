import { access } from 'node:fs/promises';
import type { Kernel } from '#kernel/kernel.ts';
import { makePictureSizes, noteSizes } from './picture-sizes.ts';
import { withTemporary } from './temporary-files.ts';

const batch = 100;

/** Keys of pictures that somebody holds and whose sizes were not made, in order. */
const openKeys = async ({ db }: Pick<Kernel, 'db'>, after: string): Promise<string[]> => {
  const { rows } = await db.pool.query<{ key: string }>(
    `select key from (
       select key from upload where key > $1 and mime_type like 'image/%'
       union
       select thumbnail from upload where thumbnail > $1 and mime_type like 'video/%'
       union
       select key from media_use where key > $1 and key ~ '\\.(jpg|png|webp|gif)$') held
      where not exists (select from picture_sizes s where s.key = held.key)
      order by key limit ${batch}`,
    [after],
  );
  return rows.map(({ key }) => key);
};

type Home = Pick<Kernel, 'db' | 'files' | 'now' | 'log'>;

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Makes the sizes of one picture; says whether they are there, or null when the file is not. */
const sizeOne = async (kernel: Home, key: string, signal: AbortSignal): Promise<boolean | null> => {
  if (!(await isThere(kernel.files.path(key)))) return null;
  try {
    await withTemporary(kernel, (fresh) => makePictureSizes(kernel, key, fresh, signal));
    return true;
  } catch (error) {
    if (signal.aborted || (error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
    kernel.log.warn({ err: error, key }, 'could not make smaller sizes of a stored picture; it is shown as it is');
    return false;
  }
};

/**
 * Goes through the pictures that were stored without smaller sizes and makes them, one by one. May be interrupted
 * anywhere and run again. Until a picture's turn has come, the address of a size answers the picture itself.
 */
export const sizeStoredPictures = async (
  kernel: Home,
  signal: AbortSignal,
): Promise<{ made: number; refused: number }> => {
  const done = { made: 0, refused: 0 };
  let keys = await openKeys(kernel, '');
  while (keys.length > 0) {
    for (const key of keys) {
      signal.throwIfAborted();
      const sized = await sizeOne(kernel, key, signal);
      if (sized === null) continue;
      await noteSizes(kernel.db.pool, [key], kernel.now());
      done[sized ? 'made' : 'refused'] += 1;
    }
    keys = await openKeys(kernel, keys.at(-1)!);
  }
  if (done.made + done.refused > 0) kernel.log.info(done, 'made smaller sizes of stored pictures');
  return done;
};
