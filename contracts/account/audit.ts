import { type AuditFields, differences } from '../audit/differences.ts';
import { changedFields, quoted } from '../audit/phrases.ts';
import type { NounAudit } from '../noun.ts';
import { streamId } from '../stream-name.ts';
import type { accountEvents, Profile } from './events.ts';
import type { AccountState } from './state.ts';

const labels = {
  name: 'the company name',
  country: 'the country',
  employee_size: 'the company size',
  time_zone: 'the time zone',
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
  ...state.profile,
  dynamic_segmentation: state.profile.dynamic_segmentation?.map((list) => list.name),
});

const viewerLists = (profile: Profile): string => JSON.stringify(profile.dynamic_segmentation ?? []);

/** How the audit tells of accounts. */
export const accountAudit: NounAudit<typeof accountEvents, AccountState> = {
  sentences: {
    AccountCreated: ({ data }) => `created the account ${quoted(data.name)}`,
    AccountDetailsChanged: ({ data }) => `${changedFields(data, labels)} of the account`,
    TestDevicesChanged: ({ data }) =>
      `set ${data.test_devices.length} test ${data.test_devices.length === 1 ? 'device' : 'devices'}`,
    ProfileAnswered: ({ data, before }) =>
      viewerLists(data.profile) === viewerLists(before.profile)
        ? 'answered the profile questions'
        : 'changed the lists of viewers that the account keeps',
    AccountPremiumChanged: ({ data }) =>
      data.premium ? 'made the account premium' : 'ended the premium of the account',
    AccountFeaturesChanged: () => 'changed the features of the account',
  },
  changes: (_event, before, after) => differences(before.exists ? fieldsOf(before) : null, fieldsOf(after)),
  subjectTypes: ['account'],
  subject: ({ meta }, _before, after) => ({
    type: 'account',
    id: streamId(meta.stream),
    title: after.name,
    parent_id: null,
  }),
};
