import { open, stat } from 'node:fs/promises';
import { Refusal } from '#contracts/api/errors.ts';
import type { CommandKernel } from '#kernel/commands/command-trx.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { headBytes, type MediaType, mediaTypeOf } from '#kernel/media/media-type.ts';
import { remuxVideo } from './remux.ts';
import { withTemporary } from './temporary-files.ts';
import { type VideoTools, videoTools } from './video-tools.ts';

const batch = 100;

/** Keys of videos that somebody holds and that are not done, in order. */
const openKeys = async ({ db }: Pick<Kernel, 'db'>, after: string): Promise<string[]> => {
  const { rows } = await db.pool.query<{ key: string }>(
    `select key from (
       select key from upload where mime_type like 'video/%' and key > $1
       union
       select key from media_use where key > $1 and key ~ '\\.(mp4|mov|webm)$') held
      where not exists (select from video_cleaning c where c.key = held.key and c.done_at is not null)
      order by key limit ${batch}`,
    [after],
  );
  return rows.map(({ key }) => key);
};

const typeOf = async (path: string): Promise<MediaType | null> => {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!handle) return null;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const type = mediaTypeOf(buffer.subarray(0, bytesRead));
    return type?.kind === 'video' ? type : null;
  } finally {
    await handle.close();
  }
};

const hashOf = async ({ files }: Pick<Kernel, 'files'>, path: string): Promise<string> =>
  (await files.keyOf(path, 'sum')).slice(0, 64);

/**
 * Notes what is about to lie under a key, and the key as one that may have to go: its upload may have ended while the
 * clean file was made, and its old file with it.
 */
const begin = ({ db, now }: Pick<Kernel, 'db' | 'now'>, key: string, sha256: string) =>
  db.pool.query(
    `with noted as (
       insert into media_orphan (key, since) values ($1, $3) on conflict (key) do update set since = excluded.since)
     insert into video_cleaning (key, sha256) values ($1, $2) on conflict (key) do update set sha256 = excluded.sha256`,
    [key, sha256, new Date(now())],
  );

/** Notes that a key is done; what its accounts hold is as large as the file is now. */
const finish = ({ db, now }: Pick<Kernel, 'db' | 'now'>, key: string, bytes: number) =>
  db.pool.query(
    `with sized as (update upload set bytes = $3 where key = $1)
     update video_cleaning set done_at = $2 where key = $1`,
    [key, new Date(now()), bytes],
  );

const giveUp = ({ db, now }: Pick<Kernel, 'db' | 'now'>, key: string) =>
  db.pool.query(
    `insert into video_cleaning (key, done_at) values ($1, $2)
     on conflict (key) do update set sha256 = null, done_at = excluded.done_at`,
    [key, new Date(now())],
  );

/** Whether a run that was interrupted has put the clean file in place already. */
const isReplaced = async (kernel: Pick<Kernel, 'db' | 'files'>, key: string, path: string): Promise<boolean> => {
  const { rows } = await kernel.db.pool.query<{ sha256: string | null }>(
    'select sha256 from video_cleaning where key = $1',
    [key],
  );
  const noted = rows[0]?.sha256;
  return noted != null && noted === (await hashOf(kernel, path));
};

const replace = (
  kernel: Pick<Kernel, 'files' | 'now' | 'db'>,
  tools: VideoTools,
  key: string,
  type: MediaType,
  signal: AbortSignal,
): Promise<void> =>
  withTemporary(kernel, async (fresh) => {
    const [from, to] = [kernel.files.path(key), fresh()];
    await remuxVideo(tools, { from, to, type }, signal);
    const [hash, before] = [await hashOf(kernel, to), await hashOf(kernel, from)];
    // Noted first: after the rename only this tells that the work is done, since a second pass may move a frame's time.
    await begin(kernel, key, hash);
    signal.throwIfAborted();
    if (hash !== before) await kernel.files.replace(key, to);
  });

/** Cleans one stored video; says how that ended, or null when there is no such file or it has to be tried again. */
const cleanOne = async (
  kernel: Pick<Kernel, 'files' | 'db' | 'now' | 'log'>,
  tools: VideoTools,
  key: string,
  signal: AbortSignal,
): Promise<'cleaned' | 'refused' | null> => {
  const path = kernel.files.path(key);
  try {
    const type = await typeOf(path);
    if (!type) return null;
    if (!(await isReplaced(kernel, key, path))) await replace(kernel, tools, key, type, signal);
    await finish(kernel, key, (await stat(path)).size);
    return 'cleaned';
  } catch (error) {
    if (signal.aborted) throw error;
    if (!(error instanceof Refusal) || error.code !== 'MediaRefused') {
      // No tool, no time, no room: not the file's fault. The next turn tries it again.
      kernel.log.error({ err: error, key }, 'could not remove the metadata of a stored video yet');
      return null;
    }
    kernel.log.warn({ key }, 'cannot remove the metadata of a stored video; it stays as it is');
    await giveUp(kernel, key);
    return 'refused';
  }
};

/**
 * Goes through the videos that were stored with their metadata and puts the clean file under the same key, one by one.
 * Whoever reads the old file reads it to its end; the new one has another ETag. May be interrupted anywhere and run again.
 */
export const cleanStoredVideos = async (
  kernel: CommandKernel,
  signal: AbortSignal,
  tools = videoTools(kernel),
): Promise<{ cleaned: number; refused: number }> => {
  const done = { cleaned: 0, refused: 0 };
  let keys = await openKeys(kernel, '');
  while (keys.length > 0) {
    for (const key of keys) {
      signal.throwIfAborted();
      const outcome = await cleanOne(kernel, tools, key, signal);
      if (outcome) done[outcome] += 1;
    }
    keys = await openKeys(kernel, keys.at(-1)!);
  }
  if (done.cleaned + done.refused > 0) kernel.log.info(done, 'removed the metadata of stored videos');
  return done;
};
