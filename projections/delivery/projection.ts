import type { AccountState } from '#contracts/account/state.ts';
import type { AppState } from '#contracts/app/state.ts';
import type { InstanceOrderEvent } from '#contracts/instance-order/events.ts';
import { joinsOrder, type StoryGroupState } from '#contracts/story-group/state.ts';
import { streamId, streamNoun } from '#contracts/stream-name.ts';
import { type Projection, perTransaction } from '../projection.ts';
import { type OrderChange, type TouchedStreams, writeTouched } from './write.ts';

const touched = perTransaction<TouchedStreams>(() => ({
  accounts: new Map(),
  apps: new Map(),
  groups: new Map(),
  orders: [],
  tokens: new Set(),
}));

/** What SDKs get: per instance one document with everything that is not archived; time and targeting come on top. */
export const deliveryProjection: Projection = {
  name: 'delivery',
  tables: new URL('./tables.sql', import.meta.url),
  async apply(trx, event, fold) {
    const seen = touched(trx);
    const id = streamId(event.meta.stream);
    switch (streamNoun(event.meta.stream)) {
      case 'account':
        if (event.type === 'AccountCreated' || event.type === 'TestDevicesChanged')
          seen.accounts.set(id, fold.after() as AccountState);
        return;
      case 'app':
        seen.apps.set(id, fold.after() as AppState);
        return;
      case 'instanceOrder': {
        const { type, data } = event as InstanceOrderEvent;
        seen.orders.push({ instance_id: data.instance_id, change: { type, data } as OrderChange['change'] });
        return;
      }
      case 'storyGroup': {
        const after = fold.after() as StoryGroupState;
        seen.groups.set(id, after);
        if (joinsOrder(event)) seen.orders.push({ instance_id: after.instance_id, change: { joins: id } });
        if (event.type === 'StoryGroupDeleted')
          seen.orders.push({ instance_id: after.instance_id, change: { leaves: id } });
      }
    }
  },
  async flush(trx) {
    await writeTouched(trx, touched(trx));
  },
  committed(kernel, trx) {
    for (const token of touched(trx).tokens) kernel.notifier.notify('delivery', token);
  },
  switched(kernel) {
    kernel.notifier.notify('delivery');
  },
};
