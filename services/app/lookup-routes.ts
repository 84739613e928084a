import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { limits } from '#contracts/api/limits.ts';
import { findAppQuery, foundApp } from '#contracts/api/store.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import type { Routes } from '#kernel/http/types.ts';
import { say } from '#kernel/platform/say.ts';
import { findApps, iconPath, isOwnIcon } from './find-apps.ts';

const tags = ['Apps'];

/** GET /app/find, and the pictures of what it found. */
export const lookupRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/app/find',
    config: { policy: { caller: 'user', act: 'app.add', login_as: true } },
    schema: {
      tags,
      summary: 'Find apps in their stores by ID or name',
      querystring: findAppQuery,
      response: { 200: success(z.array(foundApp)) },
    },
    handler: async (request) => {
      const data = await findApps(kernel, request.query);
      const byId = request.query.store_id !== undefined;
      return data.length === 0 && byId ? { data, message: say(refusalWords.AppNotInStore) } : { data };
    },
  });

  server.route({
    method: 'GET',
    url: iconPath,
    // A picture element sends no token: the seal says that a store has named the address.
    config: { policy: { caller: 'anyone' } },
    schema: {
      tags,
      summary: 'Download the icon of an app found in a store',
      querystring: z.strictObject({ url: z.string().min(1).max(limits.url), seal: z.string().min(1).max(100) }),
    },
    handler: async (request, reply) => {
      const { url, seal } = request.query;
      const icon = isOwnIcon(kernel, url, seal) ? await kernel.icons.read(url) : null;
      if (!icon) throw new Refusal('NotFound');
      return reply
        .headers({
          'content-type': 'image/png',
          'cache-control': 'private, max-age=86400',
          'content-security-policy': "sandbox; default-src 'none'",
        })
        .send(icon);
    },
  });
};
