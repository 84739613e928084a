import t from 'tap';
import { renderFailedPayment } from '#kernel/mail/billing.ts';
import { stripeOf } from './open.ts';
import { startInstallation, startStripeAt } from './test-installation.ts';
import { asksForPerson, works } from './test-scene.ts';

const hour = 3600;
const day = 24 * hour;

t.test('a plan that the bank wants confirmed is confirmed at Stripe, and then begins', async (t) => {
  const stripe = await startStripeAt(t, '2027-03-10T09:00:00Z');
  const s = await startInstallation(t, stripe);
  stripe.webhooks.sendTo(s.webhooks);
  const { h, api, useCard: giveCard, subscribe, customer, account, invoices, pass, follow, asStaff } = s;
  type Person = Parameters<typeof account>[0];
  const unconfirmed = {
    code: 'PaymentUnconfirmed',
    message: 'Your bank wants you to confirm this payment. You can do that at Stripe.',
  };
  const paid = async (url: string) => t.match(await (await fetch(url, { method: 'POST' })).text(), /paid/);
  /** Somebody who has asked for a plan with a card whose bank wants to be asked. */
  const asking = async (plan: string, more: object = {}) => {
    const person = await h.person();
    await giveCard(person, asksForPerson);
    const answer = (await subscribe(person, plan, more)).json();
    t.match(answer, unconfirmed);
    return { person, url: answer.data.url as string };
  };
  const page = async (person: Person) => {
    const { to_confirm } = await customer(person);
    return (await api(person, 'GET', `/invoice/${to_confirm!.id}/page`)).json().data?.url;
  };
  const atStripe = async (person: Person, object: string, status: string) => {
    const own = await s.atStripe(person);
    return [...stripe.world.rows.values()].filter(
      (row) => row.object === object && row.customer === own && row.status === status,
    ).length;
  };

  await t.test('a first payment', async (t) => {
    const { person, url } = await asking('growth');
    t.match(await account(person), { payment_status: 2 }, 'nothing has begun');
    t.match(await customer(person), {
      subscription: null,
      open_invoice: null,
      to_confirm: { plan: { id: 'growth' }, amount_due: 69_900, ts_until: Math.floor(stripe.now() / 1000) + 23 * hour },
    });
    t.same(await invoices(person), []);
    t.equal(await page(person), url);
    const { to_confirm } = await customer(person);
    const other = await h.person();
    t.equal((await api(other, 'GET', `/invoice/${to_confirm!.id}/page`)).statusCode, 404);
    await paid(url);
    await follow();
    t.match(await account(person), { plan: 'growth', payment_status: 1 });
    t.match(await customer(person), { to_confirm: null, subscription: { plan: { id: 'growth' } } });
    t.match(await invoices(person), [{ status: 'paid', amount_paid: 69_900 }]);
    t.equal((await api(person, 'GET', `/invoice/${to_confirm!.id}/page`)).statusCode, 404, 'what is paid has no page');
  });

  await t.test('an upgrade, which leaves the plan as it is until then and takes an end back', async (t) => {
    const person = await s.buyer('startup');
    await pass(60);
    await api(person, 'DELETE', '/subscribe');
    await giveCard(person, asksForPerson);
    const { url } = (await subscribe(person, 'growth')).json().data;
    t.match(await account(person), { plan: 'startup', payment_status: 5 });
    t.match((await customer(person)).to_confirm, { plan: { id: 'growth' } });
    t.equal((await invoices(person)).length, 1);
    await paid(url);
    await follow();
    t.match(await account(person), { plan: 'growth', payment_status: 1 });
    t.match(await customer(person), { to_confirm: null, subscription: { cancel_at: null } });
    t.match(await invoices(person), [{ status: 'paid', amount_paid: 35_000 }, { status: 'paid' }]);
  });

  await t.test('a code counts once it is confirmed', async (t) => {
    await asStaff('coupons', { id: 'spring', percent_off: 20, duration: 'repeating', duration_in_months: 3 });
    const code = { 'promotion[type]': 'coupon', 'promotion[coupon]': 'spring', code: 'SPRING' };
    await asStaff('promotion_codes', code);
    for (const before of [null, 'startup'] as const) {
      const person = before ? await s.buyer(before) : await h.person();
      await giveCard(person, asksForPerson);
      const { url } = (await subscribe(person, 'growth', { promo_code: 'SPRING' })).json().data;
      t.match((await customer(person)).subscription?.discount ?? null, null);
      await paid(url);
      await follow();
      t.match((await customer(person)).subscription, {
        plan: { id: 'growth' },
        discount: { coupon: { id: 'SPRING' } },
      });
      t.match((await subscribe(person, 'growth', { promo_code: 'SPRING' })).json(), { code: 'PromoUsed' });
    }
  });

  await t.test('what is wanted instead takes its place, and is charged alone', async (t) => {
    const { person, url } = await asking('growth');
    const again = (await subscribe(person, 'growth')).json();
    t.match(again, unconfirmed);
    t.not(again.data.url, url);
    await giveCard(person, works);
    t.equal((await subscribe(person, 'startup')).statusCode, 200);
    t.match(await customer(person), { to_confirm: null, subscription: { plan: { id: 'startup' } } });
    t.same(
      await Promise.all([
        atStripe(person, 'subscription', 'active'),
        atStripe(person, 'subscription', 'incomplete'),
        atStripe(person, 'invoice', 'open'),
      ]),
      [1, 0, 0],
    );
    t.match(await invoices(person), [{ amount_paid: 34_900 }]);
    t.equal((await invoices(person)).length, 1);
    await fetch(again.data.url, { method: 'POST' });
    await follow();
    t.match(await account(person), { plan: 'startup' }, 'an old page pays for nothing');
  });

  await t.test('what nobody confirms within 23 hours leaves nothing behind', async (t) => {
    const { person } = await asking('growth');
    const holder = await s.buyer('startup');
    await giveCard(holder, asksForPerson);
    t.match((await subscribe(holder, 'growth')).json(), unconfirmed);
    await pass(day);
    for (const one of [person, holder]) t.equal((await customer(one)).to_confirm, null);
    t.match(
      [await account(person), await account(holder)],
      [{ payment_status: 2 }, { plan: 'startup', payment_status: 1 }],
    );
    t.same([(await invoices(person)).length, (await invoices(holder)).length], [0, 1]);
    t.match((await subscribe(person, 'growth')).json(), unconfirmed, 'and can be asked for anew');
  });

  await t.test(
    'the owners are mailed once of a charge that was made without them, and of none that they make',
    async (t) => {
      const { person: buyer } = await asking('growth');
      const holder = await s.buyer('startup');
      const { default_card: card } = (await (await stripeOf(h.kernel)).readCustomer(await s.atStripe(holder)))!;
      const mailed = async ({ account_id }: Person) => {
        const { rows } = await h.kernel.db.pool.query<{
          type: string;
          data: { amount: number; code: string; ts_next: number | null };
        }>(
          `select e.type, e.data from job_outbox o join event e on e.event_id = o.event_id
          where o.effect = 'billing_mail' and e.stream = $1 order by e.version`,
          [`subscription-${account_id}`],
        );
        return rows;
      };
      const types = async (person: Person) => (await mailed(person)).map(({ type }) => type);
      t.same(await types(buyer), [], 'who buys is asked on the page');
      stripe.refuse(card!, 'authentication_required');
      await pass(32 * day);
      const once = ['InvoiceClosed', 'InvoiceClosed', 'PaymentFailed'];
      t.same(await types(holder), once);
      const reader = { firstname: 'Nora', page: 'https://storyrail.test/settings/payment' };
      const { data } = (await mailed(holder)).at(-1)!;
      const then = { ts_next: data.ts_next! };
      const mail = renderFailedPayment(reader, { number: 'A-1', ...data, then });
      t.equal(mail.subject, 'Confirm your Storyrail payment');
      t.match(mail.text, /confirm \$349\.00 for invoice A-1\.[\s\S]*\/settings\/payment/);
      await subscribe(holder, 'startup');
      t.same(await types(holder), once, 'nor of what they have just tried themselves');
      await pass(4 * day);
      t.same(await types(holder), once, 'nor again each time that it is tried');
      t.match((await customer(holder)).open_invoice, { confirm: true });
    },
  );

  const bank = async (person: Person, id: string, answer: 'confirm' | 'refuse') => {
    const { url } = (await api(person, 'POST', `/invoice/${id}/confirm`)).json().data;
    t.equal(
      (await api(person, 'POST', `/invoice/${id}/confirm`)).json().data.url,
      url,
      'the same when asked for again',
    );
    const done = await fetch(url, { method: 'POST', body: new URLSearchParams({ answer }), redirect: 'manual' });
    const back = new URL(done.headers.get('location')!);
    t.equal(back.href.split('&')[0], `${h.config.PUBLIC_URL}/settings/payment?confirmed=${id}`);
    return (await api(person, 'POST', `/invoice/${id}/confirmed`)).json();
  };
  const refused = { data: { paid: false }, message: "Your bank hasn't confirmed this payment." };
  const confirmed = { data: { paid: true }, message: 'Your invoice is paid.' };

  await t.test('the page of the bank leads back, and what has come of it is known at once', async (t) => {
    const { person: buyer, url } = await asking('growth');
    const { id } = (await customer(buyer)).to_confirm!;
    const other = await h.person();
    for (const path of ['confirm', 'confirmed'])
      t.equal((await api(other, 'POST', `/invoice/${id}/${path}`)).statusCode, 404, 'of nobody else');
    t.match(await bank(buyer, id, 'refuse'), refused);
    t.match(await customer(buyer), { to_confirm: { id }, subscription: null });
    t.match(await bank(buyer, id, 'confirm'), confirmed);
    t.match(await account(buyer), { plan: 'growth', payment_status: 1 }, 'before any webhook is followed');
    t.match((await api(buyer, 'POST', `/invoice/${id}/confirm`)).statusCode, 404);
    t.match((await api(buyer, 'POST', `/invoice/${id}/confirmed`)).json(), confirmed, 'also after a reload');
    t.ok(url);

    const holder = await s.buyer('startup');
    await pass(60);
    await giveCard(holder, asksForPerson);
    await subscribe(holder, 'growth');
    t.match(await bank(holder, (await customer(holder)).to_confirm!.id, 'confirm'), confirmed);
    t.match(await account(holder), { plan: 'growth' });
    await pass(32 * day);
    t.match(await account(holder), { payment_status: 3 });
    const { id: open } = (await customer(holder)).open_invoice!;
    t.match(await bank(holder, open, 'confirm'), confirmed);
    t.match([await account(holder), (await customer(holder)).open_invoice], [{ payment_status: 1 }, null]);
  });

  await t.test('where the bank does not ask, it is paid at once, or paid on the page of the invoice', async (t) => {
    const { person: buyer, url } = await asking('growth');
    const { id } = (await customer(buyer)).to_confirm!;
    const { default_card: card } = (await (await stripeOf(h.kernel)).readCustomer(await s.atStripe(buyer)))!;
    stripe.refuse(card!, 'insufficient_funds');
    t.same((await api(buyer, 'POST', `/invoice/${id}/confirm`)).json().data, { url }, 'by another card');
    await giveCard(buyer, works);
    t.match((await api(buyer, 'POST', `/invoice/${id}/confirm`)).json(), {
      data: { url: null },
      message: confirmed.message,
    });
    t.match(await account(buyer), { plan: 'growth', payment_status: 1 });
  });

  await t.test('a card that is declined leaves nothing that waits', async (t) => {
    const person = await h.person();
    await giveCard(person, '4000000000000341');
    t.match((await subscribe(person, 'growth')).json(), { code: 'CardDeclined' });
    t.equal((await customer(person)).to_confirm, null);
    t.equal(await atStripe(person, 'subscription', 'incomplete'), 0);
  });
});
