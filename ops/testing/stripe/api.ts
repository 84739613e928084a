import { couponRoutes, priceRoutes } from './catalogue.ts';
import { pageRoutes } from './checkout.ts';
import { intentRoutes } from './confirmations.ts';
import { customerRoutes } from './customers.ts';
import { eventListRoutes } from './events.ts';
import { invalid, StripeFault } from './fault.ts';
import type { FormValue } from './form.ts';
import { invoiceItemRoutes } from './invoice-items.ts';
import { invoiceRoutes } from './invoices.ts';
import type { StripeRoute } from './route.ts';
import type { StripeRow } from './rows.ts';
import { scheduleRoutes } from './schedules.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import type { StripeWorld } from './world.ts';

const routes: readonly StripeRoute[] = [
  ...customerRoutes,
  ...priceRoutes,
  ...couponRoutes,
  // Before invoices, whose ids could be taken for a preview.
  ...subscriptionRoutes,
  ...scheduleRoutes,
  ...invoiceRoutes,
  ...invoiceItemRoutes,
  ...intentRoutes,
  ...pageRoutes,
  ...eventListRoutes,
];

/** What is only answered where it is asked for. */
const extras: Record<string, (world: StripeWorld, row: StripeRow) => unknown> = {
  'invoice.payments': (world, row) => ({
    object: 'list',
    data: [...world.rows.values()].filter((one) => one.object === 'invoice_payment' && one.invoice === row.id),
    has_more: false,
    url: `/v1/invoice_payments?invoice=${row.id}`,
  }),
};

const expandAt = (world: StripeWorld, at: unknown, [name, ...rest]: string[], path: string): unknown => {
  if (Array.isArray(at)) return at.map((one) => expandAt(world, one, [name!, ...rest], path));
  const row = at as StripeRow;
  const extra = extras[`${row.object}.${name}`];
  const value = extra ? extra(world, row) : row[name!];
  if (value === undefined) throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' });
  const full = typeof value === 'string' ? world.rows.get(value) : value;
  const isId = typeof value === 'string' || (Array.isArray(value) && typeof value[0] === 'string');
  if (typeof value === 'string' && !full)
    throw invalid(`This property cannot be expanded (${path}).`, { param: 'expand' });
  const opened = isId && Array.isArray(value) ? value.map((id) => world.rows.get(id as string)) : full;
  if (opened === null) return { ...row, [name!]: null };
  return { ...row, [name!]: rest.length === 0 ? opened : expandAt(world, opened, rest, path) };
};

const expanded = (world: StripeWorld, answer: object, paths: readonly string[]): object => {
  let at = answer;
  for (const path of paths) {
    const parts = path.split('.');
    if (parts.length > 4) throw invalid('You cannot expand more than 4 levels of a property.', { param: 'expand' });
    at = expandAt(world, at, parts, path) as object;
  }
  return at;
};

const number = (form: Record<string, FormValue>, name: string, fallback: number): number => {
  const value = form[name];
  if (value === undefined) return fallback;
  const found = Number(value);
  if (!Number.isInteger(found) || found < 1 || found > 100)
    throw invalid(`Invalid ${name}: must be between 1 and 100`, { param: name });
  return found;
};

const paged = (rows: readonly StripeRow[], form: Record<string, FormValue>, url: string): object => {
  const size = number(form, 'limit', 10);
  const placeOf = (name: string): number | null => {
    const id = form[name];
    if (id === undefined) return null;
    const at = rows.findIndex((row) => row.id === id);
    if (at < 0) throw invalid(`No such object: '${String(id)}'`, { code: 'resource_missing', param: name });
    return at;
  };
  const [after, before] = [placeOf('starting_after'), placeOf('ending_before')];
  const start = before === null ? (after ?? -1) + 1 : Math.max(0, before - size);
  const data = rows.slice(start, before ?? start + size);
  return {
    object: 'list',
    data,
    has_more: before === null ? start + size < rows.length : start > 0,
    url,
  };
};

/** How many lines come along with an invoice. */
const fewLines = 10;

/** An answer whose invoices have only their first lines; the others are to be listed. */
const withFewLines = (answer: object): object => {
  const row = answer as { object?: string; data?: object[]; lines?: { data: object[] } };
  if (row.object === 'list' && row.data) return { ...row, data: row.data.map(withFewLines) };
  if (row.object !== 'invoice' || !row.lines || row.lines.data.length <= fewLines) return row;
  return { ...row, lines: { ...row.lines, data: row.lines.data.slice(0, fewLines), has_more: true } };
};

/** Answers a call of the API, as an object of its own. Throws a StripeFault. */
export const answerCall = (
  world: StripeWorld,
  method: string,
  path: string,
  form: Record<string, FormValue>,
): object => {
  const found = routes.find((one) => one.method === method && one.path.test(path));
  if (!found)
    throw new StripeFault(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}).`,
    });
  const ids = (found.path.exec(path) ?? []).slice(1).map(decodeURIComponent);
  const { expand = [], ...rest } = form;
  const { limit: _limit, starting_after: _after, ending_before: _before, ...own } = rest;
  const paths = Array.isArray(expand) ? expand.map(String) : [String(expand)];
  const answer = found.run(world, found.lists ? own : rest, ids);
  const whole = Array.isArray(answer) ? paged(answer, rest, path) : answer;
  return structuredClone(withFewLines(expanded(world, whole, paths)));
};
