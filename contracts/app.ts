import { z } from 'zod';
import type { EventsOf } from './event.ts';
import { id, unixSeconds } from './ids.ts';
import { limits } from './limits.ts';
import { role } from './roles.ts';
import { mayOpen } from './schemes.ts';
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

/** What stores and web sites say of an app. */
const appDetails = z.object({
  title: z.string(),
  icon: z.string().nullable(),
  developer: z.string().nullable(),
  category: z.string().nullable(),
  /** It is found in its store. */
  is_live: z.boolean(),
});
export type AppDetails = z.infer<typeof appDetails>;

const adNumber = z
  .int('Use a whole number.')
  .min(limits.adMin, `Use a number from ${limits.adMin} to ${limits.adMax}.`)
  .max(limits.adMax, `Use a number from ${limits.adMin} to ${limits.adMax}.`);

/** What SDKs are told of an app beside its stories. */
const appSettings = z.object({
  /** The custom URL scheme that opens the app. */
  app_intent: z.string().nullable(),
  is_sharable: z.boolean(),
  ads: z.boolean(),
  /** An ad after every so many stories. */
  ad_frequency: z.int().nullable(),
  /** After how many stories the first ad comes. */
  ad_first: z.int().nullable(),
});
export type AppSettings = z.infer<typeof appSettings>;

export const appEvents = {
  AppAdded: z.object({
    account_id: id,
    title: z.string(),
    store_type: storeType,
    store_id: z.string().nullable(),
    website_url: z.string().nullable(),
    icon: z.string().nullable(),
    ...appDetails.pick({ developer: true, category: true, is_live: true }).partial().shape,
    instance: z.object({ id, title: z.string(), token: z.string() }),
  }),
  AppDetailsChanged: appDetails.partial(),
  AppSettingsChanged: appSettings.partial(),
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

export interface AppState extends AppDetails {
  id: string;
  phase: 'none' | 'live' | 'deleted';
  account_id: string;
  store_type: (typeof storeTypes)[number];
  store_id: string | null;
  website_url: string | null;
  settings: AppSettings;
  instances: InstanceState[];
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
    default:
      return state;
  }
};

/** POST /app: an app by its store id, or a web site. */
export const addApp = z.union([
  z.strictObject({
    store_id: text({ min: 1, max: 200, required: 'Give the id of your app.' }),
    store_type: z.enum(['ios', 'android'], 'Choose a store.'),
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
/** The address that opens an app, as people type it: a scheme, or a scheme with a place in the app. */
export const urlScheme = text({ min: 1, max: limits.urlScheme, required: 'Give the URL scheme of your app.' })
  .overwrite((value) => {
    const trimmed = value.trim();
    return /^[a-z][a-z0-9+.-]*$/i.test(trimmed) ? `${trimmed}://` : trimmed;
  })
  .refine((value) => mayOpen(value) && /^[a-z0-9+.-]+:\/\//i.test(value) && !/\s/.test(value), {
    error: 'This is no URL scheme. Use one of your own app, such as myapp://',
  });
/** POST /app/settings. */
export const changeAppSettings = z.strictObject({
  app_id: id.optional(),
  is_sharable: z.boolean().optional(),
  app_intent: urlScheme.nullable().optional(),
  ads: z.boolean().optional(),
  ad_frequency: adNumber.nullable().optional(),
  ad_first: adNumber.nullable().optional(),
});
export type ChangeAppSettings = z.infer<typeof changeAppSettings>;

/** POST /app/import: all groups of an app or instance, or the named ones, into an instance of `app_id` (default: its Default one). */
export const importStories = z.strictObject({
  app_id: id.optional(),
  instance_id: id.optional(),
  import: z.union([id, z.array(id).min(1, 'Choose at least one story group.').max(limits.bulk)]),
});
export type ImportStories = z.infer<typeof importStories>;

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
  developer: z.string().nullable(),
  category: z.string().nullable(),
  is_live: z.boolean(),
  /** The same facts under the names that stores use. */
  detailed_info: z.object({
    title: z.string(),
    icon: z.string().nullable(),
    artworkUrl60: z.string().nullable(),
    artworkUrl100: z.string().nullable(),
    developer: z.string().nullable(),
    artistName: z.string().nullable(),
  }),
  settings: appSettings,
  total_story_count: z.int(),
  instances: z.array(instanceRow),
  /** The groups of all its instances, where they are asked for. */
  story_groups: z.array(appGroupRow).optional(),
  ts_created: unixSeconds,
  version: z.int(),
});
export type AppRow = z.infer<typeof appRow>;

/** The facts of an app under the names that stores use. */
export const detailedInfo = (app: Pick<AppRow, 'title' | 'icon' | 'developer'>): AppRow['detailed_info'] => ({
  title: app.title,
  icon: app.icon,
  artworkUrl60: app.icon,
  artworkUrl100: app.icon,
  developer: app.developer,
  artistName: app.developer,
});

/** Somebody who works on an app: one line of GET /permission/app/{id}. */
export const appPersonRow = z.object({
  user_id: id,
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  role,
  /** False while the invitation is open. */
  joined: z.boolean(),
});
export type AppPersonRow = z.infer<typeof appPersonRow>;
