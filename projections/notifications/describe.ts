import { mediaPath } from '#contracts/api/media-files.ts';
import { coverWidths, variantsOf } from '#contracts/api/picture-sizes.ts';
import { shareOf } from '#contracts/api/plans.ts';
import { timesUsual } from '#contracts/app/traffic.ts';
import { listed } from '#contracts/audit/phrases.ts';
import { presentTitle } from '#contracts/audit/placeholders.ts';
import { type NoticedChange, type NotificationFacts, rolesIn } from '#contracts/notification/facts.ts';
import type { NotificationRow } from '#contracts/notification/rows.ts';
import { notificationTitle, type TitleValues, withoutTags } from '#contracts/notification/title.ts';
import { type NotificationTypeName, notificationTypes } from '#contracts/notification/types.ts';
import { fieldLabels } from '#contracts/story-group/audit.ts';
import { groupStatus, isGroupActive } from '#contracts/story-group/status.ts';
import { billDay } from '#contracts/subscription/line-text.ts';
import { money } from '#contracts/subscription/money.ts';
import { planForViewers } from '#contracts/subscription/viewer-limit.ts';
import type { UnixSeconds } from '#contracts/time.ts';
import { dataSize } from '#contracts/words/data-size.ts';
import { notificationWords } from '#contracts/words/notifications.en.ts';
import { fill, type Phrase } from '#contracts/words/phrase.ts';
import { roleWords } from '#contracts/words/roles.en.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { say } from '#kernel/platform/say.ts';
import { createPlaceholderResolver, type PlaceholderResolver } from '../resolve-placeholders.ts';

/** A row of `notification` with what its group looks like now, and whether its account is premium by now. */
export interface StoredNotification {
  id: string;
  user_id: string;
  ts: UnixSeconds;
  type: NotificationTypeName;
  actor_type: string;
  actor_id: string | null;
  subject_id: string;
  app_id: string | null;
  facts: NotificationFacts;
  is_read: boolean;
  icon: string | null;
  status: number | null;
  premium: boolean;
}

const statusChange = (to: number): Phrase => {
  if (to === groupStatus.active) return notificationWords.statusActive;
  if (to === groupStatus.inactive) return notificationWords.statusInactive;
  return to === groupStatus.test ? notificationWords.statusTest : notificationWords.statusOther;
};

const changeKinds = {
  story_added: notificationWords.storyAdded,
  story: notificationWords.story,
  story_removed: notificationWords.storyRemoved,
  order: notificationWords.order,
  restored: notificationWords.restored,
  returned: notificationWords.returned,
} as const;

const changed = (change: NoticedChange | undefined) => {
  if (!change) return '';
  if (change.kind === 'status') return statusChange(change.to);
  if (change.kind !== 'details') return changeKinds[change.kind];
  return listed(change.fields.map((field) => fieldLabels[field as keyof typeof fieldLabels] ?? field));
};

/** The ids whose present titles a notification shows. */
const titledIn = ({ type, subject_id, app_id, facts }: StoredNotification): string[] =>
  [
    type.startsWith('story_group') ? subject_id : null,
    app_id,
    facts.instance_id,
    facts.story_id,
    ...(facts.sdk?.apps.map((app) => app.app_id) ?? []),
    ...Object.values(facts.permissions ?? {}).flat(),
  ].filter((id) => id !== null && id !== undefined);

const sdkText = ({ sdk }: NotificationFacts, title: (id: string) => string): Phrase => {
  const [first, ...others] = sdk!.apps;
  return others.length === 0 && first
    ? fill(notificationWords.olderSdk, { app: title(first.app_id), version: first.version })
    : fill(notificationWords.olderSdks, { count: sdk!.apps.length });
};

const joinedText = ({ permissions = {} }: NotificationFacts, title: (id: string) => string): Phrase | string => {
  const held = rolesIn(permissions).map((role) => roleWords[role]);
  const apps = [...new Set(Object.values(permissions).flat())].map(title);
  return apps.length === 0
    ? say(listed(held) as Phrase)
    : fill(notificationWords.joinedAs, { roles: listed(held), apps: listed(apps) });
};

const placeOf = (app: string, { instance_id }: NotificationFacts, title: (id: string) => string): Phrase | string =>
  instance_id ? fill(notificationWords.place, { app, instance: title(instance_id) }) : app;

const billingText = ({ kind, amount, ts_end }: NonNullable<NotificationFacts['billing']>): Phrase => {
  const { paymentFailedText, paymentUnconfirmedText } = notificationWords;
  if (kind === 'failed' || kind === 'unconfirmed')
    return fill(kind === 'failed' ? paymentFailedText : paymentUnconfirmedText, { amount: money(amount ?? 0) });
  if (ts_end !== undefined) {
    const day = billDay(ts_end);
    return amount
      ? fill(notificationWords.chargedFrom, { day, amount: money(amount) })
      : fill(notificationWords.starterFrom, { day });
  }
  return kind === 'earned' ? notificationWords.monthEarnedText : notificationWords.planEndedText;
};

const viewersText = ({ kind, ts_from, mau, mau_limit }: NonNullable<NotificationFacts['viewers']>): Phrase => {
  const day = billDay(ts_from);
  const fits = kind === 'exceeded' ? planForViewers(mau) : null;
  return fits
    ? fill(notificationWords.limitFits, { mau, day, plan: fits.nickname, limit: fits.metadata.mau_limit })
    : fill(notificationWords.limitText, { mau, day, limit: mau_limit });
};

