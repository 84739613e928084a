import { z } from 'zod';
import {
  parkedQuery,
  parkedRow,
  projectionRow,
  rebuildBody,
  redriveAnswer,
  redriveBody,
} from '#contracts/admin/admin-log.ts';
import { page, success } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { staffWords } from '#contracts/words/staff.en.ts';
import { pageOf, setContentRange } from '#kernel/http/page.ts';
import { recordOperation } from '#kernel/http/record-operation.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { delay } from '#kernel/platform/delay.ts';
import { redrive } from '../runner/redrive.ts';
import { isRebuilding, listParked, type ReadModels, readHealth, runRebuild } from './health.ts';

const policy = { caller: 'staff' } as const;
const tags = ['Admin'];
const closingMs = 5000;

const beingRebuilt = (): Refusal => new Refusal('Conflict', staffWords.beingRebuilt);

const readRoutes =
  (models: ReadModels): Routes =>
  (server, kernel) => {
    server.route({
      method: 'GET',
      url: '/api/admin/projection',
      config: { policy },
      schema: { summary: 'List read models and their progress', tags, response: { 200: page(projectionRow) } },
      handler: async (_request, reply) => {
        const data = await readHealth(kernel, models);
        setContentRange(reply, 'projection', { offset: 0, limit: data.length }, data.length, data.length);
        return { data, total: data.length };
      },
    });
    server.route({
      method: 'GET',
      url: '/api/admin/projection/parked',
      config: { policy },
      schema: {
        summary: 'List parked events',
        tags,
        querystring: parkedQuery,
        response: { 200: page(parkedRow) },
      },
      handler: async (request, reply) => {
        const { projection, ...query } = request.query;
        const asked = pageOf(query);
        const found = await listParked(kernel, projection, asked);
        setContentRange(reply, 'parked', asked, found.data.length, found.total);
        return found;
      },
    });
  };

/** The health of the read models for staff: lag, parked events and applying them again, building anew. */
export const healthRoutes =
  (models: ReadModels): Routes =>
  async (server, kernel) => {
    await readRoutes(models)(server, kernel);
    const running = new Map<string, Promise<void>>();
    const asked = new Set<string>();
    server.addHook('onClose', async () => {
      const closed = new AbortController();
      await Promise.race([Promise.all(running.values()), delay(closingMs, closed.signal)]);
      closed.abort();
    });
    server.route({
      method: 'POST',
      url: '/api/admin/projection/redrive',
      config: { policy },
      schema: {
        summary: 'Redrive the parked events of a stream',
        description: 'Applies the events again that the read model has parked. The audit is rebuilt for it.',
        tags,
        body: redriveBody,
        response: { 200: success(redriveAnswer) },
      },
      handler: async (request) => {
        const projection = models.following.find((one) => one.name === request.body.projection);
        if (!projection) throw new Refusal('NotFound');
        if (await isRebuilding(kernel, projection.name)) throw beingRebuilt();
        await recordOperation(kernel, request, principalOf(request), {
          type: 'ReadModelRedriveRequested',
          data: request.body,
        });
        return { data: await redrive(kernel, projection, request.body.stream) };
      },
    });
    server.route({
      method: 'POST',
      url: '/api/admin/projection/rebuild',
      config: { policy },
      schema: {
        summary: 'Rebuild a read model',
        description: 'Builds the read model anew while the current one keeps answering.',
        tags,
        body: rebuildBody,
        response: { 202: success(z.object({ projection: z.string() })) },
      },
      handler: async (request, reply) => {
        const { projection } = request.body;
        const work = Object.hasOwn(models.rebuild, projection) ? models.rebuild[projection] : undefined;
        if (!work) throw new Refusal('NotFound');
        if (asked.has(projection) || running.has(projection)) throw beingRebuilt();
        asked.add(projection);
        try {
          if (await isRebuilding(kernel, projection)) throw beingRebuilt();
          const data = { projection };
          await recordOperation(kernel, request, principalOf(request), { type: 'ReadModelRebuildRequested', data });
        } finally {
          asked.delete(projection);
        }
        const run = runRebuild(kernel, projection, work, principalOf(request).user_id)
          .catch((error) => kernel.log.error({ err: error, projection }, 'could not store the outcome of a rebuild'))
          .finally(() => running.delete(projection));
        running.set(projection, run);
        return reply.code(202).send({ data: { projection } });
      },
    });
  };
