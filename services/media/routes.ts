import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import multipart from '@fastify/multipart';
import serveStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { listType } from '#contracts/api/list-type.ts';
import { mediaUrl, type StoredMedia, type UploadAnswer, uploadAnswer } from '#contracts/api/media.ts';
import { mediaPath } from '#contracts/api/media-files.ts';
import { wholePictureOf } from '#contracts/api/picture-sizes.ts';
import { mediaWords } from '#contracts/words/media.en.ts';
import { requestWords } from '#contracts/words/requests.en.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { answerError } from '#kernel/http/error-answer.ts';
import { networkOf } from '#kernel/http/network.ts';
import { recordExport } from '#kernel/http/record-access.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { resolveListFor, resolveMedia } from '#kernel/media/media.ts';
import { type MediaType, mediaExtensions } from '#kernel/media/media-type.ts';
import { createRateLimiter } from '#kernel/platform/rate-limiter.ts';
import { createOpenUploads } from './open-uploads.ts';
import { type Reservation, refuseWhenFull, reserveUpload } from './quota.ts';
import { receiveFile } from './receive.ts';
import { storeUpload, storeViewerList } from './store.ts';
import { withTemporary } from './temporary-files.ts';
import { videoTools } from './video-tools.ts';

/** A file stays what it is; what stands in for a size goes when that is made. */
const forGood = { maxAge: '365d', immutable: true };
const forNow = { maxAge: '5m', immutable: false };

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const workMs = 5 * 60_000;
const drainMs = 30_000;

/** Ends when the caller has gone before an answer was sent. */
const whileCallerWaits = (request: FastifyRequest, reply: FastifyReply): AbortSignal => {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  // Between the last byte in and the first byte out the connection is quiet while pictures are made.
  request.raw.socket.setTimeout?.(workMs);
  return gone.signal;
};

/** Reads the rest of a refused body, for a bounded time, so that the caller gets to see the answer. */
const drain = (request: FastifyRequest): void => {
  const { raw } = request;
  if (raw.complete || raw.destroyed) return;
  raw.unpipe();
  raw.resume();
  const timer = setTimeout(() => raw.destroy(), drainMs).unref();
  raw.once('close', () => clearTimeout(timer));
};

/** A packed form is not read: whoever unpacks bodies would read it beside the form's reader, and both would wait. */
const refusePacked = ({ headers }: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
  if (headers['content-encoding'] !== undefined) throw new Refusal('UnsupportedMediaType', requestWords.encoded);
  done();
};

/** The length of a body by its Content-Length header; null without one that can be read. */
const announcedBytes = ({ headers }: FastifyRequest): number | null => {
  const announced = headers['content-length'];
  return announced !== undefined && /^\d{1,15}$/.test(announced) ? Number(announced) : null;
};

const answerOf = (base: string, { key, thumbnail, ...facts }: StoredMedia): UploadAnswer => ({
  file: base + mediaPath(key),
  ...facts,
  ...(thumbnail && facts.mime_type !== listType ? { thumbnail: base + mediaPath(thumbnail) } : {}),
});

