import type { AccountState } from '#contracts/account.ts';
import type { AppState } from '#contracts/app.ts';
import type { Recorded } from '#contracts/event.ts';
import { type StoryrailEvent, streamNoun } from '#contracts/events.ts';
import { stoppedWith } from '#contracts/group-stop.ts';
import { evolveOrder, type InstanceOrder, withGroup, withoutGroup } from '#contracts/instance-order.ts';
import type { StoryState } from '#contracts/story.ts';
import { joinsOrder, livingStories, type StoryGroupState } from '#contracts/story-group.ts';
import { groupStatus } from '#contracts/story-status.ts';
import type { SubscriptionState } from '#contracts/subscription.ts';
import type { UserState } from '#contracts/user.ts';
import type { Trx } from '#kernel/db/pool.ts';
import type { InlineProjection } from '#kernel/ports.ts';
import type { CatalogTables } from './tables.ts';

type Events = readonly Recorded<StoryrailEvent>[];

const seconds = (ms: number) => Math.floor(ms / 1000);
const tables = (trx: Pick<Trx, 'query'>) => trx.query.withTables<CatalogTables>();

const writeAccount = async (trx: Trx, events: Events, after: AccountState) => {
  const { meta } = events.at(-1)!;
  const row = {
    name: after.name,
    country: after.country,
    employee_size: after.employee_size,
    time_zone: after.time_zone,
    trial_ends: after.trial_ends,
    manual_features: JSON.stringify(after.manual_features),
    test_devices: JSON.stringify(after.test_devices),
    profile: JSON.stringify(after.profile),
    ts_updated: seconds(meta.ts),
    version: meta.version,
    premium: after.premium,
  };
  await tables(trx)
    .insertInto('account')
    .values({ id: after.id, ts_created: seconds(events[0]!.meta.ts), ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
};

const writeSubscription = async (trx: Trx, { account_id, plan, ts_start }: SubscriptionState) => {
  await tables(trx)
    .updateTable('account')
    .set({ plan, ts_subscribed: ts_start })
    .where('id', '=', account_id)
    .execute();
};

const writeMember = async (trx: Trx, events: Events, after: UserState) => {
  const { meta } = events.at(-1)!;
  const verified = events.find(
    (event) =>
      ['UserEmailVerified', 'InvitationAccepted', 'UserEmailChanged', 'UserEmailChangeUndone'].includes(event.type) ||
      (event.type === 'UserVerificationChanged' && event.data.verified),
  );
  const joined = events.find((event) => event.type === 'InvitationAccepted');
  const row = {
    account_id: after.account_id,
    phase: after.phase as 'member',
    email_ref: after.email_ref,
    pending_email_ref: after.pending_email_ref,
    firstname_ref: after.firstname_ref,
    lastname_ref: after.lastname_ref,
    verified: after.verified,
    is_mobile: after.is_mobile,
    permissions: JSON.stringify(after.permissions),
    ts_updated: seconds(meta.ts),
    version: meta.version,
    staff: after.staff,
    ...(verified ? { ts_verification: seconds(verified.meta.ts) } : {}),
    ...(joined ? { ts_registration: seconds(joined.meta.ts) } : {}),
  };
  await tables(trx)
    .insertInto('member')
    .values({ id: after.id, ts_registration: seconds(events[0]!.meta.ts), ts_verification: null, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
};

const writeApp = async (trx: Trx, events: Events, after: AppState) => {
  const { meta } = events.at(-1)!;
  const query = tables(trx);
  const row = {
    title: after.title,
    icon: after.icon,
    deleted: after.phase === 'deleted',
    ts_updated: seconds(meta.ts),
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
      ts_created: seconds(events[0]!.meta.ts),
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
  for (const [position, one] of after.instances.entries()) {
    await query
      .insertInto('instance')
      .values({ ...one, app_id: after.id, account_id: after.account_id, position, deleted: row.deleted })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ title: one.title, position }))
      .execute();
  }
};

/** The order of an instance's groups, locked until the transaction ends. */
export const lockOrder = async (trx: Trx, instanceId: string): Promise<InstanceOrder> => {
  await trx.client.query({
    name: 'catalog-order-make',
    text: `insert into instance_order (instance_id, pinned, unpinned) values ($1, '{}', '{}') on conflict do nothing`,
    values: [instanceId],
  });
  const { rows } = await trx.client.query<InstanceOrder>({
    name: 'catalog-order-lock',
    text: 'select pinned, unpinned from instance_order where instance_id = $1 for update',
    values: [instanceId],
  });
  return { pinned: rows[0]!.pinned, unpinned: rows[0]!.unpinned };
};

const writeOrder = async (trx: Trx, instanceId: string, order: InstanceOrder) => {
  await trx.client.query({
    name: 'catalog-order-write',
    text: 'update instance_order set pinned = $2, unpinned = $3 where instance_id = $1',
    values: [instanceId, order.pinned, order.unpinned],
  });
};

const moveGroups = async (trx: Trx, events: Events) => {
  const first = events[0]!;
  if (!('instance_id' in first.data)) return;
  const instanceId = first.data.instance_id;
  let order = await lockOrder(trx, instanceId);
  for (const event of events) order = evolveOrder(order, event as never);
  await writeOrder(trx, instanceId, order);
};

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
    await tables(trx)
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
  trx.later(
    due
      ? trx.client.query({
          name: 'catalog-group-end',
          text: `insert into group_end (group_id, account_id, instance_id, ts_end) values ($1, $2, $3, $4)
                 on conflict (group_id) do update set ts_end = excluded.ts_end`,
          values: [id, account_id, instance_id, ts_end],
        })
      : trx.client.query({
          name: 'catalog-group-no-end',
          text: 'delete from group_end where group_id = $1',
          values: [id],
        }),
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

const writeGroup = async (trx: Trx, events: Events, after: StoryGroupState) => {
  const { meta } = events.at(-1)!;
  const stamp = { ts_updated: seconds(meta.ts), version: meta.version };
  if (touchesEnd(events, after)) writeEnd(trx, after);
  const stop = stopRow(events, after);
  const { stopped, stopped_caps } = stop;
  if (events.every((event) => event.type === 'StoryGroupStatusChanged' && after.status !== 9)) {
    trx.later(
      trx.client.query({
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
      }),
    );
    return;
  }
  const row = { ...groupRow(after), ...stop, ...stamp };
  const { account_id, app_id, instance_id, user_id, type } = after;
  await tables(trx)
    .insertInto('story_group')
    .values({
      id: after.id,
      account_id,
      app_id,
      instance_id,
      user_id,
      type,
      ts_created: seconds(events[0]!.meta.ts),
      ...row,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
  await writeStories(trx, events, after);
  const joins = events.some(joinsOrder);
  const leaves = events.some((event) => event.type === 'StoryGroupDeleted');
  if (!joins && !leaves) return;
  const order = await lockOrder(trx, instance_id);
  await writeOrder(trx, instance_id, joins ? withGroup(order, after.id) : withoutGroup(order, after.id));
};

/** Brings the catalog to what one append made of its stream; part of the append's transaction. */
export const applyToCatalog: InlineProjection = async (trx, events, after) => {
  const first = events[0];
  if (!first) return;
  switch (streamNoun(first.meta.stream)) {
    case 'account':
      return writeAccount(trx, events, after as AccountState);
    case 'user':
      return writeMember(trx, events, after as UserState);
    case 'app':
      return writeApp(trx, events, after as AppState);
    case 'storyGroup':
      return writeGroup(trx, events, after as StoryGroupState);
    case 'subscription':
      return writeSubscription(trx, after as SubscriptionState);
    case 'instanceOrder':
      return moveGroups(trx, events);
  }
};
