import { z } from 'zod';
import type { EventsOf } from './event.ts';
import { id, unixSeconds } from './ids.ts';
import { limits } from './limits.ts';
import { text } from './text.ts';

export const storeTypes = ['ios', 'android', 'web'] as const;
const storeType = z.enum(storeTypes);
const title = text({
  min: 1,
  max: limits.appTitle,
  required: 'Give your app a name.',
});
const defaultName = /^default$/i;

/** The name of an instance; 'default' is kept for the one that every app starts with. */
export const instanceTitle = text({
  min: 1,
  max: limits.instanceTitle,
  required: 'Give the instance a name.',
})
  .overwrite((value) => value.trim())
  .refine((value) => !defaultName.test(value), {
    error: 'You can not use "default" name for a instance. Please input another name.',
  });

export const appEvents = {
  AppAdded: z.object({
    account_id: id,
    title: z.string(),
    store_type: storeType,
    store_id: z.string().nullable(),
    website_url: z.string().nullable(),
    icon: z.string().nullable(),
    instance: z.object({ id, title: z.string(), token: z.string() }),
  }),
  AppDeleted: z.object({}),
  InstanceAdded: z.object({
    instance_id: id,
    title: z.string(),
    token: z.string(),
  }),
  InstanceRenamed: z.object({ instance_id: id, title: z.string() }),
  InstanceDeleted: z.object({ instance_id: id }),
};
export type AppEvent = EventsOf<typeof appEvents>;

export interface InstanceState {
  id: string;
  title: string;
  token: string;
  is_default: boolean;
}

export interface AppState {
  id: string;
  phase: 'none' | 'live' | 'deleted';
  account_id: string;
  title: string;
  store_type: (typeof storeTypes)[number];
  store_id: string | null;
  website_url: string | null;
  icon: string | null;
  instances: InstanceState[];
}

export const initialApp = (id: string): AppState => ({
  id,
  phase: 'none',
  account_id: '',
  title: '',
  store_type: 'ios',
  store_id: null,
  website_url: null,
  icon: null,
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
    default:
      return state;
  }
};

/** POST /app: an app by its store id, or a web site. */
export const addApp = z.union([
  z.strictObject({
    store_id: text({ min: 1, max: 200, required: 'Give the id of your app.' }),
    store_type: z.enum(['ios', 'android']),
    title: title.optional(),
    is_live: z.boolean().optional(),
  }),
  z.strictObject({
    website_url: text({
      min: 1,
      max: limits.url,
      required: 'Give the address of your web site.',
    }),
    title: title.optional(),
  }),
]);
export type AddApp = z.infer<typeof addApp>;
/** DELETE /app. */
export const appIdBody = z.strictObject({ app_id: id });
/** POST /instance. */
export const addInstance = z.strictObject({ app_id: id, title: instanceTitle });
/** PATCH /instance. */
export const renameInstance = z.strictObject({
  app_id: id.optional(),
  id: id.optional(),
  instance_id: id.optional(),
  title: instanceTitle,
});
/** DELETE /instance. */
export const deleteInstance = z.strictObject({
  app_id: id.optional(),
  id: id.optional(),
  instance_id: id.optional(),
  title: z.string().max(200).optional(),
});

/** A group as the list of apps carries it. */
const appGroupRow = z.object({
  id,
  title: z.string(),
  icon: z.string(),
  status: z.int(),
  pinned: z.boolean(),
});
const instanceRow = z.object({
  id,
  title: z.string(),
  token: z.string(),
  app_id: id,
  is_default: z.boolean(),
  story_groups: z.array(appGroupRow).optional(),
});
export type InstanceRow = z.infer<typeof instanceRow>;
/** One app of GET /app/n/list, and the answer of POST /app. */
export const appRow = z.object({
  id,
  app_id: z.string(),
  title: z.string(),
  icon: z.string().nullable(),
  store: z.string(),
  store_type: storeType,
  website_url: z.string().nullable(),
  token: z.string(),
  settings: z.object({
    app_intent: z.string().nullable(),
    is_sharable: z.boolean(),
    ads: z.boolean(),
    ad_frequency: z.int().nullable(),
    ad_first: z.int().nullable(),
  }),
  total_story_count: z.int(),
  instances: z.array(instanceRow),
  ts_created: unixSeconds,
  version: z.int(),
});
export type AppRow = z.infer<typeof appRow>;
