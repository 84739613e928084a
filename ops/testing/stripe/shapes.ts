/** Fields of free names, or of a shape that depends on the kind of an object, or on why a payment failed. */
const free = /\.(metadata|last_payment_error|payment_method_options|previous_attributes|data\.\d+\.data\.object)$/;
/** Fields that are published and that stripe-mock never fills in. */
const optional = [
  'customer_account',
  'plan',
  'price_details',
  'proration_discounts',
  'redirect_to_url',
  'source',
  'subscription_item',
  'trial_period_days',
  'type',
];
/** Fields that the version which the stand-in speaks has, and the one that is compared with has not yet. */
const newer = ['allowed_payment_method_types', 'current_trial', 'pause_schedules', 'payment_record', 'tax_details'];
const unfilled = new Set([...optional, ...newer]);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object and its id stand for each other, as it is asked for. */
const isReference = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && isObject(other) && typeof other.id === 'string';

/**
 * Where an answer differs in its fields and their types from a published one, a line for each place. What is null on either
 * side says nothing about a type.
 */
export const shapeFaults = (published: unknown, ours: unknown, at = ''): string[] => {
  if (published === null || ours === null || free.test(at)) return [];
  if (isReference(published, ours) || isReference(ours, published)) return [];
  if (Array.isArray(published) && Array.isArray(ours))
    return published.length > 0 && ours.length > 0 ? shapeFaults(published[0], ours[0], `${at}.0`) : [];
  if (isObject(published) && isObject(ours)) {
    const missing = Object.keys(published).filter((name) => !(name in ours));
    const unknown = Object.keys(ours).filter((name) => !(name in published) && !unfilled.has(name));
    return [
      ...missing.map((name) => `${at}.${name} is missing`),
      ...unknown.map((name) => `${at}.${name} is not published`),
      ...Object.keys(published)
        .filter((name) => name in ours)
        .flatMap((name) => shapeFaults(published[name], ours[name], `${at}.${name}`)),
    ];
  }
  const [wanted, found] = [published, ours].map((value) => (Array.isArray(value) ? 'list' : typeof value));
  return wanted === found ? [] : [`${at} is a ${found}, published as a ${wanted}`];
};
