import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { reportDelivery } from '#contracts/report/rows.ts';
import { linkToken } from '#contracts/user/commands.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { limitNetwork } from '#kernel/http/network-limit.ts';
import { acceptOneClick } from '#kernel/http/one-click.ts';
import { commandContext } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { reportReader } from '#kernel/mail/report-token.ts';
import { handleLink } from './commands.ts';

/** How many times LIMIT_SIGN_IN, which is of one person, one network may follow such links. */
const peopleBehindAddress = 30;
const limitLinks = limitNetwork('report_link', peopleBehindAddress);

const endBody = z.strictObject({ token: linkToken }).partial().nullish();
const tags = ['Analytics'];
const config = { policy: { caller: 'anyone' }, noStore: true } as const;

const choose = async (kernel: Kernel, request: FastifyRequest, token: string, wants: boolean) => {
  const reader = reportReader(kernel.secrets, token);
  if (!reader) throw new Refusal('LinkExpired');
  const context = commandContext(request, kernel);
  const { data } = await runCommand(kernel, context, (trx) => handleLink(trx, reader, wants));
  return { data };
};

/**
 * What the links of a report's mails do: end them for one person at once, as mail programs (RFC 8058, the token in the
 * address) and the page behind the link ask, and bring them back.
 */
export const reportLinkRoutes: Routes = async (server, kernel) => {
  await server.register(async (plain) => {
    const scope = plain as typeof server;
    acceptOneClick(scope);
    scope.route({
      method: 'POST',
      url: '/api/report_schedule/leave',
      onRequest: limitLinks(kernel),
      config,
      schema: {
        summary: 'Stop getting a report by the link in its email',
        description: 'Takes the token of the link, in the body or the address. Needs no session.',
        tags,
        querystring: z.strictObject({ token: linkToken.optional() }),
        body: endBody,
        response: { 200: success(reportDelivery) },
      },
      handler: (request) => choose(kernel, request, request.body?.token ?? request.query.token ?? '', false),
    });
  });
  server.route({
    method: 'POST',
    url: '/api/report_schedule/return',
    onRequest: limitLinks(kernel),
    config,
    schema: {
      summary: 'Get a report again by the link in its email',
      description: 'Takes the token of the link. Needs no session.',
      tags,
      body: z.strictObject({ token: linkToken }),
      response: { 200: success(reportDelivery) },
    },
    handler: (request) => choose(kernel, request, request.body.token, true),
  });
};
