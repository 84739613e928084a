import { z } from 'zod';
import { addressedId, idQuery, optionalId } from '#contracts/api/addressed-ids.ts';
import { success } from '#contracts/api/envelope.ts';
import { id } from '#contracts/api/ids.ts';
import * as contract from '#contracts/app/commands.ts';
import { appRow } from '#contracts/app/rows.ts';
import { requireFeature } from '#kernel/auth/principal.ts';
import { runCommand } from '#kernel/commands/handler.ts';
import { storedAnswer } from '#kernel/commands/idempotency.ts';
import { sendAnswer } from '#kernel/http/answer.ts';
import type { Routes } from '#kernel/http/types.ts';
import {
  handleAddApp,
  handleAddInstance,
  handleDeleteApp,
  handleDeleteInstance,
  handleRenameInstance,
} from './commands.ts';
import { fetchNewApp } from './details.ts';
import { lookupRoutes } from './lookup-routes.ts';
import { publicLookupRoutes } from './public-lookup-routes.ts';
import { settingsRoutes } from './settings-routes.ts';

const tags = ['Apps'];
const manage = { policy: { caller: 'user', act: 'instance.manage', login_as: true }, command: true } as const;

const apps: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/app',
    config: { policy: { caller: 'user', act: 'app.add', login_as: true }, command: true },
    schema: { tags, summary: 'Add an app', body: contract.addApp, response: { 201: success(appRow) } },
    handler: async (request, reply) => {
      const { principal, context } = request.command!;
      const earlier = await storedAnswer(kernel, context);
      if (earlier) return sendAnswer(reply, earlier);
      if ('website_url' in request.body) requireFeature(principal, 'web', kernel.now());
      const { address, details } = await fetchNewApp(kernel, request.body);
      return sendAnswer(
        reply,
        await runCommand(kernel, context, (trx) => handleAddApp(trx, principal, address, details)),
      );
    },
  });

  server.route({
    method: 'DELETE',
    url: '/api/app',
    config: { policy: { caller: 'user', act: 'app.delete', login_as: true }, command: true },
    schema: {
      tags,
      summary: 'Delete an app and everything in it',
      querystring: idQuery('app_id', 'id'),
      body: contract.appIdBody.partial().extend({ id: id.optional() }),
      response: { 200: success(z.object({ id })) },
    },
    handler: async (request, reply) => {
      const appId = addressedId(request, 'app_id', 'id');
      const { principal, context } = request.command!;
      return sendAnswer(reply, await runCommand(kernel, context, (trx) => handleDeleteApp(trx, principal, appId)));
    },
  });
};

const instances: Routes = (server, kernel) => {
  server.route({
    method: 'POST',
    url: '/api/instance',
    config: manage,
    schema: {
      tags,
      summary: 'Create an instance',
      querystring: idQuery('app_id'),
      body: contract.addInstance.partial({ app_id: true }),
      response: { 201: success(z.object({ id, token: z.string() })) },
    },
    handler: async (request, reply) => {
      const command = { app_id: addressedId(request, 'app_id'), title: request.body.title };
      const { principal, context } = request.command!;
      return sendAnswer(reply, await runCommand(kernel, context, (trx) => handleAddInstance(trx, principal, command)));
    },
  });

  server.route({
    method: 'PATCH',
    url: '/api/instance',
    config: manage,
    schema: {
      tags,
      summary: 'Rename an instance',
      querystring: idQuery('instance_id', 'id', 'app_id'),
      body: contract.renameInstance,
      response: { 200: success(z.object({ id, title: z.string() })) },
    },
    handler: async (request, reply) => {
      const command = {
        instance_id: addressedId(request, 'instance_id', 'id'),
        app_id: optionalId(request, 'app_id'),
        title: request.body.title,
      };
      const { principal, context } = request.command!;
      return sendAnswer(
        reply,
        await runCommand(kernel, context, (trx) => handleRenameInstance(trx, principal, command)),
      );
    },
  });

  server.route({
    method: 'DELETE',
    url: '/api/instance',
    config: manage,
    schema: {
      tags,
      summary: 'Delete an instance and everything in it',
      querystring: idQuery('instance_id', 'id', 'app_id'),
      body: contract.deleteInstance,
      response: { 200: success(z.object({ id })) },
    },
    handler: async (request, reply) => {
      const command = {
        instance_id: addressedId(request, 'instance_id', 'id'),
        app_id: optionalId(request, 'app_id'),
      };
      const { principal, context } = request.command!;
      return sendAnswer(
        reply,
        await runCommand(kernel, context, (trx) => handleDeleteInstance(trx, principal, command)),
      );
    },
  });
};

/** Looking apps up, adding, setting and deleting them and their instances. */
export const appRoutes: Routes = async (server, kernel) => {
  for (const add of [lookupRoutes, publicLookupRoutes, apps, settingsRoutes, instances]) await add(server, kernel);
};