/** POST /upload, and the files themselves under /media. */
export const mediaRoutes: Routes = async (server, kernel) => {
  const { config, files } = kernel;
  const limits = { image: config.IMAGE_MAX_BYTES, video: config.VIDEO_MAX_BYTES, list: config.CSV_MAX_BYTES };
  const tools = videoTools(kernel);
  const warn = async () => {
    for (const words of await tools.warnings().catch((error: Error) => [error.message])) kernel.log.warn(words);
  };
  let warned = Promise.resolve();
  server.addHook('onListen', async () => {
    warned = warn();
  });
  // What is tried leaves its folder behind only while it runs.
  server.addHook('onClose', () => warned);
  await server.register(multipart, {
    limits: {
      files: 2,
      fields: 2,
      parts: 4,
      fieldSize: 1024,
      fileSize: Math.max(limits.image, limits.video, limits.list) + 1,
    },
  });
  await server.register(serveStatic, { root: files.temporary, serve: false });
  const perAddress = createRateLimiter(config.LIMIT_DELIVERY);
  const limitFiles = (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    if (!perAddress.take(networkOf(request.ip))) throw new Refusal('TooManyRequests');
    done();
  };

  /** Told before the rest of a video comes in vain. */
  const onType = async ({ kind }: MediaType) => {
    if (kind === 'video') await tools.ready();
  };
  const asOneOfFew = createOpenUploads();
  const reserved = <T>(accountId: string, bytes: number | null, work: (room: Reservation) => Promise<T>) =>
    asOneOfFew(accountId, async () => {
      await refuseWhenFull(files.temporary, bytes ?? 0, limits.image);
      const room = await reserveUpload(kernel, accountId, bytes);
      return work(room).finally(room.release);
    });

  server.route({
    method: 'POST',
    url: '/api/upload',
    onRequest: refusePacked,
    config: { policy: { caller: 'user', act: 'media.upload', login_as: true, scope: 'content' }, slowBody: true },
    schema: {
      summary: 'Upload a picture, a video or a viewer list (text/csv)',
      tags: ['Media'],
      consumes: ['multipart/form-data'],
      body: z.looseObject({ file: z.unknown().optional().meta({ type: 'string', format: 'binary' }) }),
      response: { 200: success(uploadAnswer) },
    },
    handler: async (request, reply) => {
      const { account_id, user_id } = principalOf(request);
      if (!request.isMultipart()) throw new Refusal('UnsupportedMediaType', mediaWords.oneFile);
      const signal = whileCallerWaits(request, reply);
      const take = async (reservation: Reservation) =>
        withTemporary(kernel, async (fresh) => {
          const received = fresh();
          const found = await receiveFile(request, received, { limits, onType, onBytes: reservation.reach });
          if (found.kind === 'list')
            return storeViewerList(kernel, { account_id, user_id }, { received, fresh }, signal, reservation);
          return storeUpload(kernel, account_id, { received, fresh, type: found.type }, signal, reservation);
        });
      const media = await reserved(account_id, announcedBytes(request), take).finally(() => drain(request));
      return { data: answerOf(config.MEDIA_URL, media) };
    },
  });

  server.route({
    method: 'GET',
    url: '/api/upload',
    config: { policy: { caller: 'user', act: 'storyGroup.edit' } },
    schema: {
      summary: 'Download a viewer list',
      description:
        'Open to account owners, to the person who uploaded it, and to editors of an app with a group that uses it.',
      tags: ['Media'],
      querystring: z.strictObject({ path: mediaUrl }),
    },
    handler: async (request, reply) => {
      const me = principalOf(request);
      const { path } = request.query;
      const { path: key, count } = await transaction(kernel.db, async (trx) => {
        const { mime_type } = await resolveMedia(trx, me.account_id, path, 'path');
        if (mime_type !== listType) throw new Refusal('NotFound');
        return resolveListFor(trx, kernel, me, 'read', { name: 'viewers', path }, 'path');
      });
      await recordExport(kernel, request, { what: 'viewer_list', rows: count, filter: {} });
      // Cells may read as formulas or markup: a browser saves the file and never shows it.
      reply.headers({
        'content-type': `${listType}; charset=utf-8`,
        'content-disposition': 'attachment; filename="viewers.csv"',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      });
      return reply.send(createReadStream(files.path(key)));
    },
  });

  server.route({
    method: 'GET',
    url: '/media/:key',
    config: { policy: { caller: 'anyone' } },
    onRequest: limitFiles,
    errorHandler: (error, request, reply) => {
      const { statusCode, headers } = error as { statusCode?: number; headers?: Record<string, string> };
      if (statusCode !== 416) return answerError(error, request, reply);
      return reply
        .code(416)
        .headers({ 'cache-control': 'no-store', ...headers })
        .send();
    },
    schema: {
      summary: 'Download a file, or a picture in a smaller size',
      tags: ['Media'],
      params: z.object({ key: z.string() }),
    },
    handler: async (request, reply) => {
      // What else the store holds is nobody's to see here: lists of viewers are read by GET /upload.
      if (!mediaExtensions.includes(extname(request.params.key).slice(1))) throw new Refusal('NotFound');
      const asked = files.path(request.params.key);
      const whole = wholePictureOf(request.params.key);
      const isThere = await exists(asked);
      // A size that is not made yet, or that the picture is too small for, is answered with the picture itself.
      const path = isThere || !whole ? asked : files.path(whole);
      if (!isThere && (path === asked || !(await exists(path)))) throw new Refusal('NotFound');
      reply.headers({
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
      });
      return reply.sendFile(basename(path), dirname(path), isThere ? forGood : forNow);
    },
  });
};
