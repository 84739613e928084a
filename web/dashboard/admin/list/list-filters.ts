import { dateIn, exactNumber } from '../../kit/format.ts';
import { choices, type Named } from '../admin-words.ts';

/** A field that a list of the admin area can be filtered by. */
export type FilterField = { source: string; label: string } & (
  | { kind: 'text' }
  | { kind: 'choice'; choices: readonly Named[] }
  /** Two bounds, `_gte` and `_lte`, both included; days are UTC. */
  | { kind: 'count' | 'days' }
);
/** The filter of a list as the server takes it. */
export type Filter = Record<string, unknown>;

const text = (source: string, label: string): FilterField => ({ source, label, kind: 'text' });
const choice = (source: string, label: string, named: readonly Named[]): FilterField => ({
  source,
  label,
  kind: 'choice',
  choices: named,
});
const count = (source: string, label: string): FilterField => ({ source, label, kind: 'count' });
const days = (source: string, label: string): FilterField => ({ source, label, kind: 'days' });

const contents = [
  count('total_apps', 'Apps'),
  count('total_story_groups', 'Story groups'),
  count('total_stories', 'Stories'),
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
  days('ts_registration', 'Registered'),
  days('ts_login', 'Last login'),
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
  days('ts_created', 'Created'),
  days('trial_ends', 'Trial ends'),
  count('total_users', 'Users'),
  ...contents,
];

/** The names under which a field stands in a filter. */
export function keysOf({ source, kind }: FilterField): string[] {
  return kind === 'count' || kind === 'days' ? [`${source}_gte`, `${source}_lte`] : [source];
}

/** The filter without a field. */
export function without(filter: Filter, field: FilterField): Filter {
  const keys = keysOf(field);
  return Object.fromEntries(Object.entries(filter).filter(([key]) => !keys.includes(key)));
}

/** Whether a filter uses a field. */
export function isSet(filter: Filter, field: FilterField): boolean {
  return keysOf(field).some((key) => filter[key] !== undefined);
}

function bounds(from: string | null, to: string | null): string {
  if (from === to && from !== null) return from;
  if (from === null) return `up to ${to}`;
  return to === null ? `from ${from}` : `${from} to ${to}`;
}

/** What a filter asks of a field, in words. */
export function filterText(filter: Filter, field: FilterField): string {
  if (field.kind === 'text') return `“${filter[field.source]}”`;
  if (field.kind === 'choice') {
    const value = filter[field.source];
    return field.choices.find((one) => one.value === value)?.label ?? String(value);
  }
  const [from, to] = keysOf(field).map((key) => filter[key] as number | undefined);
  const said = (value: number | undefined) =>
    value === undefined ? null : field.kind === 'days' ? dateIn('UTC', value) : exactNumber(value);
  return bounds(said(from), said(to));
}

const daySeconds = 86_400;
/** A bound as the drawer writes it: days as YYYY-MM-DD. */
export function boundText(field: FilterField, value: unknown): string {
  if (typeof value !== 'number') return '';
  return field.kind === 'days' ? new Date(value * 1000).toISOString().slice(0, 10) : String(value);
}

/** A bound as the server takes it; a last day is meant to its last second. Undefined when it is none. */
export function readBound(field: FilterField, written: string, end: 'gte' | 'lte'): number | undefined {
  if (written === '') return undefined;
  if (field.kind === 'count') return /^\d{1,9}$/.test(written) ? Number(written) : undefined;
  const day = Date.parse(`${written}T00:00:00Z`) / 1000;
  if (Number.isNaN(day)) return undefined;
  return end === 'gte' ? day : day + daySeconds - 1;
}
