import { exportedWords, readWords } from './access.ts';
import type { AccountState, Profile } from './account.ts';
import type { AppSettings, AppState } from './app.ts';
import type { EventType, StoryrailEvent } from './events.ts';
import { fromShell, jobOperationWords } from './operation.ts';
import { type PlanId, plans } from './plans.ts';
import { type Permissions, type Role, roleNames } from './roles.ts';
import type { StoryGroupState } from './story-group.ts';
import { groupStatus } from './story-status.ts';
import type { UserState } from './user.ts';

/** A place in a text or value where a personal value is put in when it is read. */
export const personal = (ref: string | null): string => (ref === null ? '' : `{{personal:${ref}}}`);
/** A place in a text where a group's, app's or instance's present title is put in when it is read. */
export const titleOf = (id: string): string => `{{title:${id}}}`;

/** Words for a plan, such as “the Pro plan”; none when there is no plan. */
export const planWords = (id: PlanId | null): string => {
  const plan = plans.find((one) => one.id === id);
  return plan ? `the ${plan.nickname} plan` : '';
};

/** Words for a group's status as history says them. */
export const statusWords = (status: number): string =>
  ({
    [groupStatus.active]: 'active',
    [groupStatus.inactive]: 'inactive',
    [groupStatus.capped]: 'inactive, target cap reached',
    [groupStatus.ended]: 'inactive, end date reached',
    [groupStatus.test]: 'a test group',
    [groupStatus.archived]: 'archived',
    [groupStatus.passive]: 'waiting for approval',
  })[status] ?? `status ${status}`;

const fieldWords: Record<string, string> = {
  title: 'the name',
  icon: 'the cover',
  ts_start: 'the start date',
  ts_end: 'the end date',
  segments: 'the labels',
  target_cap: 'the view cap',
  click_target_cap: 'the click cap',
  cta_macro: 'the CTA macro',
  settings: 'the settings',
  media: 'the media',
  thumbnail: 'the poster',
  button_text: 'the swipe-up text',
  outlink: 'the swipe-up link',
  deep_link: 'the deep link',
  name: 'the company name',
  country: 'the country',
  employee_size: 'the company size',
  time_zone: 'the time zone',
  firstname: 'the first name',
  lastname: 'the last name',
};

const listed = (words: string[]): string =>
  words.length < 2 ? (words[0] ?? 'nothing') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
const changed = (data: object): string => {
  const fields = Object.keys(data).filter((field) => field !== 'type' && field !== 'thumbnail');
  return `changed ${listed(fields.map((field) => fieldWords[field] ?? field))}`;
};
const quoted = (title: string): string => `“${title}”`;
const storyTitle = (state: StoryGroupState, storyId: string): string =>
  quoted(state.stories.find((story) => story.id === storyId)?.title ?? 'a story');
/** A story's place among those that are there, from 1. */
const placeOf = ({ stories }: StoryGroupState, storyId: string): number =>
  stories.filter((story) => story.status !== 9).findIndex((story) => story.id === storyId) + 1;
const roleList = (held: Permissions): string => {
  const names = (Object.keys(held) as Role[]).map((one) => roleNames[one]);
  return names.length === 0 ? 'no role' : listed(names);
};

const appFieldWords: Record<string, string> = {
  title: 'the name',
  icon: 'the icon',
  developer: 'the developer',
  category: 'the category',
  is_live: 'the presence in the store',
};

const appSettingWords = ({ app_intent, is_sharable, ads, ad_first, ad_frequency }: Partial<AppSettings>): string => {
  const words: string[] = [];
  if (app_intent !== undefined)
    words.push(app_intent === null ? 'removed the URL scheme' : `set the URL scheme to ${app_intent}`);
  if (is_sharable !== undefined) words.push(`${is_sharable ? 'allowed' : 'ended'} the sharing of stories`);
  if (ads !== undefined) words.push(`turned ads ${ads ? 'on' : 'off'}`);
  if (ad_first !== undefined || ad_frequency !== undefined) words.push('set the places of ads');
  return listed(words);
};

type SentenceOf<T extends EventType> = (event: {
  data: Extract<StoryrailEvent, { type: T }>['data'];
  before: unknown;
  after: unknown;
}) => string;

