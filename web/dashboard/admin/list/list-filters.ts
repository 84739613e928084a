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
  { source: `${source}_gte`, label: `${label}, at least`, kind: 'count' },
  { source: `${source}_lte`, label: `${label}, at most`, kind: 'count' },
];
const days = (source: string, label: string): FilterField[] => [
  { source: `${source}_gte`, label: `${label}, from`, kind: 'day', end: 'first' },
  { source: `${source}_lte`, label: `${label}, to`, kind: 'day', end: 'last' },
];

const contents = [
  ...count('total_apps', 'Apps'),
  ...count('total_story_groups', 'Story groups'),
  ...count('total_stories', 'Stories'),
];

/** Every field that users are filtered by, besides the words. */
export const userFilters: readonly FilterField[] = [
  choice('state', 'State', choices.states),
  choice('payment_status', 'Plan', choices.payment),
  choice('role', 'Role', choices.roles),
  choice('country', 'Country', choices.countries),
  text('email', 'E-mail'),
  text('firstname', 'First name'),
  text('lastname', 'Last name'),
  text('company_name', 'Company'),
  choice('employee_size', 'Company size', choices.sizes),
  choice('type', 'Type', choices.types),
  choice('status', 'Status', choices.status),
  choice('verified', 'E-mail verified', choices.verified),
  choice('premium', 'Premium', choices.premium),
  choice('store_type', 'Store', choices.stores),
  choice('already_created', 'First story', choices.created),
  ...days('ts_registration', 'Registered'),
  ...days('ts_login', 'Last login'),
  ...contents,
];

/** Every field that accounts are filtered by, besides the words. */
export const accountFilters: readonly FilterField[] = [
  choice('payment_status', 'Plan', choices.payment),
  choice('premium', 'Premium', choices.premium),
  choice('country', 'Country', choices.countries),
  choice('employee_size', 'Company size', choices.sizes),
  text('name', 'Company'),
  text('owner_email', 'Owner’s e-mail'),
  ...days('ts_created', 'Created'),
  ...days('trial_ends', 'Trial ends'),
  ...count('total_users', 'Users'),
  ...contents,
];

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
