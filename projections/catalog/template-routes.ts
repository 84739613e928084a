import { z } from 'zod';
import { success } from '#contracts/api/envelope.ts';
import { mediaPath } from '#contracts/api/media-files.ts';
import { withPictures } from '#contracts/studio/media.ts';
import { type TemplateRow, templateRow } from '#contracts/template/rows.ts';
import type { Db } from '#kernel/db/pool.ts';
import { principalOf } from '#kernel/http/request.ts';
import type { Routes } from '#kernel/http/types.ts';

/** The templates of an account, the newest first; pictures are addresses. Cost: one read, at most 100 rows. */
const readTemplates = async (db: Pick<Db, 'pool'>, mediaUrl: string, accountId: string): Promise<TemplateRow[]> => {
  const { rows } = await db.pool.query<TemplateRow>({
    name: 'catalog-templates',
    text: `select id, title, category, studio, user_id, ts_created, ts_updated, version
             from template where account_id = $1 order by id desc`,
    values: [accountId],
  });
  const address = (key: string) => mediaUrl + mediaPath(key);
  return rows.map((row) => ({ ...row, studio: withPictures(row.studio, address) }));
};

/** GET /story/template: the designs that new stories start from. */
export const templateListRoutes: Routes = (server, kernel) => {
  server.route({
    method: 'GET',
    url: '/api/story/template',
    config: { policy: { caller: 'user', act: 'storyGroup.edit', login_as: true } },
    schema: {
      summary: 'List templates',
      description: 'Templates in your account, newest first.',
      tags: ['Templates'],
      response: { 200: success(z.array(templateRow)) },
    },
    handler: async (request) => ({
      data: await readTemplates(kernel.db, kernel.config.MEDIA_URL, principalOf(request).account_id),
    }),
  });
};
