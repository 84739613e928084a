import type { AppSettings } from '#contracts/app/events.ts';
import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import type { CatalogWriter, Json } from './noun.ts';

/** Tables of apps and their instances; see tables/app.sql. */
export type AppTables = {
  app: {
    id: string;
    account_id: string;
    title: string;
    store_type: 'ios' | 'android' | 'web';
    store_id: string | null;
    website_url: string | null;
    icon: string | null;
    deleted: boolean;
    ts_created: UnixSeconds;
    ts_updated: UnixSeconds;
    version: number;
    developer: string | null;
    category: string | null;
    is_live: boolean;
    settings: Json<AppSettings>;
  };
  instance: {
    id: string;
    app_id: string;
    account_id: string;
    title: string;
    token: string;
    is_default: boolean;
    position: number;
    deleted: boolean;
  };
};

const touchesInstances: ReadonlySet<string> = new Set([
  'AppAdded',
  'AppDeleted',
  'InstanceAdded',
  'InstanceRenamed',
  'InstanceDeleted',
]);

/** Writes the rows of an app and its instances. */
export const writeApp: CatalogWriter<'app'> = async (trx, events, after) => {
  const { meta } = events.at(-1)!;
  const query = trx.query.withTables<AppTables>();
  const row = {
    title: after.title,
    icon: after.icon,
    deleted: after.phase === 'deleted',
    ts_updated: toSeconds(meta.ts),
    version: meta.version,
    developer: after.developer,
    category: after.category,
    is_live: after.is_live,
    settings: JSON.stringify(after.settings),
  };
  await query
    .insertInto('app')
    .values({
      id: after.id,
      account_id: after.account_id,
      store_type: after.store_type,
      store_id: after.store_id,
      website_url: after.website_url,
      ts_created: toSeconds(events[0]!.meta.ts),
      ...row,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
  const living = after.instances.map((one) => one.id);
  if (events.some((event) => event.type === 'InstanceDeleted' || event.type === 'AppDeleted')) {
    await query
      .updateTable('instance')
      .set({ deleted: true })
      .where('app_id', '=', after.id)
      .$if(after.phase === 'live', (gone) => gone.where('id', 'not in', living))
      .execute();
    await trx.client.query(
      'delete from group_end e using instance i where i.id = e.instance_id and i.app_id = $1 and i.deleted',
      [after.id],
    );
  }
  if (!events.some((event) => touchesInstances.has(event.type))) return;
  await trx.client.query({
    name: 'catalog-instances',
    text: `insert into instance as i (id, app_id, account_id, title, token, is_default, position, deleted)
           select given.id, $1::uuid, $2::uuid, given.title, given.token, given.is_default, given.place - 1, $3::boolean
             from unnest($4::uuid[], $5::text[], $6::text[], $7::boolean[])
               with ordinality as given (id, title, token, is_default, place)
           on conflict (id) do update set title = excluded.title, position = excluded.position
             where (i.title, i.position) is distinct from (excluded.title, excluded.position)`,
    values: [
      after.id,
      after.account_id,
      row.deleted,
      living,
      after.instances.map((one) => one.title),
      after.instances.map((one) => one.token),
      after.instances.map((one) => one.is_default),
    ],
  });
};
