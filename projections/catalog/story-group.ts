import type { StoredMedia } from '#contracts/api/media.ts';
import type { GroupSettings } from '#contracts/story-group/events.ts';
import { joinsOrder, livingStories, type StoryGroupState } from '#contracts/story-group/state.ts';
import { groupStatus } from '#contracts/story-group/status.ts';
import { type StoppedCaps, stoppedWith } from '#contracts/story-group/stop.ts';
import type { StoryState } from '#contracts/story-group/story.ts';
import type { StoryConditions } from '#contracts/studio/conditions.ts';
import type { PublishedComponent } from '#contracts/studio/published.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import { toSeconds, type UnixSeconds } from '#contracts/time.ts';
import type { Facts, GroupFacts } from '#kernel/commands/facts.ts';
import { StaleRead } from '#kernel/commands/streams.ts';
import type { Trx } from '#kernel/db/transaction.ts';
import { joinOrder, leaveOrder } from './instance-order.ts';
import type { AppendedEvents, CatalogWriter, Json } from './noun.ts';
import { writePublishedComponents } from './published-components.ts';

/** Tables of story groups and stories; see tables/story-group.sql. */
export type StoryGroupTables = {
  story_group: {
    id: string;
    account_id: string;
    app_id: string;
    instance_id: string;
    user_id: string | null;
    type: string;
    status: number;
    title: string;
    icon: string;
    ts_start: UnixSeconds;
    ts_end: UnixSeconds | null;
    segments: Json<string[][]>;
    target_cap: number | null;
    click_target_cap: number | null;
    stopped: number | null;
    stopped_caps: Json<StoppedCaps> | null;
    cta_macro: string | null;
    settings: Json<GroupSettings>;
    story_count: number;
    ts_created: UnixSeconds;
    ts_updated: UnixSeconds;
    version: number;
  };
  group_end: { group_id: string; account_id: string; instance_id: string; ts_end: UnixSeconds };
  story: {
    id: string;
    story_group_id: string;
    account_id: string;
    app_id: string;
    instance_id: string;
    user_id: string | null;
    title: string;
    type: number;
    status: number;
    media: Json<StoredMedia>;
    thumbnail_key: string | null;
    button_text: string;
    outlink: string;
    deep_link: string;
    studio: Json<Studio> | null;
    conditions: Json<StoryConditions> | null;
    ts_start: UnixSeconds | null;
    ts_end: UnixSeconds | null;
    target_cap: number | null;
    position: number;
    ts_created: UnixSeconds;
    ts_updated: UnixSeconds;
  };
};

const groupColumns = 'g.id, g.account_id, g.app_id, g.instance_id, g.user_id, g.status, g.type';

/** What commands may know of story groups. */
export const storyGroupFacts: Pick<Facts, 'group' | 'groupOfStory' | 'publishedComponents' | 'instanceLives'> = {
  async group(trx, accountId, groupId) {
    const { rows } = await trx.client.query<GroupFacts>({
      name: 'fact-group',
      text: `select ${groupColumns} from story_group g join instance i on i.id = g.instance_id
              where g.id = $1 and g.account_id = $2 and not i.deleted`,
      values: [groupId, accountId],
    });
    return rows[0] ?? null;
  },
  async groupOfStory(trx, accountId, storyId) {
    const { rows } = await trx.client.query<GroupFacts>({
      name: 'fact-group-of-story',
      text: `select ${groupColumns} from story s join story_group g on g.id = s.story_group_id
               join instance i on i.id = g.instance_id
              where s.id = $1 and s.account_id = $2 and not i.deleted`,
      values: [storyId, accountId],
    });
    return rows[0] ?? null;
  },
  async publishedComponents(trx, storyId) {
    const { rows } = await trx.client.query<PublishedComponent>({
      name: 'fact-published-components',
      text: 'select component_id, kind, "values" from published_component where story_id = $1',
      values: [storyId],
    });
    return rows;
  },
  instanceLives(trx, instanceId) {
    trx.defer(
      {
        name: 'fact-instance-lives',
        // Deleting an app deletes its instances. Dividing by their number fails when there is none.
        text: 'select 1 / count(*) from instance where id = $1 and not deleted',
        values: [instanceId],
      },
      (error) => ((error as { code?: string }).code === '22012' ? new StaleRead() : error),
    );
  },
};

type Events = AppendedEvents<'storyGroup'>;

const storyRow = (story: StoryState, group: StoryGroupState) => ({
  story_group_id: group.id,
  account_id: group.account_id,
  app_id: group.app_id,
  instance_id: group.instance_id,
  user_id: story.user_id,
  title: story.title,
  type: story.type,
  status: story.status,
  media: JSON.stringify(story.media),
  thumbnail_key: story.thumbnail,
  button_text: story.button_text,
  outlink: story.outlink,
  deep_link: story.deep_link,
  studio: story.studio && JSON.stringify(story.studio),
  conditions: story.conditions && JSON.stringify(story.conditions),
  ts_start: story.ts_start,
  ts_end: story.ts_end,
  target_cap: story.target_cap ?? null,
  ts_created: story.ts_created,
  ts_updated: story.ts_updated,
});

