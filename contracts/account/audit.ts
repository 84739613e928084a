import type { UnsaidChange } from '../audit/change.ts';
import { type AuditFields, differences } from '../audit/differences.ts';
import { changedFields, listed } from '../audit/phrases.ts';
import { mediaPlaceholder, personal, personalPlaceholder } from '../audit/placeholders.ts';
import type { NounAudit } from '../noun.ts';
import { streamId } from '../stream-name.ts';
import { accountAuditWords } from '../words/account-audit.en.ts';
import { designWords } from '../words/design.en.ts';
import { notificationWords } from '../words/notifications.en.ts';
import { fill, type Phrase } from '../words/phrase.ts';
import type { BrandKit } from './brand-kit.ts';
import type { accountEvents, Profile } from './events.ts';
import { type OwnerProposal, ownerEvents } from './owner-events.ts';
import type { AccountState } from './state.ts';

const labels = {
  name: accountAuditWords.name,
  country: accountAuditWords.country,
  employee_size: accountAuditWords.employeeSize,
  time_zone: accountAuditWords.timeZone,
};

const fieldsOf = (state: AccountState): AuditFields => ({
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
  sms_otp: state.sms_otp ?? null,
  brand_colors: state.brand_kit?.colors.map(({ name, value }) => `${name} ${value}`) ?? [],
  brand_fonts: state.brand_kit?.fonts ?? [],
  brand_logo: mediaPlaceholder(state.brand_kit?.logo.light ?? null),
  brand_logo_on_dark: mediaPlaceholder(state.brand_kit?.logo.dark ?? null),
  proposed_owner: personalPlaceholder(state.owner_proposal?.email_ref ?? null),
  ...state.profile,
  dynamic_segmentation: state.profile.dynamic_segmentation?.map((list) => list.name),
});

type Looks = BrandKit['button'] | BrandKit['card'];

/** What differs in the looks of a kind, by field. */
const looksChanges = (title: Phrase, before: Looks = null, after: Looks = null): UnsaidChange[] =>
  differences({ ...before }, { ...after }).map(({ field, ...change }) => ({
    field: fill(designWords.componentField, {
      component: title,
      field: (designWords as Record<string, Phrase>)[field]!,
    }),
    ...change,
  }));

type Devices = AccountState['test_devices'];

/** How many test devices came, went, or are called otherwise. */
const changedDevices = (before: Devices, after: Devices): Phrase => {
  const was = new Map(before.map((one) => [one.id, one]));
  const is = new Set(after.map(({ id }) => id));
  const changed = after.filter(({ id, name, platform }) => {
    const earlier = was.get(id);
    return earlier && (earlier.name !== name || earlier.platform !== platform);
  });
  const told = [
    [accountAuditWords.devicesAdded, after.filter(({ id }) => !was.has(id)).length],
    [accountAuditWords.devicesRemoved, before.filter(({ id }) => !is.has(id)).length],
    [accountAuditWords.devicesChanged, changed.length],
  ] as const;
  const acts = told.flatMap(([words, count]) => (count > 0 ? [fill(words, { count })] : []));
  return acts.length === 0 ? accountAuditWords.devicesSaved : listed(acts);
};

const viewerLists = (profile: Profile): string => JSON.stringify(profile.dynamic_segmentation ?? []);

const toldOwner = ({ email_ref, reason_ref }: { email_ref: string; reason_ref: string }) => ({
  person: personal(email_ref),
  reason: personal(reason_ref),
});

const ofOwner = Object.keys(ownerEvents) as (keyof typeof ownerEvents)[];
const isOfOwner = ({ type }: { type: string }): boolean => (ofOwner as readonly string[]).includes(type);
// About the person: an account's title is typed.
const proposedOwner = ({ user_id, email_ref }: OwnerProposal) => ({
  type: 'user',
  id: user_id,
  title: personal(email_ref),
  parent_id: null,
});

/** How the audit tells of accounts. */
export const accountAudit: NounAudit<typeof accountEvents, AccountState> = {
  sentences: {
    AccountCreated: ({ data }) => fill(accountAuditWords.created, { name: data.name }),
    AccountDetailsChanged: ({ data }) => fill(accountAuditWords.changed, { fields: changedFields(data, labels) }),
    TestDevicesChanged: ({ data, before }) => changedDevices(before.test_devices, data.test_devices),
    ProfileAnswered: ({ data, before }) =>
      viewerLists(data.profile) === viewerLists(before.profile)
        ? accountAuditWords.profileAnswered
        : accountAuditWords.listsChanged,
    BrandKitChanged: () => accountAuditWords.brandKitChanged,
    AccountReferralTokenMade: ({ data }) => fill(accountAuditWords.referralTokenMade, { code: data.referral_token }),
    AccountPremiumChanged: ({ data }) =>
      data.premium ? accountAuditWords.premiumMade : accountAuditWords.premiumEnded,
    AccountFeaturesChanged: () => accountAuditWords.featuresChanged,
    AccountSecondFactorRequired: () => accountAuditWords.factorRequired,
    OwnerProposed: ({ data }) => fill(accountAuditWords.ownerProposed, toldOwner(data)),
    OwnerProposalAgreed: ({ data }) => fill(accountAuditWords.ownerAgreed, toldOwner(data)),
    OwnerProposalTurnedDown: ({ data }) => fill(accountAuditWords.ownerTurnedDown, toldOwner(data)),
    SdkUpdateAnnounced: ({ data }) =>
      fill(accountAuditWords.sdkAnnounced, { version: data.version, platform: notificationWords[data.platform] }),
    AccountEnded: () => accountAuditWords.ended,
  },
  changes: (_event, before, after) => [
    ...differences(before.exists ? fieldsOf(before) : null, fieldsOf(after)),
    ...looksChanges(accountAuditWords.brandButton, before.brand_kit?.button, after.brand_kit?.button),
    ...looksChanges(accountAuditWords.brandCard, before.brand_kit?.card, after.brand_kit?.card),
  ],
  subjectTypes: ['account', 'user'],
  subject: (event, before, after) =>
    isOfOwner(event)
      ? proposedOwner((after.owner_proposal ?? before.owner_proposal)!)
      : { type: 'account', id: streamId(event.meta.stream), title: after.name, parent_id: null },
};
