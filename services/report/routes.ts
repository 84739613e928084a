import { z } from 'zod';
import { addressedId, idQuery } from '#contracts/api/addressed-ids.ts';
import { success } from '#contracts/api/envelope.ts';
import { id } from '#contracts/api/ids.ts';
import { scheduleReport } from '#contracts/report/commands.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import type { Routes } from '#kernel/http/types.ts';
import { handleEnd, handleLeave, handleSchedule } from './commands.ts';

const tags = ['Analytics'];
const config = { policy: { caller: 'user', act: 'stats.view' }, command: true } as const;
const named = {
  querystring: idQuery('id'),
  body: z.strictObject({ id: id.optional() }).nullish(),
  response: { 200: success(z.object({ id })) },
};

/** Scheduling a report by mail, and ending it for all or for oneself. */
export const reportScheduleRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/report_schedule',
    config,
    schema: {
      tags,
      summary: 'Schedule a report by email',
      description:
        'Emails the figures of story groups, with a CSV file, at 8:00 in the time zone of the account: on Mondays those of the seven UTC days before, or on the first day of a month those of the month before. Where the last of these days is not over by then, once it is. Each recipient gets what they may see.',
      body: scheduleReport,
      response: { 201: success(z.object({ id })) },
    },
    handler: async (request, reply) => {
      const { principal, context } = request.command!;
      return sendAnswer(
        reply,
        await runCommand(kernel, context, (trx) => handleSchedule(trx, principal, request.body)),
      );
    },
  });

  server.route({
    method: 'DELETE',
    url: '/api/report_schedule',
    config,
    schema: { tags, summary: 'End a report by email', ...named },
    handler: async (request, reply) => {
      const reportId = addressedId(request, 'id');
      const { principal, context } = request.command!;
      return sendAnswer(reply, await runCommand(kernel, context, (trx) => handleEnd(trx, principal, reportId)));
    },
  });

  server.route({
    method: 'DELETE',
    url: '/api/report_schedule/recipient',
    config,
    schema: { tags, summary: 'Stop getting a report by email', ...named },
    handler: async (request, reply) => {
      const reportId = addressedId(request, 'id');
      const { principal, context } = request.command!;
      return sendAnswer(reply, await runCommand(kernel, context, (trx) => handleLeave(trx, principal, reportId)));
    },
  });
};
