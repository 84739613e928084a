import { evolveOrder, type InstanceOrder } from '#contracts/instance-order/state.ts';
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

/** Writes an order that `lockOrder` has locked. */
export const writeOrder = async (trx: Trx, instanceId: string, order: InstanceOrder) => {
  await trx.client.query({
    name: 'catalog-order-write',
    text: 'update instance_order set pinned = $2, unpinned = $3 where instance_id = $1',
    values: [instanceId, order.pinned, order.unpinned],
  });
};

/** Writes the order of an instance's groups. */
export const writeInstanceOrder: CatalogWriter<'instanceOrder'> = async (trx, events) => {
  const instanceId = events[0]!.data.instance_id;
  let order = await lockOrder(trx, instanceId);
  for (const event of events) order = evolveOrder(order, event);
  await writeOrder(trx, instanceId, order);
};
