import type { AppDetails, AppEvent, AppSettings, storeTypes } from './events.ts';

export interface InstanceState {
  id: string;
  title: string;
  token: string;
  is_default: boolean;
}
export interface AppState extends AppDetails {
  id: string;
  phase: 'none' | 'live' | 'deleted';
  account_id: string;
  store_type: (typeof storeTypes)[number];
  store_id: string | null;
  website_url: string | null;
  settings: AppSettings;
  instances: InstanceState[];
  /** The last UTC day on which instances got far more than usual, and which of them its owners were told of; absent before the first. */
  traffic_told?: { day: string; instance_ids: string[] };
}
/** The settings that an app starts with. */
export const initialAppSettings: AppSettings = {
  app_intent: null,
  is_sharable: false,
  ads: false,
  ad_frequency: null,
  ad_first: null,
};
export const initialApp = (id: string): AppState => ({
  id,
  phase: 'none',
  account_id: '',
  title: '',
  store_type: 'ios',
  store_id: null,
  website_url: null,
  icon: null,
  developer: null,
  category: null,
  is_live: false,
  settings: initialAppSettings,
  instances: [],
});
/** Folds one event into an app; an event it does not know changes nothing. */
export const evolveApp = (state: AppState, event: AppEvent): AppState => {
  switch (event.type) {
    case 'AppAdded': {
      const { instance, ...app } = event.data;
      return {
        ...state,
        ...app,
        phase: 'live',
        instances: [{ ...instance, is_default: true }],
      };
    }
    case 'AppDetailsChanged':
      return { ...state, ...event.data };
    case 'AppSettingsChanged':
      return { ...state, settings: { ...state.settings, ...event.data } };
    case 'AppDeleted':
      return { ...state, phase: 'deleted' };
    case 'InstanceAdded': {
      const { instance_id, title, token } = event.data;
      return {
        ...state,
        instances: [...state.instances, { id: instance_id, title, token, is_default: false }],
      };
    }
    case 'InstanceRenamed': {
      const { instance_id, title } = event.data;
      return {
        ...state,
        instances: state.instances.map((one) => (one.id === instance_id ? { ...one, title } : one)),
      };
    }
    case 'InstanceDeleted':
      return {
        ...state,
        instances: state.instances.filter((one) => one.id !== event.data.instance_id),
      };
    case 'InstanceTrafficJumped': {
      const { day, instance_id } = event.data;
      const before = state.traffic_told?.day === day ? state.traffic_told.instance_ids : [];
      return { ...state, traffic_told: { day, instance_ids: [...before, instance_id] } };
    }
    default:
      return state;
  }
};
