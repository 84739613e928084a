import { exportedChanges } from './access.ts';
import type { AccountState } from './account.ts';
import type { AppState } from './app.ts';
import type { Change } from './audit.ts';
import type { Recorded } from './event.ts';
import { type StoryrailEvent, streamId, streamNoun } from './events.ts';
import { jobOperationChanges } from './operation.ts';
import { type Permissions, type Role, roleNames } from './roles.ts';
import { personal, planWords, statusWords, titleOf } from './sentences.ts';
import type { StoryState } from './story.ts';
import type { GroupContent, StoryGroupState } from './story-group.ts';
import type { SubscriptionState } from './subscription.ts';
import type { UserState } from './user.ts';

/** A file of the store in a change; it becomes an address when it is read. */
export interface MediaMark {
  $media: string;
}
/** A personal value in a change, by reference; it is put in, or reads 'erased', when it is read. */
export interface PersonalMark {
  $personal: string;
}
/** The present title of a group, app or instance, put in when it is read. */
export interface TitleMark {
  $title: string;
}
/** A text that is put together when it is read. */
export interface TextMark {
  $text: (string | TitleMark)[];
}
export type Mark = MediaMark | PersonalMark | TitleMark | TextMark;

/** The mark that a stored value is, or null for a plain value. Plain objects of ours never have just one field with `$`. */
export const markOf = (value: unknown): Mark | null => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const keys = Object.keys(value);
  return keys.length === 1 && keys[0]!.startsWith('$') ? (value as Mark) : null;
};

/** What an event is about: a thing, what that thing is part of, and its title at that time (or a place for it). */
export interface Subject {
  type: string;
  id: string;
  title: string;
  parent_id: string | null;
}

const media = (key: string | null): MediaMark | null => (key ? { $media: key } : null);
const byRef = (ref: string | null): PersonalMark | null => (ref ? { $personal: ref } : null);

type Fields = Record<string, unknown>;

const empty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.keys(value as object).length === 0);
const plain = (value: unknown): unknown => (value === undefined ? null : value);

/** The fields that differ. For something new every field that holds something counts as changed from nothing. */
const differences = (before: Fields | null, after: Fields | null): Change[] => {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].flatMap((field): Change[] => {
    const from = plain(before?.[field]);
    const to = plain(after?.[field]);
    if (JSON.stringify(from) === JSON.stringify(to)) return [];
    if ((before === null || after === null) && empty(from) && empty(to)) return [];
    return [{ field, from, to }];
  });
};

const accountFields = (state: AccountState): Fields => ({
  name: state.name,
  country: state.country,
  employee_size: state.employee_size,
  time_zone: state.time_zone,
  trial_ends: state.trial_ends,
  test_devices: state.test_devices.map((one) => ({ id: one.id, name: one.name, platform: one.platform })),
  premium: state.premium ? true : null,
  manual_features: Object.entries(state.manual_features).map(([name, value]) =>
    value === true ? name : `${name} ${value}`,
  ),
  ...state.profile,
  dynamic_segmentation: state.profile.dynamic_segmentation?.map((list) => list.name),
});

const subscriptionFields = ({ plan, provider }: SubscriptionState): Fields => ({
  plan: planWords(plan),
  billing: provider,
});

const roleTexts = (held: Permissions): (string | TextMark)[] =>
  (Object.entries(held) as [Role, string[]][]).flatMap(([role, apps]): (string | TextMark)[] =>
    apps.length === 0
      ? [roleNames[role]]
      : apps.map((app): TextMark => ({ $text: [`${roleNames[role]} of `, { $title: app }] })),
  );

const phaseWords = { none: null, invited: 'invited', member: 'member', cancelled: 'invitation revoked' } as const;
const userFields = (state: UserState): Fields => ({
  email: byRef(state.email_ref),
  pending_email: byRef(state.pending_email_ref),
  firstname: byRef(state.firstname_ref),
  lastname: byRef(state.lastname_ref),
  verified: state.verified,
  state: phaseWords[state.phase],
  roles: roleTexts(state.permissions),
  staff: state.staff ? true : null,
});

const appFields = (state: AppState): Fields => ({
  title: state.title,
  store_type: state.store_type,
  store_id: state.store_id,
  website_url: state.website_url,
  icon: media(state.icon),
  developer: state.developer,
  category: state.category,
  is_live: state.is_live ? true : null,
  url_scheme: state.settings.app_intent,
  sharable: state.settings.is_sharable ? true : null,
  ads: state.settings.ads ? true : null,
  first_ad: state.settings.ad_first,
  ad_frequency: state.settings.ad_frequency,
  instances: state.instances.map((one) => one.title),
  state: state.phase === 'none' ? null : state.phase,
});

