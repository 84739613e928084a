import { adminWords } from '../../words/admin.en.ts';
import { promoCodeWords } from '../../words/promo-codes.en.ts';
import { staffAccessWords } from '../../words/staff-access.en.ts';
import { t } from '../../words/t.ts';
import { choices, type Named } from '../admin-words.ts';

/** A field that a list of the admin area can be filtered by. */
export type FilterField = { source: string; label: string } & (
  | { kind: 'text' | 'count' }
  | { kind: 'choice'; choices: readonly Named[] }
  /** A UTC day; the bound is its first or its last second. */
  | { kind: 'day'; end: DayEnd }
);
/** Which second of a day a bound is. */
export type DayEnd = 'first' | 'last';

const text = (source: string, label: string): FilterField => ({ source, label, kind: 'text' });
const choice = (source: string, label: string, named: readonly Named[]): FilterField => ({
  source,
  label,
  kind: 'choice',
  choices: named,
});
const count = (source: string, label: string): FilterField[] => [
  { source: `${source}_gte`, label: t(adminWords.filterAtLeast, { label }), kind: 'count' },
  { source: `${source}_lte`, label: t(adminWords.filterAtMost, { label }), kind: 'count' },
];
const days = (source: string, label: string): FilterField[] => [
  { source: `${source}_gte`, label: t(adminWords.filterFrom, { label }), kind: 'day', end: 'first' },
  { source: `${source}_lte`, label: t(adminWords.filterTo, { label }), kind: 'day', end: 'last' },
];

const contents = [
  ...count('total_apps', t(adminWords.apps)),
  ...count('total_story_groups', t(adminWords.storyGroups)),
  ...count('total_stories', t(adminWords.stories)),
];

/** Every field that users are filtered by, besides the words. */
export const userFilters: readonly FilterField[] = [
  choice('state', t(adminWords.state), choices.states),
  choice('payment_status', t(adminWords.plan), choices.payment),
  choice('role', t(adminWords.role), choices.roles),
  choice('country', t(adminWords.country), choices.countries),
  text('email', t(adminWords.eMail)),
  text('firstname', t(adminWords.firstName)),
  text('lastname', t(adminWords.lastName)),
  text('company_name', t(adminWords.company)),
  choice('employee_size', t(adminWords.companySize), choices.sizes),
  choice('type', t(adminWords.type), choices.types),
  choice('status', t(adminWords.status), choices.status),
  choice('verified', t(adminWords.eMailVerified), choices.verified),
  choice('disabled', t(staffAccessWords.access), choices.disabled),
  choice('premium', t(adminWords.premium), choices.premium),
  choice('store_type', t(adminWords.store), choices.stores),
  choice('already_created', t(adminWords.firstStory), choices.created),
  ...days('ts_registration', t(adminWords.registered)),
  ...days('ts_login', t(adminWords.lastLogin)),
  ...contents,
];

/** Every field that accounts are filtered by, besides the words. */
export const accountFilters: readonly FilterField[] = [
  choice('payment_status', t(adminWords.plan), choices.payment),
  choice('owner_proposed', t(staffAccessWords.ownerProposed), choices.proposed),
  choice('premium', t(adminWords.premium), choices.premium),
  choice('country', t(adminWords.country), choices.countries),
  choice('employee_size', t(adminWords.companySize), choices.sizes),
  text('name', t(adminWords.company)),
  text('owner_email', t(adminWords.ownersEMail)),
  ...days('ts_created', t(adminWords.created)),
  ...days('trial_ends', t(adminWords.trialEnds)),
  ...count('total_users', t(adminWords.users)),
  ...contents,
];

/** Every field that promo codes are filtered by, besides the words. */
export const promoCodeFilters: readonly FilterField[] = [choice('state', t(promoCodeWords.state), choices.promoStates)];

const daySeconds = 86_400;

/** The UTC day of a bound, as a date input writes it; a day stays as it is, and nothing is an empty text. */
export function boundDay(bound: unknown): string {
  if (typeof bound === 'number') return new Date(bound * 1000).toISOString().slice(0, 10);
  return typeof bound === 'string' ? bound : '';
}

/** A day as the server takes it: its first or its last second; an empty text when it is none. */
export function readDay(written: string, end: DayEnd): number | '' {
  const day = Date.parse(`${written}T00:00:00Z`) / 1000;
  if (Number.isNaN(day)) return '';
  return end === 'first' ? day : day + daySeconds - 1;
}

/** A count as the server takes it; an empty text when it is none. */
export function readCount(written: string | number): number | '' {
  return /^\d{1,9}$/.test(String(written)) ? Number(written) : '';
}
