import type { Studio } from '#contracts/studio/shape.ts';
import type { TemplateState } from '#contracts/template/state.ts';
import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import type { Facts } from '#kernel/commands/facts.ts';
import type { CatalogWriter, Json } from './noun.ts';

/** The table of templates; see tables/template.sql. */
export type TemplateTables = {
  template: Pick<TemplateState, 'id' | 'account_id' | 'user_id' | 'title' | 'category'> & {
    studio: Json<Studio>;
    ts_created: UnixSeconds;
    ts_updated: UnixSeconds;
    version: number;
  };
};

/** Writes a template's row, and deletes it with the template. */
export const writeTemplate: CatalogWriter<'template'> = async (trx, events, after) => {
  const query = trx.query.withTables<TemplateTables>();
  if (after.phase !== 'kept') {
    await query.deleteFrom('template').where('id', '=', after.id).execute();
    return;
  }
  const { meta } = events.at(-1)!;
  const { id, account_id, user_id, title, category, studio } = after;
  const row = {
    title,
    category,
    studio: JSON.stringify(studio),
    ts_updated: toSeconds(meta.ts),
    version: meta.version,
  };
  await query
    .insertInto('template')
    .values({ id, account_id, user_id, ts_created: toSeconds(events[0]!.meta.ts), ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
};

/** What commands may know of templates. */
export const templateFacts: Pick<Facts, 'templates'> = {
  async templates(trx, accountId) {
    const { rows } = await trx.client.query<{ kept: number }>({
      name: 'fact-templates',
      text: 'select count(*)::int as kept from template where account_id = $1',
      values: [accountId],
    });
    return rows[0]!.kept;
  },
};
