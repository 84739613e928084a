import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { findAppQuery, foundApp } from '#contracts/api/store.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import { countUse, requireWithinLimit } from '#kernel/db/rate-limit.ts';
import { limitNetwork } from '#kernel/http/network-limit.ts';
import type { Routes } from '#kernel/http/types.ts';
import { say } from '#kernel/platform/say.ts';
import { findApps } from './find-apps.ts';

/** How many times LIMIT_SIGN_IN one network may have apps looked up. */
const lookupsBehindAddress = 3;
/** How many times LIMIT_SIGN_IN everybody without a session together may: each asks stores, which bear only so much. */
const lookupsInAll = 12;

/** GET /registration/find_app: looks apps up for people who have no account yet. */
export const publicLookupRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/registration/find_app',
    onRequest: limitNetwork('find_app', lookupsBehindAddress)(kernel),
    config: { policy: { caller: 'anyone' } },
    schema: {
      tags: ['Sign-in'],
      summary: 'Find an app in its store before signing up',
      querystring: findAppQuery,
      response: { 200: success(z.array(foundApp)) },
    },
    handler: async (request) => {
      const max = kernel.config.LIMIT_SIGN_IN * lookupsInAll;
      const all = { scope: 'find_app', key: 'all', max, seconds: 60 };
      requireWithinLimit(await countUse(kernel.db, all, kernel.now()));
      const data = await findApps(kernel, request.query);
      const byId = request.query.store_id !== undefined;
      return data.length === 0 && byId ? { data, message: say(refusalWords.AppNotInStore) } : { data };
    },
  });
};
