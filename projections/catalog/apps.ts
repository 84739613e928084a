import { LRUCache } from 'lru-cache';
import type { Db } from '#kernel/db/pool.ts';
import { readAppTexts } from './app-texts.ts';
import { createRemembered, type ReadAt, readAtColumns } from './remembered.ts';

/** An app, and what changes whenever its row, its instances, their groups or the order of those does. */
interface AppStamp {
  id: string;
  stamp: string;
}

// Newest first, as they are listed. Versions only rise and rows stay.
const stampSql = `
  with grouped as (
    select app_id, count(*) as groups, sum(version) as versions from story_group where account_id = $1 group by app_id),
  ordered as (
    select i.app_id, sum(hashtextextended(o::text, 0)) as orders
      from app a join instance i on i.app_id = a.id join instance_order o on o.instance_id = i.id
     where a.account_id = $1 group by i.app_id),
  mine as (
    select json_agg(json_build_object('id', a.id, 'stamp', concat_ws(':', a.version, g.groups, g.versions, o.orders))
                    order by a.ts_created desc, a.id desc) as apps
      from app a left join grouped g on g.app_id = a.id left join ordered o on o.app_id = a.id
     where a.account_id = $1 and not a.deleted)
  select coalesce(apps, '[]') as apps, ${readAtColumns} from mine`;

const readStamps = async (db: Pick<Db, 'pool'>, account_id: string): Promise<{ at: ReadAt; value: AppStamp[] }> => {
  const { rows } = await db.pool.query<ReadAt & { apps: AppStamp[] }>({
    name: 'catalog-app-stamps',
    text: stampSql,
    values: [account_id],
  });
  const { apps, ...at } = rows[0]!;
  return { at, value: apps };
};

const heldBytes = 64 * 1024 * 1024;

/** Texts of apps in memory, each right for its stamp, the longest unused out first. */
const createHeld = () => {
  const held = new LRUCache<string, { stamp: string; text: Buffer }>({
    maxSize: heldBytes,
    sizeCalculation: ({ text }) => text.length + 1,
  });
  return {
    get(name: string, stamp: string): Buffer | null {
      const known = held.get(name);
      return known?.stamp === stamp ? known.text : null;
    },
    set(name: string, stamp: string, text: Buffer): void {
      held.set(name, { stamp, text });
    },
  };
};

export interface AppFilter {
  account_id: string;
  /** Apps that the reader sees; null: all. */
  apps: string[] | null;
  with_story_groups: boolean;
  /** Apps whose groups the reader sees; null: all. */
  group_apps: string[] | null;
  limit: number;
  offset: number;
}

const within = (ids: string[] | null): ((id: string) => boolean) => {
  if (!ids) return () => true;
  const set = new Set(ids);
  return (id) => set.has(id);
};

/**
 * Lists the apps of an account that a reader sees, newest first, with instances and, if asked for, groups, as the JSON text
 * of `{data, total}`. What is many is written by Postgres, and only for apps that changed since they were asked for last.
 */
export const createAppList = (db: Pick<Db, 'pool'>, mediaUrl: string) => {
  const stampsOf = createRemembered(db, ({ account_id }: { account_id: string }) => readStamps(db, account_id));
  const held = createHeld();

  const textsOf = async (apps: readonly AppStamp[], groups: boolean): Promise<Map<string, Buffer>> => {
    const name = (id: string) => (groups ? `${id}+` : id);
    const texts = new Map<string, Buffer>();
    const missing: AppStamp[] = [];
    for (const app of apps) {
      const text = held.get(name(app.id), app.stamp);
      if (text) texts.set(app.id, text);
      else missing.push(app);
    }
    // Read after the stamp was: a text is never older than the stamp that it is kept under.
    const read = await readAppTexts(
      db,
      mediaUrl,
      missing.map((app) => app.id),
      groups,
    );
    for (const { id, stamp } of missing) {
      const text = read.get(id);
      if (!text) continue;
      held.set(name(id), stamp, text);
      texts.set(id, text);
    }
    return texts;
  };

  return async ({ account_id, apps, with_story_groups, group_apps, limit, offset }: AppFilter): Promise<Buffer> => {
    const sees = within(apps);
    const seen = (await stampsOf({ account_id })).filter(({ id }) => sees(id));
    const page = seen.slice(offset, offset + limit);
    const showsGroups = within(with_story_groups ? group_apps : []);
    const texts = new Map([
      ...(await textsOf(
        page.filter(({ id }) => showsGroups(id)),
        true,
      )),
      ...(await textsOf(
        page.filter(({ id }) => !showsGroups(id)),
        false,
      )),
    ]);
    const parts = page.flatMap(({ id }) => texts.get(id) ?? []);
    const comma = Buffer.from(',');
    return Buffer.concat([
      Buffer.from('{"data":['),
      ...parts.flatMap((part, index) => (index === 0 ? [part] : [comma, part])),
      // Past the end there is nothing to count by.
      Buffer.from(`],"total":${page.length === 0 ? 0 : seen.length}}`),
    ]);
  };
};
