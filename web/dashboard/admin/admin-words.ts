import type { AdminUserRow } from '#contracts/admin/admin.ts';
import { promoStates } from '#contracts/admin/promo-code.ts';
import { countries } from '#contracts/api/countries.ts';
import { employeeSizes } from '#contracts/api/limits.ts';
import { type FeatureName, paymentStatus } from '#contracts/api/plans.ts';
import { roles } from '#contracts/api/roles.ts';
import { userStatus } from '#contracts/user/status.ts';
import { roleWords } from '#contracts/words/roles.en.ts';
import type { BadgeKind } from '../kit/text/Badge.tsx';
import { adminWords } from '../words/admin.en.ts';
import { promoCodeWords } from '../words/promo-codes.en.ts';
import { staffAccessWords } from '../words/staff-access.en.ts';
import { t } from '../words/t.ts';

/** One value of a field that has few, and what it is called. */
export interface Named {
  value: string | number | boolean;
  label: string;
}

/** What an account's payment status means. */
export const paymentStates: readonly (Named & { value: number; kind: BadgeKind })[] = [
  { value: paymentStatus.trial, label: t(adminWords.preTrial), kind: 'test' },
  { value: paymentStatus.paid, label: t(adminWords.subscribed), kind: 'active' },
  { value: paymentStatus.promo, label: t(adminWords.subscribedPromo), kind: 'active' },
  { value: paymentStatus.failed, label: t(adminWords.paymentFailed), kind: 'danger' },
  { value: paymentStatus.ending, label: t(adminWords.cancelledRunsOut), kind: 'waiting' },
  { value: paymentStatus.lapsed, label: t(adminWords.starter), kind: 'neutral' },
  { value: paymentStatus.custom, label: t(adminWords.customPlan), kind: 'primary' },
  { value: paymentStatus.premium, label: t(adminWords.premium), kind: 'primary' },
];

/** The word and the look of a payment status; its number when it is none that we know. */
export function paymentState(value: number): { label: string; kind: BadgeKind } {
  return (
    paymentStates.find((one) => one.value === value) ?? { label: t(adminWords.otherStatus, { value }), kind: 'neutral' }
  );
}

/** How the state of a user is called and looks. */
export const userStateWords: Record<AdminUserRow['state'], { label: string; kind: BadgeKind }> = {
  active: { label: t(adminWords.active), kind: 'active' },
  pending: { label: t(adminWords.pending), kind: 'waiting' },
  deleted: { label: t(adminWords.deleted), kind: 'inactive' },
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
  multi_instance: t(adminWords.severalInstances),
  personalization: t(adminWords.personalization),
  mfa: t(adminWords.twoFactorSignIn),
  social_share: t(adminWords.socialSharing),
  segmented_stories: t(adminWords.labels),
  deeplink: t(adminWords.deepLinks),
  team_structure: t(adminWords.team),
  instagram_auto_import: t(adminWords.instagramAutomatic),
  ivod: t(adminWords.interactiveVideo),
  web: t(adminWords.webApps),
  ad_settings: t(adminWords.ads),
  reaction: t(adminWords.reactions),
  swipe_up: t(adminWords.swipeUp),
  poll: t(adminWords.polls),
  quiz: t(adminWords.quizzes),
  countdown: t(adminWords.countdowns),
  rating: t(adminWords.ratings),
};

/** The choices of fields that have few values. */
export const choices = {
  countries: countries().map(({ code, name }): Named => ({ value: code, label: name })),
  sizes: employeeSizes.map((size): Named => ({ value: size, label: t(adminWords.employees, { size }) })),
  payment: paymentStates,
  promoStates: promoStates.map((state): Named => ({ value: state, label: t(promoCodeWords[state]) })),
  premium: [
    { value: 1, label: t(adminWords.premium) },
    { value: 0, label: t(adminWords.notPremium) },
  ],
  states: [
    { value: 'active', label: t(adminWords.active) },
    { value: 'pending', label: t(adminWords.pending) },
    { value: 'deleted', label: t(adminWords.deleted) },
  ],
  verified: [
    { value: 1, label: t(adminWords.verified) },
    { value: 0, label: t(adminWords.notVerified) },
  ],
  disabled: [
    { value: 1, label: t(staffAccessWords.disabled) },
    { value: 0, label: t(staffAccessWords.enabled) },
  ],
  proposed: [{ value: 1, label: t(staffAccessWords.waiting) }],
  status: [
    { value: 1, label: t(adminWords.normal) },
    { value: 2, label: t(adminWords.deleted) },
  ],
  types: [
    { value: 1, label: t(adminWords.user) },
    { value: 2, label: t(adminWords.staff) },
  ],
  roles: roles.map((role): Named => ({ value: role, label: t(roleWords[role]) })),
  stores: [
    { value: 'ios', label: t(adminWords.iOs) },
    { value: 'android', label: t(adminWords.android) },
    { value: 'web', label: t(adminWords.web) },
  ],
  created: [
    { value: true, label: t(adminWords.firstStoryMade) },
    { value: false, label: t(adminWords.firstStoryMissing) },
  ],
} satisfies Record<string, readonly Named[]>;

/** The English name of a country by its code; a dash without one. */
export function countryName(code: string | null): string {
  return choices.countries.find((one) => one.value === code)?.label ?? code ?? '–';
}
