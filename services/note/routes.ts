import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { id } from '#contracts/api/ids.ts';
import * as contract from '#contracts/note/commands.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import { commandContext, principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import { handleAddNote, handleNote } from './commands.ts';

const tags = ['Apps'];
const config = { policy: { caller: 'user', act: 'app.settings', login_as: true }, command: true } as const;
const noted = success(z.object({ id, version: z.int() }));

/** POST, PATCH and DELETE /note. */
export const noteRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/note',
    config,
    schema: { tags, summary: 'Pin a note to an app', body: contract.addNote, response: { 201: noted } },
    handler: async (request, reply) =>
      sendAnswer(
        reply,
        await runCommand(kernel, commandContext(request, kernel), (trx) =>
          handleAddNote(trx, principalOf(request), request.body),
        ),
      ),
  });
  server.route({
    method: 'PATCH',
    url: '/api/note',
    config,
    schema: { tags, summary: 'Change the words of a note', body: contract.changeNote, response: { 200: noted } },
    handler: async (request, reply) => {
      const { note_id, words } = request.body;
      return sendAnswer(
        reply,
        await runCommand(kernel, commandContext(request, kernel), (trx) =>
          handleNote(trx, principalOf(request), note_id, { type: 'ChangeNote', words }),
        ),
      );
    },
  });
  server.route({
    method: 'DELETE',
    url: '/api/note',
    config,
    schema: { tags, summary: 'Delete a note', body: contract.deleteNote, response: { 200: noted } },
    handler: async (request, reply) =>
      sendAnswer(
        reply,
        await runCommand(kernel, commandContext(request, kernel), (trx) =>
          handleNote(trx, principalOf(request), request.body.note_id, { type: 'DeleteNote' }),
        ),
      ),
  });
};
