import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal } from '#contracts/api/errors.ts';
import { queryInt } from '#contracts/api/ids.ts';
import { requireLocalCaller } from '../http/operator-guard.ts';
import type { Routes } from '../http/types.ts';
import type { Kernel } from '../kernel.ts';
import { readOutbox } from './outbox.ts';
import { outboxCss, outboxPage } from './page.ts';

const config = { policy: { caller: 'operator' }, noStore: true } as const;

const entry = z.object({
  name: z.string(),
  channel: z.enum(['email', 'sms']),
  to: z.string(),
  subject: z.string().optional(),
  text: z.string(),
  html: z.string().optional(),
  links: z.array(z.string()),
  code: z.string().optional(),
  attachments: z.array(z.object({ name: z.string(), type: z.string() })).optional(),
  ts: z.int(),
});

const requireLocalOutbox = async (kernel: Pick<Kernel, 'config' | 'log'>, request: FastifyRequest): Promise<void> => {
  const { SMTP_URL, TWILIO_ACCOUNT_SID } = kernel.config;
  if (SMTP_URL && TWILIO_ACCOUNT_SID) throw new Refusal('NotFound');
  await requireLocalCaller(kernel, request);
};

/** The local outbox as a page and as JSON; only on loopback, outside production and while no mail server is set. */
export const outboxRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/dev/outbox',
    config,
    schema: { hide: true },
    handler: async (request, reply) => {
      await requireLocalOutbox(kernel, request);
      return reply.type('text/html; charset=utf-8').send(outboxPage(await readOutbox(kernel.config.DATA_DIR)));
    },
  });
  server.route({
    method: 'GET',
    url: '/dev/outbox.css',
    config,
    schema: { hide: true },
    handler: async (request, reply) => {
      await requireLocalOutbox(kernel, request);
      return reply.type('text/css; charset=utf-8').send(outboxCss);
    },
  });
  server.route({
    method: 'GET',
    url: '/dev/outbox/:name',
    config,
    schema: { hide: true, params: z.strictObject({ name: z.string().max(200) }) },
    handler: async (request, reply) => {
      await requireLocalOutbox(kernel, request);
      const kept = (await readOutbox(kernel.config.DATA_DIR)).find(({ name }) => name === request.params.name);
      if (!kept?.html) throw new Refusal('NotFound');
      return reply.type('text/html; charset=utf-8').send(kept.html);
    },
  });
  server.route({
    method: 'GET',
    url: '/dev/outbox/:name/:file',
    config,
    schema: { hide: true, params: z.strictObject({ name: z.string().max(200), file: queryInt(0, 100) }) },
    handler: async (request, reply) => {
      await requireLocalOutbox(kernel, request);
      const { name: wanted, file } = request.params;
      const kept = (await readOutbox(kernel.config.DATA_DIR)).find(({ name }) => name === wanted);
      const attached = kept?.attachments?.[file];
      if (!attached) throw new Refusal('NotFound');
      const disposition = `attachment; filename="${attached.name.replace(/[^\w.-]/g, '_')}"`;
      return reply.type(attached.type).header('content-disposition', disposition).send(attached.content);
    },
  });
  server.route({
    method: 'GET',
    url: '/dev/outbox.json',
    config,
    schema: {
      summary: 'List emails and texts in the local outbox',
      tags: ['Operation'],
      response: { 200: z.array(entry) },
    },
    handler: async (request) => {
      await requireLocalOutbox(kernel, request);
      const kept = await readOutbox(kernel.config.DATA_DIR);
      return kept.map(({ attachments, ...mail }) => ({
        ...mail,
        // What is in them has an address of its own.
        ...(attachments ? { attachments: attachments.map(({ name, type }) => ({ name, type })) } : {}),
      }));
    },
  });
};