const viewersOf = ({ dynamic_segmentation: list }: GroupContent['settings']): string | null =>
  list ? `${list.name} (${list.count} viewers)` : null;

const groupFields = (state: GroupContent & { status: number }): Fields => ({
  title: state.title,
  icon: media(state.icon),
  status: statusWords(state.status),
  ts_start: state.ts_start,
  ts_end: state.ts_end,
  labels: state.segments,
  target_cap: state.target_cap,
  click_target_cap: state.click_target_cap,
  cta_macro: state.cta_macro,
  description: state.settings.description,
  is_unpublished: state.settings.is_unpublished,
  min_version: state.settings.app_version_targeting?.min_version ?? null,
  max_version: state.settings.app_version_targeting?.max_version ?? null,
  dark_icon: media(state.settings.thematic_icons?.dark ?? null),
  viewer_list: viewersOf(state.settings),
});

const storyStatusWords: Record<number, string> = { 1: 'active', 2: 'inactive', 9: 'deleted' };
const storyFields = (story: StoryState): Fields => ({
  title: story.title,
  type: story.type === 2 ? 'video' : 'image',
  status: storyStatusWords[story.status] ?? `status ${story.status}`,
  media: media(story.media.key),
  thumbnail: media(story.thumbnail),
  button_text: story.button_text,
  outlink: story.outlink,
  deep_link: story.deep_link,
  ts_start: story.ts_start,
  ts_end: story.ts_end,
  target_cap: story.target_cap ?? null,
});

/** The story that an event of a group is about, or null for the group itself. */
export const storyIdOf = (event: StoryrailEvent): string | null => {
  if (event.type === 'StoryAdded') return event.data.story.id;
  return 'story_id' in event.data ? event.data.story_id : null;
};

/** Changes of one story among those of a whole group: each field says whose it is. */
const returnedChanges = (storyId: string, before: StoryGroupState, after: StoryGroupState): Change[] => {
  const [was, is] = [before, after].map((state) => state.stories.find((story) => story.id === storyId));
  if (!was || !is) return [];
  return differences(storyFields(was), storyFields(is)).map((one) => ({
    ...one,
    field: `${one.field} of “${is.title}”`,
  }));
};

const groupChanges = (event: StoryrailEvent, before: StoryGroupState, after: StoryGroupState): Change[] => {
  const storyId = storyIdOf(event);
  if (storyId) {
    const was = before.stories.find((story) => story.id === storyId);
    const is = after.stories.find((story) => story.id === storyId);
    return differences(was ? storyFields(was) : null, is ? storyFields(is) : null);
  }
  if (event.type === 'StoriesReordered') {
    const titles = (state: StoryGroupState) => state.stories.filter((one) => one.status !== 9).map((one) => one.title);
    return differences({ order: titles(before) }, { order: titles(after) });
  }
  const own = differences(before.exists ? groupFields(before) : null, groupFields(after));
  if (event.type !== 'StoryGroupRestored') return own;
  return [...own, ...event.data.stories.flatMap(({ story_id }) => returnedChanges(story_id, before, after))];
};

/** Events of streams that fold to nothing say themselves what they changed. */
const ownWords = (event: StoryrailEvent): Change[] => {
  switch (event.type) {
    case 'StoryGroupMoved': {
      const { after, from, to: place } = event.data;
      if (from && place) return [{ field: 'position', from, to: place }];
      const to = after === null ? 'first' : { $text: ['after ', { $title: after }] };
      return [{ field: 'position', from: null, to }];
    }
    case 'StoryGroupPinned':
      return [{ field: 'pinned', from: false, to: true }];
    case 'StoryGroupUnpinned':
      return [{ field: 'pinned', from: true, to: false }];
    case 'SignInFailed':
      return [{ field: 'failed_sign_ins', from: 0, to: event.data.count }];
    case 'UserSignedIn':
      return [{ field: 'signed_in', from: false, to: true }];
    case 'LoginAsStarted':
      return [{ field: 'login_as', from: false, to: true }];
    case 'LoginAsEnded':
      return [{ field: 'login_as', from: true, to: false }];
    case 'UserSignedOut':
    case 'SessionEnded':
      return [{ field: 'signed_in', from: true, to: false }];
    case 'JobOperationRequested':
      return jobOperationChanges(event.data);
    case 'DataExported':
      return exportedChanges(event.data);
    case 'AdminRead':
      return [{ field: 'viewed', from: false, to: true }];
    case 'ReadModelRedriveRequested':
      return [{ field: 'set_aside', from: event.data.stream, to: 'applied again' }];
    case 'ReadModelRebuildRequested':
      return [{ field: 'read_model', from: event.data.projection, to: 'made anew' }];
    default:
      return [];
  }
};

