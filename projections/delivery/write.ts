import type { AccountState } from '#contracts/account/state.ts';
import type { AppSettings } from '#contracts/app/events.ts';
import type { AppState } from '#contracts/app/state.ts';
import { foldOrder, type InstanceOrder, type OrderChange } from '#contracts/instance-order/state.ts';
import type { StoryGroupState } from '#contracts/story-group/state.ts';
import type { Trx } from '#kernel/db/transaction.ts';
import { buildDocument, type GroupDoc, revisionOf, toGroupDoc } from './document.ts';

/** The latest states of the streams that a transaction's events touched, and the tokens whose documents changed. */
export interface TouchedStreams {
  accounts: Map<string, AccountState>;
  apps: Map<string, AppState>;
  groups: Map<string, StoryGroupState>;
  /** Changes of orders, by instance. */
  orders: Map<string, OrderChange[]>;
  tokens: Set<string>;
}

const query = async <T extends object>(trx: Trx, text: string, values: unknown[]): Promise<T[]> =>
  (await trx.client.query<T>(text, values)).rows;

/** Writes the instances of an app, and says whose document may change by it: none by a new name of an instance, for example. */
const writeApp = async (trx: Trx, app: AppState, touched: TouchedStreams): Promise<string[]> => {
  const living = app.phase === 'live' ? app.instances : [];
  const ids = living.map((one) => one.id);
  const gone = await query<{ instance_id: string; token: string }>(
    trx,
    `delete from delivery_instance where app_id = $1 and instance_id <> all ($2::uuid[]) returning instance_id, token`,
    [app.id, ids],
  );
  for (const { token } of gone) touched.tokens.add(token);
  await query(trx, 'delete from delivery_group where instance_id = any ($1::uuid[])', [
    gone.map((one) => one.instance_id),
  ]);
  const changed = await query<{ instance_id: string }>(
    trx,
    `insert into delivery_instance as d
       (instance_id, token, app_id, account_id, app_title, app_settings, pinned, unpinned, document, revision)
     select given.id, given.token, $3::uuid, $4::uuid, $5::text, $6::jsonb, '{}', '{}', '{}', ''
       from unnest($1::uuid[], $2::text[]) as given (id, token)
     on conflict (instance_id) do update set app_title = excluded.app_title, app_settings = excluded.app_settings
       where (d.app_title, d.app_settings) is distinct from (excluded.app_title, excluded.app_settings)
     returning instance_id`,
    [ids, living.map((one) => one.token), app.id, app.account_id, app.title, JSON.stringify(app.settings)],
  );
  return changed.map((one) => one.instance_id);
};

const writeOrders = async (trx: Trx, changes: ReadonlyMap<string, OrderChange[]>): Promise<string[]> => {
  const ids = [...changes.keys()];
  const found = await query<InstanceOrder & { instance_id: string }>(
    trx,
    'select instance_id, pinned, unpinned from delivery_instance where instance_id = any ($1::uuid[])',
    [ids],
  );
  for (const { instance_id, ...held } of found) {
    const { pinned, unpinned } = foldOrder(held, changes.get(instance_id)!);
    await query(trx, 'update delivery_instance set pinned = $2, unpinned = $3 where instance_id = $1', [
      instance_id,
      pinned,
      unpinned,
    ]);
  }
  return ids;
};

/** A group is kept while its instance is; the order of this and of `writeApp` does not matter for what remains. */
const writeGroups = async (trx: Trx, groups: Iterable<StoryGroupState>): Promise<void> => {
  const rows: { story_group_id: string; instance_id: string; doc: GroupDoc }[] = [];
  const archived: string[] = [];
  for (const state of groups) {
    const doc = toGroupDoc(state);
    if (doc) rows.push({ story_group_id: state.id, instance_id: state.instance_id, doc });
    else archived.push(state.id);
  }
  await query(trx, 'delete from delivery_group where story_group_id = any ($1::uuid[])', [archived]);
  await query(
    trx,
    `insert into delivery_group
     select given.* from jsonb_populate_recordset(null::delivery_group, $1) given
       join delivery_instance using (instance_id)
     on conflict (story_group_id) do update set doc = excluded.doc`,
    [JSON.stringify(rows.map(({ story_group_id, instance_id, doc }) => ({ story_group_id, instance_id, doc })))],
  );
};

const writeAccounts = async (trx: Trx, accounts: ReadonlyMap<string, AccountState>): Promise<string[]> => {
  for (const [id, state] of accounts)
    await query(
      trx,
      'insert into delivery_account values ($1, $2) on conflict (account_id) do update set devices = excluded.devices',
      [id, state.test_devices.map((one) => one.id)],
    );
  const rows = await query<{ instance_id: string }>(
    trx,
    'select instance_id from delivery_instance where account_id = any ($1::uuid[])',
    [[...accounts.keys()]],
  );
  return rows.map((row) => row.instance_id);
};

interface InstanceParts extends InstanceOrder {
  instance_id: string;
  token: string;
  app_title: string;
  app_settings: AppSettings;
  revision: string;
  devices: string[] | null;
}

const writeDocuments = async (trx: Trx, instances: readonly string[], tokens: Set<string>): Promise<void> => {
  const parts = await query<InstanceParts>(
    trx,
    `select i.instance_id, i.token, i.app_title, i.app_settings, i.pinned, i.unpinned, i.revision, a.devices
       from delivery_instance i left join delivery_account a using (account_id) where i.instance_id = any ($1::uuid[])`,
    [instances],
  );
  const docs = new Map<string, Map<string, GroupDoc>>();
  for (const { instance_id, doc } of await query<{ instance_id: string; doc: GroupDoc }>(
    trx,
    'select instance_id, doc from delivery_group where instance_id = any ($1::uuid[])',
    [instances],
  ))
    docs.set(instance_id, (docs.get(instance_id) ?? new Map<string, GroupDoc>()).set(doc.id, doc));
  for (const { instance_id, token, app_title, app_settings, revision, devices, pinned, unpinned } of parts) {
    const held = docs.get(instance_id) ?? new Map<string, GroupDoc>();
    const text = JSON.stringify(
      buildDocument({ title: app_title, ...app_settings }, devices ?? [], { pinned, unpinned }, held),
    );
    const next = revisionOf(text);
    if (next === revision) continue;
    tokens.add(token);
    await query(trx, 'update delivery_instance set document = $2, revision = $3 where instance_id = $1', [
      instance_id,
      text,
      next,
    ]);
  }
};

/** Writes the touched states of a transaction and the documents that depend on them. */
export const writeTouched = async (trx: Trx, touched: TouchedStreams): Promise<void> => {
  const instances: string[] = [];
  for (const app of touched.apps.values()) instances.push(...(await writeApp(trx, app, touched)));
  if (touched.orders.size > 0) instances.push(...(await writeOrders(trx, touched.orders)));
  if (touched.groups.size > 0) {
    await writeGroups(trx, touched.groups.values());
    for (const group of touched.groups.values()) instances.push(group.instance_id);
  }
  if (touched.accounts.size > 0) instances.push(...(await writeAccounts(trx, touched.accounts)));
  if (instances.length > 0) await writeDocuments(trx, [...new Set(instances)], touched.tokens);
};
