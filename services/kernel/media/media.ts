import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import { invalidField, Refusal, refusalAt } from '#contracts/api/errors.ts';
import { listType } from '#contracts/api/list-type.ts';
import type { StoredMedia } from '#contracts/api/media.ts';
import { coverTypes, imageTypes, mediaKeyOf } from '#contracts/api/media-files.ts';
import { may } from '#contracts/api/roles.ts';
import type { ViewerListRef } from '#contracts/story-group/events.ts';
import { faultWords } from '#contracts/words/faults.en.ts';
import { mediaWords } from '#contracts/words/media.en.ts';
import { fill } from '#contracts/words/phrase.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import type { Principal } from '../auth/principal.ts';
import type { Trx } from '../db/transaction.ts';
import type { Kernel } from '../kernel.ts';
import type { FileStore } from '../platform/files.ts';
import { hashBytes } from '../platform/viewer-hash.ts';

const listField = 'settings.dynamic_segmentation.path';

const unknown = (path: string) => refusalAt(path, 'UnknownMedia');

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
  if (!(coverTypes as readonly string[]).includes(mime_type)) throw invalidField(path, mediaWords.coverType);
  return key;
};

/**
 * A list of viewers behind an address: the keys of its file and of what was made of it, and how many viewers it holds.
 */
export const resolveViewerList = async (
  trx: Trx,
  files: FileStore,
  accountId: string,
  { name, path }: { name: string; path: string },
  field = listField,
): Promise<ViewerListRef> => {
  const { key, mime_type, thumbnail: list } = await resolveMedia(trx, accountId, path, field);
  if (mime_type !== listType || !list) throw invalidField(field, fill(faultWords.notCsv, { name }));
  const { size } = await stat(files.path(list));
  return { name, path: key, list, count: size / hashBytes };
};

/**
 * Like `resolveViewerList`, for somebody who wants to read the list or to choose it for a group. It holds ids of
 * people, so it is read by account owners, by who uploaded it and by those who edit groups of an app with a group that
 * uses it; what the account keeps for its groups everybody who edits some may choose. For others it is not there.
 */
export const resolveListFor = async (
  trx: Trx,
  { files, facts }: Pick<Kernel, 'files' | 'facts'>,
  { account_id, user_id, permissions }: Pick<Principal, 'account_id' | 'user_id' | 'permissions'>,
  purpose: 'read' | 'choose',
  given: { name: string; path: string },
  field?: string,
): Promise<ViewerListRef> => {
  const found = await resolveViewerList(trx, files, account_id, given, field);
  if (permissions.account_owner) return found;
  const own = await trx.query
    .selectFrom('upload')
    .select('key')
    .where('account_id', '=', account_id)
    .where('key', '=', found.path)
    .where(sql<boolean>`${user_id} = any(uploaded_by)`)
    .executeTakeFirst();
  if (own) return found;
  const { apps, kept } = await facts.listUse(trx, account_id, found.path);
  if (purpose === 'choose' && kept) return found;
  if (apps.some((app) => may(permissions, 'storyGroup.edit', app))) return found;
  throw unknown(field ?? listField);
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
  if (!(imageTypes as readonly string[]).includes(mime_type)) throw invalidField(path, mediaWords.posterType);
  return key;
};

/** An address of a picture, and the field in which it stands. */
export interface PictureAt {
  url: string;
  path: string;
}

/** The keys of pictures: each one of the account's uploads. One query for all; a refusal names each that is none. */
export const resolvePictures = async (
  trx: Trx,
  accountId: string,
  pictures: readonly PictureAt[],
): Promise<Map<string, string>> => {
  const keys = new Map(pictures.map(({ url }) => [url, mediaKeyOf(url)]));
  const rows = await trx.query
    .selectFrom('upload')
    .select(['key', 'mime_type'])
    .where('account_id', '=', accountId)
    .where('key', 'in', ['', ...[...keys.values()].filter((key) => key !== null)])
    .execute();
  const types = new Map(rows.map(({ key, mime_type }) => [key, mime_type]));
  const isPicture = (url: string) => (imageTypes as readonly string[]).includes(types.get(keys.get(url) ?? '') ?? '');
  const errors = pictures
    .filter(({ url }) => !isPicture(url))
    .map(({ path }) => ({ path, said: refusalWords.UnknownMedia }));
  if (errors.length > 0) throw new Refusal('UnknownMedia', undefined, errors);
  return new Map(pictures.map(({ url }) => [url, keys.get(url)!]));
};