/**
 * What an event changed, in real values, given the folded state of its stream before and after it. Pictures, personal
 * values and titles of other things are marks that are resolved when they are read.
 */
export const changesOf = (event: Recorded<StoryrailEvent>, before: unknown, after: unknown): Change[] => {
  switch (streamNoun(event.meta.stream)) {
    case 'account': {
      const [was, is] = [before as AccountState, after as AccountState];
      return differences(was.exists ? accountFields(was) : null, accountFields(is));
    }
    case 'user': {
      const [was, is] = [before as UserState, after as UserState];
      return differences(was.phase === 'none' ? null : userFields(was), userFields(is));
    }
    case 'app': {
      const [was, is] = [before as AppState, after as AppState];
      return differences(was.phase === 'none' ? null : appFields(was), appFields(is));
    }
    case 'subscription': {
      const [was, is] = [before as SubscriptionState, after as SubscriptionState];
      return differences(was.plan ? subscriptionFields(was) : null, subscriptionFields(is));
    }
    case 'storyGroup':
      return groupChanges(event, before as StoryGroupState, after as StoryGroupState);
    default:
      return ownWords(event);
  }
};

const groupSubject = (event: StoryrailEvent, groupId: string, before: unknown, after: unknown): Subject => {
  const [was, is] = [before as StoryGroupState, after as StoryGroupState];
  const storyId = storyIdOf(event);
  const title = (id: string) => [is, was].flatMap((one) => one.stories).find((story) => story.id === id)?.title ?? '';
  return storyId
    ? { type: 'story', id: storyId, title: title(storyId), parent_id: groupId }
    : { type: 'story_group', id: groupId, title: is.title || was.title, parent_id: is.app_id || null };
};

const appSubject = (event: StoryrailEvent, appId: string, before: unknown, after: unknown): Subject => {
  const [was, is] = [before as AppState, after as AppState];
  if (!('instance_id' in event.data)) return { type: 'app', id: appId, title: is.title || was.title, parent_id: null };
  const { instance_id: id } = event.data;
  const title = [...is.instances, ...was.instances].find((one) => one.id === id)?.title ?? '';
  return { type: 'instance', id, title, parent_id: appId };
};

const readSubject = ({ subject_type, subject_id }: { subject_type: string; subject_id: string }): Subject => ({
  type: subject_type,
  id: subject_id,
  title: subject_type === 'account' ? 'Account' : '',
  parent_id: null,
});

/** What an event is about. People and groups that are known by id alone have a place for their title. */
export const subjectOf = (event: Recorded<StoryrailEvent>, before: unknown, after: unknown): Subject => {
  const { stream } = event.meta;
  const id = streamId(stream);
  switch (streamNoun(stream)) {
    case 'account':
      return { type: 'account', id, title: (after as AccountState).name, parent_id: null };
    case 'user':
      return { type: 'user', id, title: personal((after as UserState).email_ref), parent_id: null };
    case 'app':
      return appSubject(event, id, before, after);
    case 'storyGroup':
      return groupSubject(event, id, before, after);
    case 'subscription':
      return { type: 'account', id, title: planWords((after as SubscriptionState).plan), parent_id: null };
    case 'instanceOrder': {
      const data = event.data as { id: string; instance_id: string };
      return { type: 'story_group', id: data.id, title: titleOf(data.id), parent_id: data.instance_id };
    }
    default: {
      if (event.type === 'AdminRead') return readSubject(event.data);
      const data = event.data as { user_id?: string | null };
      if (data.user_id === null)
        return { type: 'account', id: event.meta.account_id ?? id, title: 'Shell', parent_id: null };
      return { type: 'user', id: data.user_id ?? id, title: '', parent_id: null };
    }
  }
};

/** The account that an event belongs to, also where the event was appended before anyone had signed in; null for none. */
export const accountOf = (event: Recorded<StoryrailEvent>, after: unknown): string | null => {
  const { account_id, stream } = event.meta;
  if (account_id) return account_id;
  const noun = streamNoun(stream);
  if (noun === 'account' || noun === 'subscription') return streamId(stream);
  if (noun === 'security') return /^[0-9a-f-]{36}/.exec(streamId(stream))?.[0] ?? null;
  return (after as { account_id?: string } | null)?.account_id || null;
};
