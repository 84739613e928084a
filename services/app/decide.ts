import type { AppEvent, AppState, InstanceState } from '#contracts/app.ts';
import { Refusal } from '#contracts/errors.ts';
import type { StoreAddress } from './store-address.ts';

/** Commands on an app and its instances; ids and tokens are made outside. */
export type AppCommand =
  | {
      type: 'AddApp';
      account_id: string;
      address: StoreAddress;
      title: string;
      icon: string | null;
      instance: { id: string; token: string };
    }
  | { type: 'DeleteApp' }
  | { type: 'AddInstance'; instance_id: string; token: string; title: string }
  | { type: 'RenameInstance'; instance_id: string; title: string }
  | { type: 'DeleteInstance'; instance_id: string };

const folded = (title: string): string => title.normalize('NFKC').toLowerCase();

const requireFreeTitle = (state: AppState, title: string, self: string | null): void => {
  if (state.instances.some((one) => one.id !== self && folded(one.title) === folded(title)))
    throw new Refusal('InstanceNameTaken');
};

const ownInstance = (state: AppState, instanceId: string): InstanceState => {
  const found = state.instances.find((one) => one.id === instanceId);
  if (!found) throw new Refusal('NotFound');
  if (found.is_default) throw new Refusal('DefaultInstance');
  return found;
};

const added = (command: Extract<AppCommand, { type: 'AddApp' }>): AppEvent => ({
  type: 'AppAdded',
  data: {
    account_id: command.account_id,
    title: command.title,
    store_type: command.address.store_type,
    store_id: command.address.store_id,
    website_url: command.address.website_url,
    icon: command.icon,
    instance: { ...command.instance, title: 'Default' },
  },
});

/** What a command does to an app: its events, none when nothing changes, or a refusal. */
export const decideApp = (command: AppCommand, state: AppState): AppEvent[] => {
  if (command.type === 'AddApp') {
    if (state.phase !== 'none') throw new Refusal('AppExists');
    return [added(command)];
  }
  if (state.phase !== 'live') throw new Refusal('NotFound');
  switch (command.type) {
    case 'DeleteApp':
      return [{ type: 'AppDeleted', data: {} }];
    case 'AddInstance': {
      const { type: _, ...data } = command;
      requireFreeTitle(state, data.title, null);
      return [{ type: 'InstanceAdded', data }];
    }
    case 'RenameInstance': {
      const { instance_id, title } = command;
      const instance = ownInstance(state, instance_id);
      if (instance.title === title) return [];
      requireFreeTitle(state, title, instance_id);
      return [{ type: 'InstanceRenamed', data: { instance_id, title } }];
    }
    case 'DeleteInstance': {
      const { instance_id } = command;
      ownInstance(state, instance_id);
      return [{ type: 'InstanceDeleted', data: { instance_id } }];
    }
  }
};
