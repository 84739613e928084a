import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '#contracts/api/errors.ts';
import { listType } from '#contracts/api/list-type.ts';
import type { StoredMedia } from '#contracts/api/media.ts';
import type { EpochMs } from '#contracts/time.ts';
import { mediaWords } from '#contracts/words/media.en.ts';
import { fill } from '#contracts/words/phrase.ts';
import { type Trx, transaction } from '#kernel/db/transaction.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { noteSizes } from './picture-sizes.ts';

const gigabyte = 1024 ** 3;
/** An upload without an announced length takes room in such steps. */
const stepBytes = 16 * 1024 * 1024;
const lifeMs = 3_600_000;

/** Room that one upload has taken of its account's quota. */
export interface Reservation {
  /** Says how much has come; takes more room when that is not enough. Refuses with QuotaReached. */
  reach(bytes: number): Promise<void>;
  /** In the transaction that notes the upload: what came counts for the day, and the room is given back. */
  settle(trx: Trx): Promise<void>;
  /** Gives the room back, unless it was settled. */
  release(): Promise<void>;
}

interface Used {
  day: number;
  stored: number;
  reserved: number;
}

type Home = Pick<Kernel, 'db' | 'config' | 'now'>;

const dayOf = (now: EpochMs): string => new Date(now).toISOString().slice(0, 10);

const used = async (trx: Trx, accountId: string, id: string, now: EpochMs): Promise<Used> => {
  const { rows } = await trx.client.query<Used>(
    `select coalesce((select bytes from upload_day where account_id = $1 and day = $3), 0)::bigint as day,
            (select coalesce(sum(bytes), 0) from upload where account_id = $1)::bigint as stored,
            (select coalesce(sum(bytes), 0) from upload_reservation
              where account_id = $1 and id <> $2 and expires_at > $4)::bigint as reserved`,
    [accountId, id, dayOf(now), new Date(now)],
  );
  return rows[0]!;
};

const requireQuota = ({ config }: Home, { day, stored, reserved }: Used, bytes: number): void => {
  const { UPLOAD_GB_PER_DAY: perDay, STORAGE_GB: storage } = config;
  if (storage > 0 && stored + reserved + bytes > storage * gigabyte)
    throw new Refusal('QuotaReached', fill(mediaWords.accountFull, { gigabytes: storage }));
  if (perDay > 0 && day + reserved + bytes > perDay * gigabyte)
    throw new Refusal('QuotaReached', fill(mediaWords.dayFull, { gigabytes: perDay }));
};

/** Takes room for so many bytes, or more room for the same upload; one upload of an account at a time decides. */
const take = (home: Home, accountId: string, id: string, bytes: number): Promise<void> =>
  transaction(home.db, async (trx) => {
    await trx.client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`upload-quota:${accountId}`]);
    const now = home.now();
    requireQuota(home, await used(trx, accountId, id, now), bytes);
    await trx.client.query(
      `insert into upload_reservation (id, account_id, bytes, expires_at) values ($1, $2, $3, $4)
       on conflict (id) do update set bytes = excluded.bytes, expires_at = excluded.expires_at`,
      [id, accountId, bytes, new Date(now + lifeMs)],
    );
  });

/**
 * Takes room for an upload of so many bytes (null: not announced) before any of it is read. Refuses with QuotaReached.
 * Uploads that run side by side see each other's room, so together they stay below the quota.
 */
export const reserveUpload = async (home: Home, accountId: string, announced: number | null): Promise<Reservation> => {
  const id = uuidv7({ msecs: home.now() });
  let [room, came, renewAt] = [announced ?? stepBytes, 0, stepBytes];
  await take(home, accountId, id, room);
  return {
    async reach(bytes) {
      came = bytes;
      if (bytes <= room && bytes < renewAt) return;
      // Also when it is enough: what is slow must not lose its room to the clock.
      room = Math.max(room, bytes + (announced === null ? stepBytes : 0));
      renewAt = bytes + stepBytes;
      await take(home, accountId, id, room);
    },
    async settle(trx) {
      await trx.client.query('delete from upload_reservation where id = $1', [id]);
      await trx.client.query(
        `insert into upload_day (account_id, day, bytes) values ($1, $2, $3)
         on conflict (account_id, day) do update set bytes = upload_day.bytes + excluded.bytes`,
        [accountId, dayOf(home.now()), came],
      );
    },
    async release() {
      await home.db.pool.query('delete from upload_reservation where id = $1', [id]);
    },
  };
};

/** Notes a stored file as an upload of the account, and settles the room that it took; `by` are added to those who uploaded it. */
export const noteUpload = (
  { db, now }: Home,
  accountId: string,
  media: StoredMedia,
  reservation: Reservation | null,
  by: readonly string[] = [],
): Promise<void> =>
  transaction(db, async (trx) => {
    const created_at = new Date(now());
    await trx.query
      .insertInto('upload')
      .values({ account_id: accountId, ...media, created_at, uploaded_by: [...by] })
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'key']).doUpdateSet({
          created_at,
          // Whoever sends the same bytes has them, and so has whoever sent them first.
          drawn: false,
          uploaded_by: sql`array(select distinct unnest(upload.uploaded_by || excluded.uploaded_by))`,
        }),
      )
      .execute();
    // Its key is the hash of what was written without metadata.
    if (media.mime_type.startsWith('video/'))
      await trx.client.query(
        'insert into video_cleaning (key, sha256, done_at) values ($1, $2, $3) on conflict do nothing',
        [media.key, media.key.slice(0, 64), created_at],
      );
    if (media.mime_type !== listType) await noteSizes(trx.client, [media.thumbnail ?? media.key], now());
    await reservation?.settle(trx);
  });

/** Forgets what no longer counts: rooms of uploads that ended with their process, and days before the last three (UTC). */
export const forgetOldQuota = async ({ db }: Pick<Kernel, 'db'>, now: EpochMs): Promise<void> => {
  await db.pool.query('delete from upload_reservation where expires_at < $1', [new Date(now)]);
  await db.pool.query('delete from upload_day where day < $1', [dayOf(now - 48 * 3_600_000)]);
};

/** The bytes that are free on the disk of a folder. */
export const freeBytesOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

const keptFree = 5 * gigabyte;

/**
 * Refuses with DiskFull a large upload that would leave less than 5 GB free on the disk of `folder`; a video lies there
 * twice while it is written anew. `large` is from how many bytes on an upload is one.
 */
export const refuseWhenFull = async (
  folder: string,
  bytes: number,
  large: number,
  freeBytes = freeBytesOf,
): Promise<void> => {
  if (bytes > large && (await freeBytes(folder)) - 2 * bytes < keptFree) throw new Refusal('DiskFull');
};
