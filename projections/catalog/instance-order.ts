import { foldOrder, type InstanceOrder } from '#contracts/instance-order/state.ts';
import type { Trx } from '#kernel/db/transaction.ts';
import type { CatalogWriter } from './noun.ts';

/** Tables of the order of groups; see tables/instance-order.sql. */
export type InstanceOrderTables = {
  instance_order: { instance_id: string; pinned: string[]; unpinned: string[] };
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

/** How many groups an instance's order holds. */
export const countOrder = async (trx: Trx, instanceId: string): Promise<number> => {
  const { rows } = await trx.client.query<{ count: number }>({
    name: 'catalog-order-count',
    text: 'select cardinality(pinned) + cardinality(unpinned) as count from instance_order where instance_id = $1',
    values: [instanceId],
  });
  return rows[0]?.count ?? 0;
};

/** Puts a new or restored group first among the unpinned, as `foldOrder` does, without reading the order. */
export const joinOrder = async (trx: Trx, instanceId: string, groupId: string): Promise<void> => {
  await trx.client.query({
    name: 'catalog-order-join',
    text: `insert into instance_order as o (instance_id, pinned, unpinned) values ($1, '{}', array[$2::uuid])
           on conflict (instance_id) do update
             set pinned = array_remove(o.pinned, $2::uuid), unpinned = array_prepend($2::uuid, array_remove(o.unpinned, $2::uuid))`,
    values: [instanceId, groupId],
  });
};

/** Takes a deleted group out of the order, and its pin with it. */
export const leaveOrder = async (trx: Trx, instanceId: string, groupId: string): Promise<void> => {
  await trx.client.query({
    name: 'catalog-order-leave',
    text: `update instance_order set pinned = array_remove(pinned, $2::uuid), unpinned = array_remove(unpinned, $2::uuid)
            where instance_id = $1`,
    values: [instanceId, groupId],
  });
};

/** Writes an order that `lockOrder` has locked. */
const writeOrder = async (trx: Trx, instanceId: string, order: InstanceOrder) => {
  await trx.client.query({
    name: 'catalog-order-write',
    text: 'update instance_order set pinned = $2, unpinned = $3 where instance_id = $1',
    values: [instanceId, order.pinned, order.unpinned],
  });
};

/** Writes the order of an instance's groups. */
export const writeInstanceOrder: CatalogWriter<'instanceOrder'> = async (trx, events) => {
  const instanceId = events[0]!.data.instance_id;
  await writeOrder(trx, instanceId, foldOrder(await lockOrder(trx, instanceId), events));
};