const group = (state: unknown) => state as StoryGroupState;
const app = (state: unknown) => state as AppState;
const user = (state: unknown) => state as UserState;

/** What each event did, as the rest of a sentence that starts with who did it. A type without one does not compile. */
export const sentences: { [T in EventType]: SentenceOf<T> } = {
  AccountCreated: ({ data }) => `created the account ${quoted(data.name)}`,
  AccountDetailsChanged: ({ data }) => `${changed(data)} of the account`,
  TestDevicesChanged: ({ data }) =>
    `set ${data.test_devices.length} test ${data.test_devices.length === 1 ? 'device' : 'devices'}`,
  ProfileAnswered: ({ data, before }) => {
    const lists = (profile: Profile | undefined) => JSON.stringify(profile?.dynamic_segmentation ?? []);
    return lists(data.profile) === lists((before as AccountState | null)?.profile)
      ? 'answered the profile questions'
      : 'changed the lists of viewers that the account keeps';
  },
  AccountPremiumChanged: ({ data }) => (data.premium ? 'made the account premium' : 'ended the premium of the account'),
  AccountFeaturesChanged: () => 'changed the features of the account',
  SubscriptionStarted: ({ data }) => `subscribed to ${planWords(data.plan)}`,
  PlanUpgraded: ({ data }) => `upgraded to ${planWords(data.plan)}`,
  UserRegistered: () => 'signed up',
  UserEmailVerified: () => 'verified the e-mail',
  UserNameChanged: ({ data }) => `changed ${listed(data.changes.map((one) => fieldWords[one.field] ?? one.field))}`,
  UserEmailChangeRequested: ({ data }) => `asked to change the e-mail to ${personal(data.to_ref)}`,
  UserEmailChanged: ({ data }) => `changed the e-mail to ${personal(data.to_ref)}`,
  UserEmailChangeUndone: ({ data }) =>
    `undid the change of the e-mail to ${personal(data.from_ref)}, it is ${personal(data.to_ref)} again`,
  UserPasswordChanged: () => 'changed the password',
  InvitationSent: ({ data }) => `invited ${personal(data.email_ref)} as ${roleList(data.permissions)}`,
  InvitationCancelled: ({ before }) => `revoked the invitation of ${personal(user(before).email_ref)}`,
  InvitationAccepted: () => 'accepted the invitation',
  UserPermissionsChanged: ({ data, after }) =>
    `changed the role of ${personal(user(after).email_ref)} to ${roleList(data.permissions)}`,
  StaffRegistered: ({ data }) => `made ${personal(data.email_ref)} staff`,
  StaffAppointed: ({ after }) => `made ${personal(user(after).email_ref)} staff`,
  StaffDismissed: ({ after }) => `removed ${personal(user(after).email_ref)} from staff`,
  UserVerificationChanged: ({ data, after }) =>
    `${data.verified ? 'verified' : 'unverified'} ${personal(user(after).email_ref)}`,
  AppAdded: ({ data }) => `added the ${data.store_type === 'web' ? 'web site' : 'app'} ${quoted(data.title)}`,
  AppDetailsChanged: ({ data, after }) =>
    `took over ${listed(Object.keys(data).map((field) => appFieldWords[field] ?? field))} of ${quoted(app(after).title)} from ${
      app(after).store_type === 'web' ? 'the web site' : 'the store'
    }`,
  AppSettingsChanged: ({ data, after }) => `${appSettingWords(data)} for ${quoted(app(after).title)}`,
  AppDeleted: ({ before }) => `deleted the app ${quoted(app(before).title)}`,
  InstanceAdded: ({ data, after }) => `added the instance ${quoted(data.title)} to ${quoted(app(after).title)}`,
  InstanceRenamed: ({ data, before }) =>
    `renamed the instance ${quoted(app(before).instances.find((one) => one.id === data.instance_id)?.title ?? '')} to ${quoted(data.title)}`,
  InstanceDeleted: ({ data, before }) =>
    `deleted the instance ${quoted(app(before).instances.find((one) => one.id === data.instance_id)?.title ?? '')}`,
  StoryGroupCreated: ({ data }) => `created the story group ${quoted(data.title)}`,
  StoryGroupDetailsChanged: ({ data, before }) => `${changed(data)} of ${quoted(group(before).title)}`,
  StoryGroupStatusChanged: ({ data, after }) => {
    const title = quoted(group(after).title);
    if (data.to === groupStatus.active)
      return data.from === groupStatus.passive ? `approved ${title}` : `activated ${title}`;
    if (data.to === groupStatus.inactive) return `inactivated ${title}`;
    if (data.to === groupStatus.ended) return `inactivated ${title}, its end date is reached`;
    if (data.to === groupStatus.capped) return `inactivated ${title}, its target cap is reached`;
    if (data.to === groupStatus.passive) return `put ${title} up for approval`;
    return `made ${title} ${statusWords(data.to)}`;
  },
  StoryGroupDeleted: ({ before }) => `deleted the story group ${quoted(group(before).title)}`,
  StoryAdded: ({ data, after }) => `added the story ${quoted(data.story.title)} to ${quoted(group(after).title)}`,
  StoryChanged: ({ data, before }) =>
    `${changed(data.changes)} of the story ${storyTitle(group(before), data.story_id)}`,
  StoryActivated: ({ data, after }) => `activated the story ${storyTitle(group(after), data.story_id)}`,
  StoryInactivated: ({ data, after }) =>
    `inactivated the story ${storyTitle(group(after), data.story_id)}${data.cap === undefined ? '' : ', its target cap is reached'}`,
  StoryDeleted: ({ data, after }) => `deleted the story ${storyTitle(group(after), data.story_id)}`,
  StoriesReordered: ({ data, before, after }) => {
    const title = quoted(group(after).title);
    if (!data.moved) return `reordered the stories of ${title}`;
    const place = (state: unknown) => placeOf(group(state), data.moved!);
    return `moved the story ${storyTitle(group(after), data.moved)} from place ${place(before)} to ${place(after)} in ${title}`;
  },
  StoryGroupRestored: ({ data, after }) =>
    data.version === null
      ? `restored the story group ${quoted(group(after).title)}`
      : `restored version ${data.version} of ${quoted(group(after).title)}`,
  StoryRestored: ({ data, after }) =>
    `restored the story ${storyTitle(group(after), data.story_id)}${data.version === null ? '' : ` as in version ${data.version}`}`,
  StoryGroupMoved: ({ data }) => {
    if (data.from && data.to) return `moved ${titleOf(data.id)} from place ${data.from} to ${data.to}`;
    return `moved ${titleOf(data.id)} ${data.after ? `after ${titleOf(data.after)}` : 'to the front'}`;
  },
  StoryGroupPinned: ({ data }) => `pinned ${titleOf(data.id)}`,
  StoryGroupUnpinned: ({ data }) => `unpinned ${titleOf(data.id)}`,
  UserSignedIn: () => 'signed in',
  SignInFailed: ({ data }) => `failed to sign in ${data.count === 1 ? 'once' : `${data.count} times`}`,
  UserSignedOut: () => 'signed out',
  SessionEnded: ({ data }) =>
    ({
      token_reused: 'was signed out, an old token was used again',
      password_changed: 'was signed out everywhere',
      email_changed: 'was signed out because the email changed',
    })[data.reason],
  PasswordResetRequested: () => 'asked for a password reset',
  LoginAsStarted: ({ data }) => `signed in as ${personal(data.email_ref)}`,
  LoginAsEnded: ({ data }) => `signed out as ${personal(data.email_ref)}`,
  JobOperationRequested: ({ data }) => jobOperationWords(data),
  ReadModelRedriveRequested: ({ data }) =>
    `asked to apply again what ${quoted(data.projection)} has set aside${fromShell(data, personal)}`,
  DataExported: ({ data }) => exportedWords(data),
  AdminRead: ({ data }) => readWords(data),
  ReadModelRebuildRequested: ({ data }) => `asked to rebuild ${quoted(data.projection)}${fromShell(data, personal)}`,
};

/** The sentence of one event, given the folded state before and after it. */
export const sentenceOf = (event: StoryrailEvent, before: unknown, after: unknown): string =>
  (sentences[event.type] as (input: { data: unknown; before: unknown; after: unknown }) => string)({
    data: event.data,
    before,
    after,
  });
