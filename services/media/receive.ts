import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { invalidField, Refusal, refusalAt } from '#contracts/api/errors.ts';
import { listType } from '#contracts/api/list-type.ts';
import { faultWords } from '#contracts/words/faults.en.ts';
import { mediaWords } from '#contracts/words/media.en.ts';
import { fill, type Phrase } from '#contracts/words/phrase.ts';
import { headBytes, type MediaType, mediaTypeOf } from '#kernel/media/media-type.ts';
import { say } from '#kernel/platform/say.ts';

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

const refuseFile = (said: Phrase): Refusal => refusalAt('file', 'MediaRefused', said);
const refuseType = (head: Buffer): Refusal => refuseFile(head.length === 0 ? mediaWords.empty : mediaWords.kindRefused);

const inWords = (bytes: number): Phrase =>
  bytes >= 1024 * 1024
    ? fill(mediaWords.megabytes, { count: Math.floor(bytes / (1024 * 1024)) })
    : fill(mediaWords.kilobytes, { count: Math.floor(bytes / 1024) });

const tooLarge = (kind: MediaType['kind'] | 'list', most: number): Refusal => {
  const said = { image: mediaWords.pictureTooLarge, video: mediaWords.videoTooLarge, list: mediaWords.listTooLarge };
  return new Refusal('TooLarge', fill(said[kind], { size: inWords(most) }));
};

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
      if (size > limits[type.kind]) throw tooLarge(type.kind, limits[type.kind]);
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
      if (size === 0 && mediaTypeOf(chunk)) throw refuseFile(fill(faultWords.notCsv, { name }));
      size += chunk.length;
      if (size > most) throw tooLarge('list', most);
      await onBytes(size);
      yield chunk;
    }
  };
  const handle = await open(path, 'wx');
  await pipeline(source, judged, handle.createWriteStream());
};

const onlyOne = () => invalidField('file', mediaWords.oneFileField);

const receiveOne = async (part: MultipartFile, path: string, watch: UploadChecks): Promise<ReceivedFile> => {
  if (part.mimetype !== listType) return { kind: 'media', type: await keep(part.file, path, watch) };
  const name = part.filename || say(mediaWords.thisFile);
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
      if (part.fieldname !== 'file') throw invalidField(part.fieldname.slice(0, 100), mediaWords.noSuchField);
      if (part.type !== 'file' || received) throw onlyOne();
      received = await receiveOne(part, path, watch);
    }
  } catch (error) {
    // A disk that is full is our trouble; everything else here comes from the form.
    if (error instanceof Refusal || (error as NodeJS.ErrnoException).syscall) throw error;
    throw new Refusal('MalformedRequest', mediaWords.unreadable);
  }
  if (!received) throw onlyOne();
  return received;
};
