import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { invalidField, Refusal } from '#contracts/api/errors.ts';
import { listType, notCsv } from '#contracts/api/media-words.ts';
import { headBytes, type MediaType, mediaTypeOf } from '#kernel/media/media-type.ts';

/** The largest uploads, in bytes. */
export interface SizeLimits {
  image: number;
  video: number;
  list: number;
}

/** What is asked while a file comes in; each may refuse. */
export interface UploadChecks {
  limits: SizeLimits;
  /** The file's first bytes have told its type. */
  onType(type: MediaType): Promise<void>;
  /** So many bytes of it have come. */
  onBytes(size: number): Promise<void>;
}

/** What was received: a picture or video by its content, or a list of viewers, which is text/csv by its declared type. */
export type ReceivedFile = { kind: 'media'; type: MediaType } | { kind: 'list'; name: string };

const accepted = 'Use a JPEG, PNG, WebP or GIF picture, or an MP4, MOV or WebM video.';
const unreadable = new Refusal(
  'MalformedRequest',
  'The upload could not be read. Send one file as multipart/form-data.',
);

const refuseType = (head: Buffer): Refusal => {
  if (head.length === 0)
    return new Refusal('MediaRefused', 'This file is empty.', [{ path: 'file', message: 'This file is empty.' }]);
  const words = `This kind of file cannot be used. ${accepted}`;
  return new Refusal('MediaRefused', words, [{ path: 'file', message: words }]);
};

const inWords = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${Math.floor(bytes / (1024 * 1024))} MB` : `${Math.floor(bytes / 1024)} KB`;

const tooLarge = ({ kind }: MediaType, most: number): Refusal =>
  new Refusal('TooLarge', `This ${kind === 'image' ? 'picture' : 'video'} is too large: at most ${inWords(most)}.`);

/** Writes a stream to a file as long as it is of an accepted type and within its limit; answers the type. */
const keep = async (source: Readable, path: string, { limits, onType, onBytes }: UploadChecks): Promise<MediaType> => {
  let type: MediaType | null = null;
  let head = Buffer.alloc(0);
  let size = 0;
  const judge = async (bytes: Buffer): Promise<MediaType> => {
    const found = mediaTypeOf(bytes);
    if (!found) throw refuseType(bytes);
    await onType(found);
    return found;
  };
  const judged = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (!type) {
        head = Buffer.concat([head, chunk]);
        if (head.length < headBytes) continue;
        type = await judge(head);
        yield head;
      } else yield chunk;
      if (size > limits[type.kind]) throw tooLarge(type, limits[type.kind]);
      await onBytes(size);
    }
    if (type) return;
    // A whole file may be shorter than the head that is waited for.
    type = await judge(head);
    await onBytes(size);
    yield head;
  };
  // Opened first: a stream that is refused while it still opens would make its file after the clean-up.
  const handle = await open(path, 'wx');
  await pipeline(source, judged, handle.createWriteStream());
  return type as unknown as MediaType;
};

const keepList = async (
  source: Readable,
  path: string,
  name: string,
  { limits, onBytes }: UploadChecks,
): Promise<void> => {
  const most = limits.list;
  let size = 0;
  const judged = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      if (size === 0 && mediaTypeOf(chunk)) {
        const words = notCsv(name);
        throw new Refusal('MediaRefused', words, [{ path: 'file', message: words }]);
      }
      size += chunk.length;
      if (size > most) throw new Refusal('TooLarge', `This list is too large: at most ${inWords(most)}.`);
      await onBytes(size);
      yield chunk;
    }
  };
  const handle = await open(path, 'wx');
  await pipeline(source, judged, handle.createWriteStream());
};

const onlyOne = invalidField('file', 'Send one file in the field "file".');

const receiveOne = async (part: MultipartFile, path: string, watch: UploadChecks): Promise<ReceivedFile> => {
  if (part.mimetype !== listType) return { kind: 'media', type: await keep(part.file, path, watch) };
  const name = part.filename || 'This file';
  await keepList(part.file, path, name, watch);
  return { kind: 'list', name };
};

/** Reads the one file of a form into `path`; refuses other fields, a second file, other types and what is too large. */
export const receiveFile = async (
  request: FastifyRequest,
  path: string,
  watch: UploadChecks,
): Promise<ReceivedFile> => {
  let received: ReceivedFile | null = null;
  try {
    for await (const part of request.parts()) {
      if (part.fieldname !== 'file') throw invalidField(part.fieldname.slice(0, 100), 'There is no such field.');
      if (part.type !== 'file' || received) throw onlyOne;
      received = await receiveOne(part, path, watch);
    }
  } catch (error) {
    // A disk that is full is our trouble; everything else here comes from the form.
    if (error instanceof Refusal || (error as NodeJS.ErrnoException).syscall) throw error;
    throw unreadable;
  }
  if (!received) throw onlyOne;
  return received;
};
