import { z } from 'zod';
import { addressedId, idQuery } from '#contracts/api/addressed-ids.ts';
import { success } from '#contracts/api/envelope.ts';
import { id } from '#contracts/api/ids.ts';
import { addTemplate, changeTemplate } from '#contracts/template/commands.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { matchVersion } from '#kernel/commands/streams.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import type { Routes } from '#kernel/http/types.ts';
import { handleAddTemplate, handleChangeTemplate, handleDeleteTemplate } from './commands.ts';

const tags = ['Templates'];
const config = { policy: { caller: 'user', act: 'template.manage', login_as: true }, command: true } as const;
const saved = success(z.object({ id, version: z.int() }));

/** Saving, changing and deleting designs that new stories start from. */
export const templateRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/story/template',
    config,
    schema: {
      tags,
      summary: 'Save a design as a template',
      description: 'Pictures are your uploads. The design can be unfinished: it is checked when a story is published.',
      body: addTemplate,
      response: { 201: saved },
    },
    handler: async (request, reply) => {
      const { principal, context } = request.command!;
      return sendAnswer(
        reply,
        await runCommand(kernel, context, (trx) => handleAddTemplate(trx, principal, request.body)),
      );
    },
  });

  server.route({
    method: 'PATCH',
    url: '/api/story/template',
    config,
    schema: {
      tags,
      summary: 'Update a template',
      description: 'With If-Match, answers 412 if the template has changed since that version.',
      querystring: idQuery('id'),
      body: changeTemplate,
      response: { 200: saved },
    },
    handler: async (request, reply) => {
      const templateId = addressedId(request, 'id');
      const { id: _, ...given } = request.body;
      const ifMatch = matchVersion(request.headers['if-match']);
      const { principal, context } = request.command!;
      return sendAnswer(
        reply,
        await runCommand(kernel, context, (trx) => handleChangeTemplate(trx, principal, templateId, given, ifMatch)),
      );
    },
  });

  server.route({
    method: 'DELETE',
    url: '/api/story/template',
    config,
    schema: {
      tags,
      summary: 'Delete a template',
      querystring: idQuery('id'),
      body: z.strictObject({ id: id.optional() }).nullish(),
      response: { 200: success(z.object({ id })) },
    },
    handler: async (request, reply) => {
      const templateId = addressedId(request, 'id');
      const { principal, context } = request.command!;
      return sendAnswer(
        reply,
        await runCommand(kernel, context, (trx) => handleDeleteTemplate(trx, principal, templateId)),
      );
    },
  });
};
