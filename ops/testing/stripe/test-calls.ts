import { startStripe } from './server.ts';

type Options = NonNullable<Parameters<typeof startStripe>[1]>;
type Answer = { [field: string]: unknown } & { id: string };

/** A moment in unix seconds, from a date or a time in UTC. */
export const unixOf = (text: string): number => Date.parse(text.includes('T') ? text : `${text}T00:00:00Z`) / 1000;

/** A stand-in whose time begins at `at`, and calls of it as a form, by the names that Stripe's documents use. */
export const startCalls = async (t: Parameters<typeof startStripe>[0], at: string, options: Options = {}) => {
  const stripe = await startStripe(t, { ...options, now: unixOf(at) * 1000 });

  /** Calls the API; answers the status, the body and the heads. */
  const send = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    fields: Record<string, string | number | boolean> = {},
    headers: Record<string, string> = {},
  ) => {
    const form = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString();
    const answer = await fetch(`${stripe.url}/v1/${path}${method === 'POST' || !form ? '' : `?${form}`}`, {
      method,
      headers: { authorization: `Bearer ${stripe.key}`, ...headers },
      ...(method === 'POST' ? { body: form } : {}),
    });
    return { status: answer.status, body: (await answer.json()) as Answer, headers: answer.headers };
  };
  type Fields = Parameters<typeof send>[2];

  /** What a call answers that must not be refused. */
  const done = async (method: Parameters<typeof send>[0], path: string, fields?: Fields): Promise<Answer> => {
    const { status, body } = await send(method, path, fields);
    if (status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`);
    return body;
  };
  const get = (path: string, fields?: Fields) => done('GET', path, fields);
  const post = (path: string, fields?: Fields) => done('POST', path, fields);
  /** The rows of a list. */
  const list = async (path: string, fields?: Fields): Promise<Answer[]> =>
    ((await get(path, { limit: 100, ...fields })) as unknown as { data: Answer[] }).data;
  /** Why a call is refused, by its status, code and parameter. */
  const refused = async (path: string, fields?: Fields, method: Parameters<typeof send>[0] = 'POST') => {
    const { status, body } = await send(method, path, fields);
    const { code = null, param = null } = body.error as { code?: string; param?: string };
    return [status, code, param];
  };

  /** A customer who pays by one of Stripe's ready-made cards. */
  const customerWith = async (method = 'pm_card_visa'): Promise<string> => {
    const { id } = await post('customers', { name: 'Marlow' });
    const card = await post(`payment_methods/${method}/attach`, { customer: id });
    await post(`customers/${id}`, { 'invoice_settings[default_payment_method]': card.id });
    return id;
  };
  /** A price in cents by the month, or by the year. */
  const priceOf = async (unit_amount: number, interval: 'month' | 'year' = 'month'): Promise<string> =>
    (
      await post('prices', {
        currency: 'usd',
        unit_amount,
        'recurring[interval]': interval,
        'product_data[name]': `Plan ${unit_amount}`,
      })
    ).id;
  const subscribe = (customer: string, price: string, fields: Fields = {}) =>
    post('subscriptions', { customer, 'items[0][price]': price, ...fields });
  /** The item of a subscription with another price. */
  const withPrice = (sub: Answer, price: string) => ({
    'items[0][id]': (sub.items as { data: { id: string }[] }).data[0]!.id,
    'items[0][price]': price,
  });
  /** The amounts of an invoice's lines. */
  const amounts = (invoice: Answer): number[] =>
    (invoice.lines as { data: { amount: number }[] }).data.map(({ amount }) => amount);
  /** Invoices of a customer, the oldest first. */
  const invoicesOf = async (customer: string) => (await list('invoices', { customer })).reverse();
  /** The kinds of what happened, in their order. */
  const happened = () => stripe.world.events.map(({ type }) => type);

  return {
    stripe,
    send,
    get,
    post,
    list,
    refused,
    customerWith,
    priceOf,
    subscribe,
    withPrice,
    amounts,
    invoicesOf,
    happened,
  };
};
