import type { AccountState } from '#contracts/account/state.ts';
import type { AppState } from '#contracts/app/state.ts';
import type { InstanceOrderEvent } from '#contracts/instance-order/events.ts';
import type { OrderChange } from '#contracts/instance-order/state.ts';
import { joinsOrder, type StoryGroupState } from '#contracts/story-group/state.ts';
import { streamId, streamNoun } from '#contracts/stream-name.ts';
import { type Projection, perTransaction } from '../projection.ts';
import { type TouchedStreams, writeTouched } from './write.ts';

const touched = perTransaction<TouchedStreams>(() => ({
  accounts: new Map(),
  apps: new Map(),
  groups: new Map(),
  orders: new Map(),
  tokens: new Set(),
}));

const addOrderChange = ({ orders }: TouchedStreams, instanceId: string, change: OrderChange): void => {
  const known = orders.get(instanceId);
  if (known) known.push(change);
  else orders.set(instanceId, [change]);
};

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
        addOrderChange(seen, data.instance_id, { type, data } as InstanceOrderEvent);
        return;
      }
      case 'storyGroup': {
        const after = fold.after() as StoryGroupState;
        seen.groups.set(id, after);
        if (joinsOrder(event)) addOrderChange(seen, after.instance_id, { joins: id });
        if (event.type === 'StoryGroupDeleted') addOrderChange(seen, after.instance_id, { leaves: id });
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
