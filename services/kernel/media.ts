import { stat } from 'node:fs/promises';
import { invalidField, Refusal } from '#contracts/errors.ts';
import { coverTypes, imageTypes, mediaKeyOf, type StoredMedia } from '#contracts/media.ts';
import { listType, notCsv } from '#contracts/media-words.ts';
import type { ViewerListRef } from '#contracts/story-group.ts';
import type { Trx } from './db/pool.ts';
import type { FileStore } from './files.ts';
import { hashBytes } from './viewer-hash.ts';

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

/** A list of viewers behind an address: the keys of its file and of what was made of it, and how many viewers it holds. */
export const resolveViewerList = async (
  trx: Trx,
  files: FileStore,
  accountId: string,
  { name, path }: { name: string; path: string },
  field = 'settings.dynamic_segmentation.path',
): Promise<ViewerListRef> => {
  const { key, mime_type, thumbnail: list } = await resolveMedia(trx, accountId, path, field);
  if (mime_type !== listType || !list) throw invalidField(field, notCsv(name));
  const { size } = await stat(files.path(list));
  return { name, path: key, list, count: size / hashBytes };
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
