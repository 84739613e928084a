import type { EpochMs } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type Part, type StartPart, singleRunner } from '#kernel/part.ts';
import { delay } from '#kernel/platform/delay.ts';
import { cleanStoredVideos } from './clean-stored-videos.ts';
import { forgetOldQuota } from './quota.ts';
import { sizeStoredPictures } from './size-stored-pictures.ts';

const unnamedLifeMs = 48 * 3_600_000;
/** No command lives this long, so whoever read an upload before its end has named the file by then. */
const gracePeriodMs = 10 * 60_000;
const batch = 200;
const everyMs = 3_600_000;

/** Ends uploads that no event and no draft has named for 48 h; their files become candidates for removal. */
const endUploads = async (kernel: Pick<Kernel, 'db'>, now: EpochMs): Promise<number> => {
  const { rowCount } = await kernel.db.pool.query(
    `with ended as (
       delete from upload where (account_id, key) in (
         select account_id, key from upload u
          where created_at < $1 and not exists (select from media_use m where m.key = u.key)
            and not exists (select from draft_media d where d.key in (u.key, u.thumbnail))
          limit ${batch})
         and created_at < $1
       returning key, thumbnail
     )
     insert into media_orphan (key, since)
     select distinct k, $2::timestamptz from ended, unnest(array[key, thumbnail]) as k where k is not null
     on conflict (key) do update set since = excluded.since`,
    [new Date(now - unnamedLifeMs), new Date(now)],
  );
  return rowCount ?? 0;
};

/** Removes candidates that nothing names and nobody has uploaded again; answers how many were looked at. */
const removeOrphans = async (kernel: Pick<Kernel, 'db' | 'files'>, now: EpochMs): Promise<number> => {
  const before = new Date(now - gracePeriodMs);
  const { rows } = await kernel.db.pool.query<{ key: string; held: boolean }>(
    `select o.key,
            exists (select from media_use m where m.key = o.key)
            or exists (select from draft_media d where d.key = o.key)
            or exists (select from upload u where u.key = o.key)
            or exists (select from upload u where u.thumbnail = o.key) as held
       from media_orphan o where o.since < $1 order by o.since limit ${batch}`,
    [before],
  );
  for (const { key, held } of rows) {
    if (!held && (await kernel.files.remove(key, Date.now() - gracePeriodMs)))
      await kernel.db.pool.query(
        'with cleaning as (delete from video_cleaning where key = $1) delete from picture_sizes where key = $1',
        [key],
      );
    await kernel.db.query.deleteFrom('media_orphan').where('key', '=', key).where('since', '<', before).execute();
  }
  return rows.length;
};

/** Brings the file store up to date: uploads end 48 h after they came unless an event or a draft names them, their files a turn later. */
export const collectUploads = async (
  kernel: Pick<Kernel, 'db' | 'files' | 'now'>,
  now = kernel.now(),
): Promise<void> => {
  while ((await removeOrphans(kernel, now)) === batch);
  while ((await endUploads(kernel, now)) > 0);
  await forgetOldQuota(kernel, now);
};

const hourly = (
  kernel: Pick<Kernel, 'log' | 'locks'>,
  name: string,
  work: (signal: AbortSignal) => Promise<unknown>,
): Part =>
  singleRunner(kernel, kernel.locks, name, async (signal) => {
    while (!signal.aborted) {
      await work(signal);
      await delay(everyMs, signal);
    }
  });

/** Sweeps hourly, writes videos of earlier days without their metadata and makes smaller sizes of earlier pictures; each in one process at a time. */
export const startMediaGarbageCollector: StartPart = async (kernel) => {
  const runners = [
    hourly(kernel, 'sweep-uploads', () => collectUploads(kernel)),
    hourly(kernel, 'clean-videos', (signal) => cleanStoredVideos(kernel, signal)),
    hourly(kernel, 'size-pictures', (signal) => sizeStoredPictures(kernel, signal)),
  ];
  return {
    name: 'sweeper',
    healthy: () => runners.map((one) => one.healthy()).find((words) => words !== null) ?? null,
    stop: async () => {
      await Promise.all(runners.map((one) => one.stop()));
    },
  };
};
