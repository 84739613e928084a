import { adminEventQuery, adminEventRow, adminState, adminStateQuery } from '#contracts/admin/admin-log.ts';
import { page, success } from '#contracts/api/envelope.ts';
import { invalidField, Refusal } from '#contracts/api/errors.ts';
import { staffWords } from '#contracts/words/staff.en.ts';
import { pageOf, setContentRange } from '#kernel/http/page.ts';
import type { Routes } from '#kernel/http/types.ts';
import { recordStreamReads } from '../record-access.ts';
import { findEvents, foldAt } from './events.ts';

const policy = { caller: 'staff' } as const;
const tags = ['Admin'];

/** The log for staff: raw events, and what a stream was at any version. */
export const eventRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/admin/event',
    config: { policy },
    schema: {
      summary: 'List the raw events of a stream, item or command',
      description: 'Returns events in log order.',
      tags,
      querystring: adminEventQuery,
      response: { 200: page(adminEventRow) },
    },
    handler: async (request, reply) => {
      const { limit, offset, ...filter } = request.query;
      if (Object.values(filter).every((value) => value === undefined))
        throw invalidField('stream', staffWords.eventsOfWhat);
      const asked = pageOf({ limit, offset });
      const found = await findEvents(kernel, filter, asked);
      await recordStreamReads(kernel, request, found.data);
      setContentRange(reply, 'event', asked, found.data.length, found.total);
      return found;
    },
  });
  server.route({
    method: 'GET',
    url: '/api/admin/event/state',
    config: { policy },
    schema: {
      summary: 'Retrieve the state of a stream at a version',
      tags,
      querystring: adminStateQuery,
      response: { 200: success(adminState) },
    },
    handler: async (request) => {
      const data = await foldAt(kernel, request.query.stream, request.query.version);
      if (!data) throw new Refusal('NotFound', staffWords.streamEmpty);
      const { data: first } = await findEvents(kernel, { stream: request.query.stream }, { offset: 0, limit: 1 });
      await recordStreamReads(kernel, request, first);
      return { data };
    },
  });
};
