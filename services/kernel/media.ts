import { invalidField, Refusal } from '#contracts/errors.ts';
import { coverTypes, imageTypes, mediaKeyOf, type StoredMedia } from '#contracts/media.ts';
import type { Trx } from './db/pool.ts';

const unknown = (path: string) => {
  const words = 'This file is not one of your uploads. Upload it first.';
  return new Refusal('UnknownMedia', words, [{ path, message: words }]);
};

/** The account's own upload behind an address; 422 `UnknownMedia` under `path` when it is none. */
export const resolveMedia = async (trx: Trx, accountId: string, url: string, path = 'media'): Promise<StoredMedia> => {
  const key = mediaKeyOf(url);
  if (!key) throw unknown(path);
  const row = await trx.query
    .selectFrom('upload')
    .select(['key', 'mime_type', 'width', 'height', 'duration_ms', 'bytes', 'thumbnail'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row) throw unknown(path);
  return row;
};

/** The key of a cover: one of the account's JPEG or PNG uploads. */
export const resolveCover = async (trx: Trx, accountId: string, url: string, path: string): Promise<string> => {
  const { key, mime_type } = await resolveMedia(trx, accountId, url, path);
  if (!(coverTypes as readonly string[]).includes(mime_type)) throw invalidField(path, 'A cover is a JPEG or a PNG.');
  return key;
};

/** The key of a poster: one of the account's pictures, or the picture that was taken from one of its videos. */
export const resolvePoster = async (trx: Trx, accountId: string, url: string, path: string): Promise<string> => {
  const key = mediaKeyOf(url);
  if (!key) throw unknown(path);
  const taken = await trx.query
    .selectFrom('upload')
    .select('key')
    .where('account_id', '=', accountId)
    .where('thumbnail', '=', key)
    .executeTakeFirst();
  if (taken) return key;
  const { mime_type } = await resolveMedia(trx, accountId, url, path);
  if (!(imageTypes as readonly string[]).includes(mime_type)) throw invalidField(path, 'A poster is a picture.');
  return key;
};