const trafficText = ({ day, bytes, usual }: NonNullable<NotificationFacts['traffic']>): Phrase =>
  fill(notificationWords.trafficText, {
    bytes: dataSize(bytes),
    day: billDay(Date.parse(day) / 1000),
    usual: dataSize(usual),
  });

const textOf = (row: StoredNotification, title: (id: string) => string): Phrase | string => {
  const { type, facts, app_id } = row;
  const app = app_id ? title(app_id) : '';
  switch (type) {
    case 'story_group_created':
      return placeOf(app, facts, title);
    case 'story_group_updated':
      return fill(notificationWords.inApp, { app, what: changed(facts.change) });
    case 'story_group_deleted':
      return row.status === groupStatus.archived ? notificationWords.restorable : placeOf(app, facts, title);
    case 'story_group_waiting':
      if (!facts.stories) return placeOf(app, facts, title);
      return fill(notificationWords.inApp, { app, what: fill(notificationWords.stories, { count: facts.stories }) });
    case 'story_group_capped':
      if (facts.story_id) return fill(notificationWords.storyInactive, { app });
      if (!facts.cap) return fill(notificationWords.inactive, { app });
      return facts.clicks
        ? fill(notificationWords.groupClickCap, { app, cap: facts.cap })
        : fill(notificationWords.groupCap, { app, cap: facts.cap });
    case 'story_group_ended':
      return fill(notificationWords.inactive, { app });
    case 'invitation_accepted':
      return joinedText(facts, title);
    case 'payment':
      if (facts.billing) return billingText(facts.billing);
      if (facts.viewers) return viewersText(facts.viewers);
      return facts.premium === true ? notificationWords.premiumText : notificationWords.planText;
    case 'unusual_traffic':
      return trafficText(facts.traffic!);
    case 'sdk_update':
      return sdkText(facts, title);
  }
};

const billingTitles = {
  failed: 'paymentFailed',
  unconfirmed: 'paymentUnconfirmed',
  ended: 'planEnded',
  unpaid: 'planUnpaid',
  earned: 'monthEarned',
  trial: 'trialEnding',
  deal: 'dealEnding',
  free_month: 'freeMonthEnding',
} as const;

const limitTitles = { reached: 'limitReached', exceeded: 'limitExceeded' } as const;

const valuesOf = (row: StoredNotification, joined: PlaceholderResolver, title: (id: string) => string): TitleValues => {
  const { type, facts, subject_id, user_id } = row;
  if (facts.traffic) {
    const times = String(timesUsual(facts.traffic));
    return { instance: title(facts.instance_id!), app: title(subject_id), times };
  }
  if (facts.sdk) return { version: facts.sdk.version, platform: say(notificationWords[facts.sdk.platform]) };
  if (facts.billing) return { billing: billingTitles[facts.billing.kind] };
  if (facts.viewers) return { billing: limitTitles[facts.viewers.kind] };
  if (type === 'payment')
    return facts.plan ? { plan: shareOf(facts.plan, null).nickname } : { premium: facts.premium ? 'on' : 'off' };
  const actor = joined.actor(row.actor_type, row.actor_id).name;
  if (type === 'invitation_accepted')
    return { actor: joined.person(subject_id), ...(facts.inviter_id === user_id ? { invited: 'yes' } : {}) };
  const group = title(subject_id);
  if (facts.clicks) return { actor, group, cap: 'clicks' };
  return { actor, group, ...(facts.story_id ? { story: title(facts.story_id) } : {}) };
};

const urlOf = ({ type, subject_id, facts, premium }: StoredNotification): string => {
  switch (notificationTypes[type].target) {
    case 'group':
      return `/stories/${subject_id}`;
    case 'start':
      return '/';
    case 'payment':
      // A premium account has nothing to pay, whatever it is told of the time before.
      return premium ? '/settings/account' : '/settings/payment';
    case 'team':
      return '/settings/team-management';
    case 'sdk_health':
      return `/settings/apps?sdk_health=${subject_id}`;
    case 'own':
      return facts.sdk!.url;
  }
};

/** Makes rows of the API out of stored ones of an account, with names and titles as they are now. */
export const describeNotifications = async (
  kernel: Pick<Kernel, 'config' | 'db'>,
  accountId: string,
  rows: readonly StoredNotification[],
): Promise<NotificationRow[]> => {
  const joined = await createPlaceholderResolver(
    kernel,
    accountId,
    rows.map((row) => ({
      actor_type: row.actor_type,
      actor_id: row.actor_id,
      on_behalf_of: null,
      texts: titledIn(row).map(presentTitle),
      changes: null,
      people: row.type === 'invitation_accepted' ? [row.subject_id] : [],
    })),
  );
  const title = (id: string) => joined.text(presentTitle(id));
  return rows.map((row) => {
    const values = valuesOf(row, joined, title);
    const text = textOf(row, title);
    const icon = row.icon && kernel.config.MEDIA_URL + mediaPath(row.icon);
    return {
      id: row.id,
      is_read: row.is_read,
      ts_created: row.ts,
      data: {
        type: row.type,
        title: say(withoutTags(notificationTitle(row.type, values))),
        text: typeof text === 'string' ? text : say(text),
        id: row.subject_id,
        url: urlOf(row),
        values,
        actor_id: row.actor_id,
        icon,
        variants: icon ? variantsOf(icon, coverWidths) : [],
        active: row.status !== null && isGroupActive(row.status),
      },
    };
  });
};