const touchedStories = (events: Events): Set<string> =>
  new Set(
    events.flatMap((event) => {
      if (event.type === 'StoryAdded') return [event.data.story.id];
      if (event.type === 'StoryGroupRestored') return event.data.stories.map((story) => story.story_id);
      return 'story_id' in event.data ? [event.data.story_id] : [];
    }),
  );

const writeStories = async (trx: Trx, events: Events, after: StoryGroupState) => {
  const touched = touchedStories(events);
  const rows = after.stories.flatMap((story, position) =>
    touched.has(story.id) ? [{ id: story.id, position, ...storyRow(story, after) }] : [],
  );
  if (rows.length > 0) {
    const { id: _, position: __, ...changing } = rows[0]!;
    const columns = Object.keys(changing) as (keyof typeof changing)[];
    await trx.query
      .withTables<StoryGroupTables>()
      .insertInto('story')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(({ ref }) => Object.fromEntries(columns.map((column) => [column, ref(`excluded.${column}`)]))),
      )
      .execute();
  }
  if (events.some((event) => event.type === 'StoriesReordered'))
    await trx.client.query(
      `update story set position = o.place - 1
         from unnest($1::uuid[]) with ordinality as o (id, place) where story.id = o.id and story.story_group_id = $2`,
      [after.stories.map((story) => story.id), after.id],
    );
};

const groupRow = (after: StoryGroupState) => ({
  status: after.status,
  title: after.title,
  icon: after.icon,
  ts_start: after.ts_start,
  ts_end: after.ts_end,
  segments: JSON.stringify(after.segments),
  target_cap: after.target_cap,
  click_target_cap: after.click_target_cap,
  cta_macro: after.cta_macro,
  settings: JSON.stringify(after.settings),
  story_count: livingStories(after).length,
});

/** Keeps a group among those that will end while it is active and has an end. */
const writeEnd = (trx: Trx, { id, account_id, instance_id, status, ts_end }: StoryGroupState): void => {
  const due = status === groupStatus.active && ts_end !== null;
  trx.defer(
    due
      ? {
          name: 'catalog-group-end',
          text: `insert into group_end (group_id, account_id, instance_id, ts_end) values ($1, $2, $3, $4)
                 on conflict (group_id) do update set ts_end = excluded.ts_end`,
          values: [id, account_id, instance_id, ts_end],
        }
      : {
          name: 'catalog-group-no-end',
          text: 'delete from group_end where group_id = $1',
          values: [id],
        },
  );
};

/** Whether an append may have changed whether or when its group ends; `after` is the group after it. */
const touchesEnd = (events: Events, after: StoryGroupState): boolean =>
  events.some(({ type, data }) => {
    if (type === 'StoryGroupCreated' || type === 'StoryGroupStatusChanged') return after.ts_end !== null;
    return type === 'StoryGroupDetailsChanged' ? 'ts_end' in data : type.startsWith('StoryGroup');
  });

/** What a row keeps of how the system stopped its group; the caps of an earlier stop stay. */
const stopRow = (events: Events, after: StoryGroupState): { stopped: number | null; stopped_caps?: string | null } => {
  const stopped = after.stopped ?? null;
  if (stopped !== groupStatus.capped) return { stopped, stopped_caps: null };
  const stop = events.findLast(
    (event) => event.type === 'StoryGroupStatusChanged' && event.data.to === groupStatus.capped,
  );
  return { stopped, ...(stop ? { stopped_caps: JSON.stringify(stoppedWith(after, stop.meta.cause)) } : {}) };
};

/** Writes the rows of a group and of the stories that were touched, and its place in the order of its instance. */
export const writeStoryGroup: CatalogWriter<'storyGroup'> = async (trx, events, after) => {
  const { meta } = events.at(-1)!;
  const stamp = { ts_updated: toSeconds(meta.ts), version: meta.version };
  if (touchesEnd(events, after)) writeEnd(trx, after);
  const stop = stopRow(events, after);
  const { stopped, stopped_caps } = stop;
  if (events.every((event) => event.type === 'StoryGroupStatusChanged' && after.status !== groupStatus.archived)) {
    trx.defer({
      name: 'catalog-group-status',
      text: `update story_group set status = $2, ts_updated = $3, version = $4, stopped = $5,
                    stopped_caps = case when $6 then stopped_caps else $7::jsonb end where id = $1`,
      values: [
        after.id,
        after.status,
        stamp.ts_updated,
        stamp.version,
        stopped,
        stopped_caps === undefined,
        stopped_caps,
      ],
    });
    return;
  }
  const row = { ...groupRow(after), ...stop, ...stamp };
  const { account_id, app_id, instance_id, user_id, type } = after;
  await trx.query
    .withTables<StoryGroupTables>()
    .insertInto('story_group')
    .values({
      id: after.id,
      account_id,
      app_id,
      instance_id,
      user_id,
      type,
      ts_created: toSeconds(events[0]!.meta.ts),
      ...row,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
  await writeStories(trx, events, after);
  writePublishedComponents(trx, events);
  if (events.some(joinsOrder)) await joinOrder(trx, instance_id, after.id);
  else if (events.some((event) => event.type === 'StoryGroupDeleted')) await leaveOrder(trx, instance_id, after.id);
};
