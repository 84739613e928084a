import { type AuditFields, differences } from '../audit/differences.ts';
import { listed, quoted } from '../audit/phrases.ts';
import { mediaPlaceholder } from '../audit/placeholders.ts';
import type { NounAudit } from '../noun.ts';
import { streamId } from '../stream-name.ts';
import type { AppSettings, appEvents } from './events.ts';
import type { AppState } from './state.ts';

const labels: Record<string, string> = {
  title: 'the name',
  icon: 'the icon',
  developer: 'the developer',
  category: 'the category',
  is_live: 'the presence in the store',
};

const fieldsOf = (state: AppState): AuditFields => ({
  title: state.title,
  store_type: state.store_type,
  store_id: state.store_id,
  website_url: state.website_url,
  icon: mediaPlaceholder(state.icon),
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

const settingsSentence = ({ app_intent, is_sharable, ads, ad_first, ad_frequency }: Partial<AppSettings>): string => {
  const words: string[] = [];
  if (app_intent !== undefined)
    words.push(app_intent === null ? 'removed the URL scheme' : `set the URL scheme to ${app_intent}`);
  if (is_sharable !== undefined) words.push(`${is_sharable ? 'allowed' : 'ended'} the sharing of stories`);
  if (ads !== undefined) words.push(`turned ads ${ads ? 'on' : 'off'}`);
  if (ad_first !== undefined || ad_frequency !== undefined) words.push('set the places of ads');
  return listed(words);
};

const instanceTitle = (state: AppState, id: string): string =>
  state.instances.find((one) => one.id === id)?.title ?? '';

/** How the audit tells of apps and their instances. */
export const appAudit: NounAudit<typeof appEvents, AppState> = {
  sentences: {
    AppAdded: ({ data }) => `added the ${data.store_type === 'web' ? 'web site' : 'app'} ${quoted(data.title)}`,
    AppDetailsChanged: ({ data, after }) =>
      `took over ${listed(Object.keys(data).map((field) => labels[field] ?? field))} of ${quoted(after.title)} from ${
        after.store_type === 'web' ? 'the web site' : 'the store'
      }`,
    AppSettingsChanged: ({ data, after }) => `${settingsSentence(data)} for ${quoted(after.title)}`,
    AppDeleted: ({ before }) => `deleted the app ${quoted(before.title)}`,
    InstanceAdded: ({ data, after }) => `added the instance ${quoted(data.title)} to ${quoted(after.title)}`,
    InstanceRenamed: ({ data, before }) =>
      `renamed the instance ${quoted(instanceTitle(before, data.instance_id))} to ${quoted(data.title)}`,
    InstanceDeleted: ({ data, before }) => `deleted the instance ${quoted(instanceTitle(before, data.instance_id))}`,
  },
  changes: (_event, before, after) => differences(before.phase === 'none' ? null : fieldsOf(before), fieldsOf(after)),
  subjectTypes: ['app', 'instance'],
  subject(event, before, after) {
    const appId = streamId(event.meta.stream);
    if (!('instance_id' in event.data))
      return { type: 'app', id: appId, title: after.title || before.title, parent_id: null };
    const { instance_id: id } = event.data;
    const title = [...after.instances, ...before.instances].find((one) => one.id === id)?.title ?? '';
    return { type: 'instance', id, title, parent_id: appId };
  },
};
