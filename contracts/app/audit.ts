import { type AuditFields, differences } from '../audit/differences.ts';
import { listed } from '../audit/phrases.ts';
import { mediaPlaceholder } from '../audit/placeholders.ts';
import type { NounAudit } from '../noun.ts';
import { streamId } from '../stream-name.ts';
import { appAuditWords } from '../words/app-audit.en.ts';
import { dataSize } from '../words/data-size.ts';
import { fill, type Phrase, type PhraseValue } from '../words/phrase.ts';
import type { AppSettings, appEvents } from './events.ts';
import type { AppState } from './state.ts';
import { timesUsual } from './traffic.ts';

const labels: Record<string, Phrase> = {
  title: appAuditWords.name,
  icon: appAuditWords.icon,
  developer: appAuditWords.developer,
  category: appAuditWords.category,
  is_live: appAuditWords.isLive,
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

const settingsActs = ({ app_intent, is_sharable, ads, ad_first, ad_frequency }: Partial<AppSettings>): PhraseValue => {
  const words: Phrase[] = [];
  if (app_intent !== undefined)
    words.push(
      app_intent === null ? appAuditWords.schemeRemoved : fill(appAuditWords.schemeSet, { scheme: app_intent }),
    );
  if (is_sharable !== undefined) words.push(is_sharable ? appAuditWords.sharingAllowed : appAuditWords.sharingEnded);
  if (ads !== undefined) words.push(ads ? appAuditWords.adsOn : appAuditWords.adsOff);
  if (ad_first !== undefined || ad_frequency !== undefined) words.push(appAuditWords.adPlaces);
  return listed(words);
};

const instanceTitle = (state: AppState, id: string): string =>
  state.instances.find((one) => one.id === id)?.title ?? '';

/** How the audit tells of apps and their instances. */
export const appAudit: NounAudit<typeof appEvents, AppState> = {
  sentences: {
    AppAdded: ({ data }) =>
      fill(data.store_type === 'web' ? appAuditWords.siteAdded : appAuditWords.added, { title: data.title }),
    AppDetailsChanged: ({ data, after }) =>
      fill(after.store_type === 'web' ? appAuditWords.tookOverSite : appAuditWords.tookOver, {
        fields: listed(Object.keys(data).map((field) => labels[field] ?? field)),
        title: after.title,
      }),
    AppSettingsChanged: ({ data, after }) =>
      fill(appAuditWords.settings, { acts: settingsActs(data), title: after.title }),
    AppDeleted: ({ before }) => fill(appAuditWords.deleted, { title: before.title }),
    InstanceAdded: ({ data, after }) => fill(appAuditWords.instanceAdded, { instance: data.title, title: after.title }),
    InstanceRenamed: ({ data, before }) =>
      fill(appAuditWords.instanceRenamed, { from: instanceTitle(before, data.instance_id), to: data.title }),
    InstanceDeleted: ({ data, before }) =>
      fill(appAuditWords.instanceDeleted, { instance: instanceTitle(before, data.instance_id) }),
    InstanceTrafficJumped: ({ data: { instance_id, day, bytes, usual }, after }) =>
      fill(appAuditWords.trafficJumped, {
        instance: instanceTitle(after, instance_id),
        title: after.title,
        times: timesUsual({ bytes, usual }),
        bytes: dataSize(bytes),
        day,
        usual: dataSize(usual),
      }),
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
