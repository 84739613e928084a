import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import multipart from '@fastify/multipart';
import serveStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { success } from '#contracts/envelope.ts';
import { Refusal } from '#contracts/errors.ts';
import { mediaPath, type StoredMedia, type UploadAnswer, uploadAnswer } from '#contracts/media.ts';
import { answerError } from '#kernel/http/failures.ts';
import { principalOf, type Routes } from '#kernel/http/server.ts';
import { receiveFile } from './receive.ts';
import { storeUpload, withTemporary } from './store.ts';

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

const answerOf = (base: string, { key, thumbnail, ...facts }: StoredMedia): UploadAnswer => ({
  file: base + mediaPath(key),
  ...facts,
  ...(thumbnail ? { thumbnail: base + mediaPath(thumbnail) } : {}),
});

/** POST /upload, and the files themselves under /media. */
export const mediaRoutes: Routes = async (server, kernel) => {
  const { config, files } = kernel;
  const limits = { image: config.IMAGE_MAX_BYTES, video: config.VIDEO_MAX_BYTES };
  await server.register(multipart, {
    limits: { files: 2, fields: 2, parts: 4, fieldSize: 1024, fileSize: Math.max(limits.image, limits.video) + 1 },
  });
  await server.register(serveStatic, { root: files.temporary, serve: false });

  server.route({
    method: 'POST',
    url: '/api/upload',
    config: { policy: { caller: 'user', act: 'media.upload' }, slowBody: true },
    schema: {
      summary: 'Upload a picture or a video',
      tags: ['media'],
      consumes: ['multipart/form-data'],
      body: z.looseObject({ file: z.unknown().optional().meta({ type: 'string', format: 'binary' }) }),
      response: { 200: success(uploadAnswer) },
    },
    handler: async (request, reply) => {
      const { account_id } = principalOf(request);
      if (!request.isMultipart()) throw new Refusal('UnsupportedMediaType', 'Send one file as multipart/form-data.');
      const signal = whileCallerWaits(request, reply);
      const media = await withTemporary(kernel, async (fresh) => {
        const received = fresh();
        const type = await receiveFile(request, received, limits);
        return storeUpload(kernel, account_id, { received, made: fresh(), type }, signal);
      }).finally(() => drain(request));
      return { data: answerOf(config.MEDIA_URL, media) };
    },
  });

  server.route({
    method: 'GET',
    url: '/media/:key',
    config: { policy: { caller: 'anyone' } },
    errorHandler: (error, request, reply) => {
      if ((error as { statusCode?: number }).statusCode !== 416) return answerError(error, request, reply);
      return reply.code(416).header('cache-control', 'no-store').send();
    },
    schema: { summary: 'A file of the store', tags: ['media'], params: z.object({ key: z.string() }) },
    handler: async (request, reply) => {
      const path = files.path(request.params.key);
      const { size } = await stat(path).catch(() => {
        throw new Refusal('NotFound');
      });
      // Only for an unsatisfiable range; a satisfied one gets its own.
      if (request.headers.range) reply.header('content-range', `bytes */${size}`);
      reply.headers({
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
      });
      return reply.sendFile(basename(path), dirname(path), { maxAge: '365d', immutable: true });
    },
  });
};
