import { invalidField, Refusal } from '#contracts/api/errors.ts';
import type { FeatureName } from '#contracts/api/plans.ts';
import type { AppDetails, AppEvent, AppSettings } from '#contracts/app/events.ts';
import type { AppState, InstanceState } from '#contracts/app/state.ts';
import { appWords } from '#contracts/words/app.en.ts';
import { differingFields } from '#kernel/platform/differing-fields.ts';
import type { StoreAddress } from './store-address.ts';

/** Commands on an app and its instances; ids and tokens are made outside. */
export type AppCommand =
  | {
      type: 'AddApp';
      account_id: string;
      address: StoreAddress;
      details: AppDetails;
      instance: { id: string; token: string };
    }
  | { type: 'TakeOverDetails'; details: Partial<AppDetails> }
  | { type: 'ChangeSettings'; settings: Partial<AppSettings> }
  | { type: 'DeleteApp' }
  /** `most` is how many instances an app can have; 0: no limit. */
  | { type: 'AddInstance'; instance_id: string; token: string; title: string; most?: number }
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

const added = (command: Extract<AppCommand, { type: 'AddApp' }>): AppEvent => {
  const { account_id, address, details, instance } = command;
  const { store_type, store_id, website_url } = address;
  return {
    type: 'AppAdded',
    data: { account_id, store_type, store_id, website_url, ...details, instance: { ...instance, title: 'Default' } },
  };
};

const requireWhole = (after: AppSettings, changed: Partial<AppSettings>): void => {
  if (after.is_sharable && after.app_intent === null)
    throw invalidField('app_intent', changed.is_sharable ? appWords.schemeFirst : appWords.sharingFirst);
  if (!after.ads) return;
  if (after.ad_first === null) throw invalidField('ad_first', appWords.adFirst);
  if (after.ad_frequency === null) throw invalidField('ad_frequency', appWords.adFrequency);
};

const changedSettings = (state: AppState, wanted: Partial<AppSettings>): AppEvent[] => {
  const data = differingFields(wanted, state.settings);
  if (Object.keys(data).length === 0) return [];
  requireWhole({ ...state.settings, ...data }, data);
  return [{ type: 'AppSettingsChanged', data }];
};

/** The features that a change of settings needs: only what is put to use, never what is turned off or left as it is. */
export const featuresOf = (wanted: Partial<AppSettings>, present: AppSettings): FeatureName[] => {
  const { app_intent, is_sharable, ads, ad_first, ad_frequency } = differingFields(wanted, present);
  return [
    ...(app_intent ? (['deeplink'] as const) : []),
    ...(is_sharable ? (['social_share'] as const) : []),
    ...(ads || ad_first || ad_frequency ? (['ad_settings'] as const) : []),
  ];
};

/** What a command does to an app: its events, none when nothing changes, or a refusal. */
export const decideApp = (command: AppCommand, state: AppState): AppEvent[] => {
  if (command.type === 'AddApp') {
    if (state.phase !== 'none') throw new Refusal('AppExists');
    return [added(command)];
  }
  if (state.phase !== 'live') throw new Refusal('NotFound');
  switch (command.type) {
    case 'TakeOverDetails': {
      const data = differingFields(command.details, state);
      return Object.keys(data).length === 0 ? [] : [{ type: 'AppDetailsChanged', data }];
    }
    case 'ChangeSettings':
      return changedSettings(state, command.settings);
    case 'DeleteApp':
      return [{ type: 'AppDeleted', data: {} }];
    case 'AddInstance': {
      const { type: _, most = 0, ...data } = command;
      requireFreeTitle(state, data.title, null);
      if (most > 0 && state.instances.length >= most) throw new Refusal('InstanceLimitReached');
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
