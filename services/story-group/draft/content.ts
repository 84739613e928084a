import { Refusal } from '#contracts/api/errors.ts';
import type { StoredMedia } from '#contracts/api/media.ts';
import { imageTypes, mediaKeyOf, mediaPath, videoTypes } from '#contracts/api/media-files.ts';
import { openedStory } from '#contracts/story-group/opened-story.ts';
import type { StoryState } from '#contracts/story-group/story.ts';
import type { SentDraft } from '#contracts/studio/draft.ts';
import { type DraftContent, emptyDraft } from '#contracts/studio/draft-content.ts';
import { draftFiles, withFiles } from '#contracts/studio/draft-media.ts';
import { picturesOf } from '#contracts/studio/media.ts';
import type { PublishedComponent } from '#contracts/studio/published.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import type { CommandTrx } from '#kernel/commands/command-trx.ts';
import { underPath } from '../under-path.ts';

/** A content with addresses for its files. */
export const shownDraft = (content: DraftContent, mediaUrl: string): DraftContent =>
  withFiles(content, (key) => mediaUrl + mediaPath(key));

/** A file as it was uploaded; `drawn`: the product made it. */
export type DraftUpload = StoredMedia & { drawn: boolean };

/** Files of an account by their keys: its uploads, and the posters that were taken from its videos. */
export interface Uploads {
  files: ReadonlyMap<string, DraftUpload>;
  posters: ReadonlySet<string>;
}

const noUploads: Uploads = { files: new Map(), posters: new Set() };

/** Those of some files that the account uploaded; one statement. */
export const readUploads = async (trx: CommandTrx, accountId: string, keys: readonly string[]): Promise<Uploads> => {
  if (keys.length === 0) return noUploads;
  const { rows } = await trx.client.query<DraftUpload & { poster: boolean }>({
    name: 'draft-uploads',
    text: `select key, mime_type, width, height, duration_ms, bytes, thumbnail, drawn, false as poster
             from upload where account_id = $1 and key = any($2)
           union all
           select thumbnail, mime_type, null, null, null, 0, null, false, true
             from upload where account_id = $1 and thumbnail = any($2)`,
    values: [accountId, [...new Set(keys)]],
  });
  return {
    files: new Map(rows.flatMap(({ poster, ...file }) => (poster ? [] : [[file.key, file]]))),
    posters: new Set(rows.flatMap(({ poster, key }) => (poster ? [key] : []))),
  };
};

/** The image or video that a content names: an upload, or what the published story has already. */
export const mediumOf = ({ media }: DraftContent, uploads: Uploads, story: StoryState | null): StoredMedia | null => {
  if (media === null) return null;
  if (story?.media.key === media) return story.media;
  const found = uploads.files.get(media);
  if (!found) return null;
  const { drawn: _, ...file } = found;
  return file;
};

type NamedFile = [path: string, isFit: (uploads: Uploads) => boolean];

const hasType = (types: readonly string[], key: string) => (uploads: Uploads) =>
  types.includes(uploads.files.get(key)?.mime_type ?? '');

/** What a content names, each to be an upload of its kind, or what the published story has at that place. */
const namedFiles = ({ media, thumbnail, studio }: DraftContent, story: StoryState | null): NamedFile[] => {
  const held = new Set(story?.studio ? picturesOf(story.studio) : []);
  const picture = (path: string, key: string): NamedFile => [
    path,
    (uploads) => held.has(key) || hasType(imageTypes, key)(uploads),
  ];
  const isMedium = (key: string) => (uploads: Uploads) =>
    key === story?.media.key || hasType([...imageTypes, ...videoTypes], key)(uploads);
  const isPoster = (key: string) => (uploads: Uploads) =>
    key === story?.thumbnail || uploads.posters.has(key) || hasType(imageTypes, key)(uploads);
  return [
    ...(media === null ? [] : [['media', isMedium(media)] as NamedFile]),
    ...(thumbnail === null ? [] : [['thumbnail', isPoster(thumbnail)] as NamedFile]),
    ...(studio?.imageData ?? []).map(({ media: key }, at) => picture(`studio.imageData.${at}.media`, key)),
    ...(studio?.productTagData ?? []).flatMap(({ media: key }, at) =>
      key === null ? [] : [picture(`studio.productTagData.${at}.media`, key)],
    ),
  ];
};

/** Refuses a content that names what is neither the account's upload nor the story's already. */
export const requireOwnFiles = (content: DraftContent, uploads: Uploads, story: StoryState | null): void => {
  const errors = namedFiles(content, story).flatMap(([field, isFit]) =>
    isFit(uploads) ? [] : [{ path: field, said: refusalWords.UnknownMedia }],
  );
  if (errors.length > 0) throw new Refusal('UnknownMedia', undefined, errors);
};

/** A content as it is kept, of one that was sent; refuses files that are not the account's. */
export const storedDraft = async (
  trx: CommandTrx,
  accountId: string,
  sent: SentDraft,
  story: StoryState | null,
): Promise<DraftContent> => {
  // What is no address of an upload is the key of none.
  const keyOf = (url: string) => mediaKeyOf(url) ?? '';
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  const content = withFiles({ ...emptyDraft, ...given }, keyOf);
  const uploads = await readUploads(trx, accountId, draftFiles(content));
  underPath('content', () => requireOwnFiles(content, uploads, story));
  return content;
};

/** A published story as the studio opens it. */
export const publishedContent = (
  story: StoryState,
  { files }: Uploads,
  published: readonly PublishedComponent[],
): DraftContent =>
  openedStory(
    story,
    (key) => files.get(key)?.drawn === true,
    published.map(({ component_id }) => component_id),
  );
