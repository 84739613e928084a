import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { Refusal } from '#contracts/api/errors.ts';
import { type NoteRow, noteRow } from '#contracts/note/rows.ts';
import { requireAct } from '#kernel/auth/principal.ts';
import { transaction } from '#kernel/db/pool.ts';
import { addressedId, idQuery, principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';

/** GET /note. */
export const noteReadRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/note',
    config: { policy: { caller: 'user', act: 'app.view', login_as: true, scope: 'read' } },
    schema: {
      summary: 'Notes that are pinned to an app, the latest first',
      tags: ['Apps'],
      querystring: idQuery('app_id'),
      response: { 200: success(z.array(noteRow)) },
    },
    handler: async (request) => {
      const principal = principalOf(request);
      const { account_id } = principal;
      const appId = addressedId(request, 'app_id');
      if (!(await transaction(kernel.db, (trx) => kernel.facts.app(trx, account_id, appId, 'none'))))
        throw new Refusal('NotFound');
      requireAct(principal, 'app.view', appId);
      const { rows } = await kernel.db.pool.query<NoteRow>({
        name: 'catalog-notes',
        text: `select id, app_id, user_id, words, ts_created, ts_updated, version from note
                where account_id = $1 and app_id = $2 and not deleted order by ts_created desc, id desc`,
        values: [account_id, appId],
      });
      return { data: rows };
    },
  });
};
