import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { addressedId, idQuery, optionalId } from '#contracts/api/addressed-ids.ts';
import { bulkResult, success } from '#contracts/api/envelope.ts';
import { id } from '#contracts/api/ids.ts';
import { may, visibleApps } from '#contracts/api/roles.ts';
import { changeAppSettings } from '#contracts/app/commands.ts';
import { appRow } from '#contracts/app/rows.ts';
import type { Principal } from '#kernel/auth/principal.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { transaction } from '#kernel/db/transaction.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import type { Routes } from '#kernel/http/types.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { handleChangeSettings } from './commands.ts';
import { syncApps } from './sync.ts';

const tags = ['Apps'];
const settle = { policy: { caller: 'user', act: 'app.settings', login_as: true }, command: true } as const;

/** The living apps whose settings somebody may change, the newest first where it is the whole account. */
const ownApps = async (
  kernel: Pick<Kernel, 'db' | 'facts'>,
  { account_id, permissions }: Principal,
): Promise<string[]> => {
  const own = visibleApps(permissions)?.filter((one) => may(permissions, 'app.settings', one));
  return transaction(kernel.db, async (trx) => {
    if (!own) return kernel.facts.apps(trx, account_id);
    const living: string[] = [];
    for (const one of own) if (await kernel.facts.app(trx, account_id, one, 'none')) living.push(one);
    return living;
  });
};

/** POST /app/settings, and the taking over of what stores say of apps now. */
export const settingsRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/app/settings',
    config: settle,
    schema: {
      tags,
      summary: "Update an app's URL scheme, sharing and ads",
      querystring: idQuery('app_id'),
      body: changeAppSettings,
      response: { 200: success(z.object({ id, settings: appRow.shape.settings, version: z.int() })) },
    },
    handler: async (request, reply) => {
      const appId = addressedId(request, 'app_id');
      const { app_id: _, ...settings } = request.body;
      const { principal, context } = request.command!;
      return sendAnswer(
        reply,
        await runCommand(kernel, context, (trx) => handleChangeSettings(trx, principal, appId, settings)),
      );
    },
  });

  const sync = async (request: FastifyRequest, reply: FastifyReply) => {
    const { principal, context } = request.command!;
    const named = optionalId(request, 'app_id');
    const ids = named ? [named] : await ownApps(kernel, principal);
    const data = await syncApps(kernel, context, principal, ids);
    return reply.send({ data });
  };
  const described = {
    tags,
    summary: 'Refresh one app, or all of them, from their stores',
    description: 'Reads the name, icon and category again.',
    querystring: idQuery('app_id'),
    response: { 200: success(bulkResult) },
  };
  server.route({
    method: 'GET',
    url: '/api/app/sync',
    // A HEAD must not change anything.
    exposeHeadRoute: false,
    config: settle,
    schema: described,
    handler: sync,
  });
  server.route({
    method: 'POST',
    url: '/api/app/sync',
    config: settle,
    schema: { ...described, body: z.strictObject({ app_id: id.optional() }) },
    handler: sync,
  });
};
