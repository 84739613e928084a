import type { AdminUserRow } from '#contracts/admin/admin.ts';
import { countries } from '#contracts/api/countries.ts';
import { employeeSizes } from '#contracts/api/limits.ts';
import type { FeatureName } from '#contracts/api/plans.ts';
import { roles } from '#contracts/api/roles.ts';
import { userStatus } from '#contracts/user/rows.ts';
import { roleWords } from '#contracts/words/roles.en.ts';
import type { BadgeKind } from '../kit/Badge.tsx';
import { t } from '../words/t.ts';

/** One value of a field that has few, and what it is called. */
export interface Named {
  value: string | number | boolean;
  label: string;
}

/** What an account's payment status means. */
export const paymentStates: readonly (Named & { value: number; kind: BadgeKind })[] = [
  { value: 0, label: 'Premium', kind: 'primary' },
  { value: 1, label: 'Subscribed', kind: 'active' },
  { value: 2, label: 'Pre-Trial', kind: 'test' },
  { value: 3, label: 'Payment failed', kind: 'danger' },
  { value: 4, label: 'Subscribed, promo', kind: 'active' },
  { value: 5, label: 'Cancelled, runs out', kind: 'waiting' },
  { value: 9, label: 'Starter', kind: 'neutral' },
  { value: -3, label: 'Custom plan', kind: 'primary' },
];

/** The word and the look of a payment status; its number when it is none that we know. */
export function paymentState(value: number): { label: string; kind: BadgeKind } {
  return paymentStates.find((one) => one.value === value) ?? { label: `Status ${value}`, kind: 'neutral' };
}

/** How the state of a user is called and looks. */
export const userStateWords: Record<AdminUserRow['state'], { label: string; kind: BadgeKind }> = {
  active: { label: 'Active', kind: 'active' },
  pending: { label: 'Pending', kind: 'waiting' },
  deleted: { label: 'Deleted', kind: 'inactive' },
};

/** Whether a user belongs to an account: who was deleted does not, nor who has not yet accepted an invitation. */
export function isMember({ status, invited }: Pick<AdminUserRow, 'status' | 'invited'>): boolean {
  return status === userStatus.active && invited === 0;
}

/** A user's name, or the e-mail of somebody who has not given one. */
export function personName({
  firstname,
  lastname,
  email,
}: Pick<AdminUserRow, 'firstname' | 'lastname' | 'email'>): string {
  return `${firstname} ${lastname}`.trim() || email;
}

/** What a feature is called. */
export const featureLabels: Record<FeatureName, string> = {
  multi_instance: 'Several instances',
  personalization: 'Personalization',
  mfa: 'Two-factor sign-in',
  social_share: 'Social sharing',
  segmented_stories: 'Labels',
  deeplink: 'Deep links',
  team_structure: 'Team',
  instagram_auto_import: 'Instagram, automatic',
  ivod: 'Interactive video',
  web: 'Web apps',
  ad_settings: 'Ads',
  reaction: 'Reactions',
  swipe_up: 'Swipe up',
  poll: 'Polls',
  quiz: 'Quizzes',
  countdown: 'Countdowns',
  rating: 'Ratings',
};

/** The choices of fields that have few values. */
export const choices = {
  countries: countries().map(({ code, name }): Named => ({ value: code, label: name })),
  sizes: employeeSizes.map((size): Named => ({ value: size, label: `${size} employees` })),
  payment: paymentStates,
  premium: [
    { value: 1, label: 'Premium' },
    { value: 0, label: 'Not premium' },
  ],
  states: [
    { value: 'active', label: 'Active' },
    { value: 'pending', label: 'Pending' },
    { value: 'deleted', label: 'Deleted' },
  ],
  verified: [
    { value: 1, label: 'Verified' },
    { value: 0, label: 'Not verified' },
  ],
  status: [
    { value: 1, label: 'Normal' },
    { value: 2, label: 'Deleted' },
  ],
  types: [
    { value: 1, label: 'User' },
    { value: 2, label: 'Staff' },
  ],
  roles: roles.map((role): Named => ({ value: role, label: t(roleWords[role]) })),
  stores: [
    { value: 'ios', label: 'iOS' },
    { value: 'android', label: 'Android' },
    { value: 'web', label: 'Web' },
  ],
  created: [
    { value: true, label: 'Has made a story' },
    { value: false, label: 'Has not yet' },
  ],
} satisfies Record<string, readonly Named[]>;

/** The English name of a country by its code; a dash without one. */
export function countryName(code: string | null): string {
  return choices.countries.find((one) => one.value === code)?.label ?? code ?? '–';
}
