import { attachMethod, makeMethod, type StripeTestCard, stripeTestCards } from './cards.ts';
import { completeSession, successUrl } from './checkout.ts';
import { answerBank } from './confirmations.ts';
import { StripeFault } from './fault.ts';
import { parseForm } from './form.ts';
import { payIntent } from './intents.ts';
import { settle } from './payments.ts';
import type { CheckoutRow, CustomerRow, IntentRow, MethodRow, StripeInvoiceRow, StripeRow } from './rows.ts';
import { findRow, rowsOf, type StripeWorld, tell } from './world.ts';

/** What a page of the stand-in answers. */
interface PageAnswer {
  status: number;
  type: string;
  body: string | Buffer;
  location?: string;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const page = (title: string, body: string, status = 200): PageAnswer => ({
  status,
  type: 'text/html; charset=utf-8',
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><body><main><h1>${title}</h1>${body}</main></body></html>`,
});

const redirect = (location: string): PageAnswer => ({ status: 303, type: 'text/plain', body: '', location });

const cents = (amount: number): string => `$${(amount / 100).toFixed(2)}`;

const cardForm = (): string => {
  const choices = stripeTestCards.map(
    ({ number, label }, at) =>
      `<p><label><input type="radio" name="card" value="${number}"${at === 0 ? ' checked' : ''}> ${label} (${number})</label></p>`,
  );
  return `<form method="post">${choices.join('')}<button>Save card</button></form>`;
};

const chosenCard = (form: string): StripeTestCard | undefined =>
  stripeTestCards.find(({ number }) => number === parseForm(form).card);

const refused = (error: unknown, title: string): PageAnswer => {
  if (!(error instanceof StripeFault)) throw error;
  return page(title, `<p role="alert">${escaped(error.message)}</p>${cardForm()}`, error.status);
};

const checkout = (world: StripeWorld, id: string, form: string | null): PageAnswer => {
  const session = findRow<CheckoutRow>(world, 'checkout.session', id);
  if (session.status !== 'open') return page('This page has expired', '', 410);
  const title = 'Save a card';
  const back = session.cancel_url ? `<p><a href="${escaped(session.cancel_url)}">Back</a></p>` : '';
  if (form === null) return page(title, cardForm() + back);
  const card = chosenCard(form);
  if (!card) return page(title, `<p role="alert">Your card number is invalid.</p>${cardForm()}${back}`, 402);
  try {
    completeSession(world, session, card);
  } catch (error) {
    return refused(error, title);
  }
  return redirect(successUrl(session));
};

const portal = (world: StripeWorld, id: string, form: string | null): PageAnswer => {
  const session = findRow<StripeRow & { customer: string; return_url: string | null }>(
    world,
    'billing_portal.session',
    id,
  );
  const customer = findRow<CustomerRow>(world, 'customer', session.customer);
  const title = 'Billing';
  const card = form === null ? undefined : chosenCard(form);
  if (card)
    try {
      const method = attachMethod(world, makeMethod(world, card), customer);
      customer.invoice_settings.default_payment_method = method.id;
      tell(world, 'customer.updated', customer);
    } catch (error) {
      return refused(error, title);
    }
  const methods = rowsOf<MethodRow>(world, 'payment_method').filter((one) => one.customer === customer.id);
  const lines = methods.map(
    ({ id: method, card: { brand, last4 } }) =>
      `<li>${brand} ${last4}${customer.invoice_settings.default_payment_method === method ? ' (default)' : ''}</li>`,
  );
  const back = session.return_url ? `<p><a href="${escaped(session.return_url)}">Return</a></p>` : '';
  return page(title, `<ul>${lines.join('')}</ul>${cardForm()}${back}`);
};

/** A PDF of one page with these lines of text, by hand. */
const pdfOf = (lines: readonly string[]): Buffer => {
  const shown = lines.map((line) => `(${line.replaceAll(/[\\()]/g, '').replaceAll(/[^\x20-\x7e]/g, ' ')}) Tj T*`);
  const stream = `BT /F1 12 Tf 16 TL 60 780 Td ${shown.join(' ')} ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let text = '%PDF-1.4\n';
  const at = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${at.join('')}`;
  return Buffer.from(
    `${text}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`,
    'latin1',
  );
};

const invoicePage = (world: StripeWorld, id: string, asPdf: boolean, form: string | null): PageAnswer => {
  const invoice = findRow<StripeInvoiceRow>(world, 'invoice', id);
  // The person is there, and has confirmed it to their bank.
  if (form !== null && invoice.status === 'open') {
    payIntent(world, invoice);
    settle(world, invoice);
  }
  const { number, status, total, amount_due, lines } = invoice;
  const texts = [
    ...lines.data.map(({ description, amount }) => `${description}: ${cents(amount)}`),
    `Total: ${cents(total)}`,
    `Due: ${cents(amount_due)} (${status})`,
  ];
  if (asPdf) return { status: 200, type: 'application/pdf', body: pdfOf([`Invoice ${number}`, ...texts]) };
  const pay = status === 'open' ? '<form method="post"><button>Confirm and pay</button></form>' : '';
  return page(`Invoice ${number}`, texts.map((text) => `<p>${escaped(text)}</p>`).join('') + pay);
};

const bankPage = (world: StripeWorld, id: string, form: string | null): PageAnswer => {
  if (form !== null) return redirect(answerBank(world, id, parseForm(form).answer !== 'refuse'));
  const { amount } = findRow<IntentRow>(world, 'payment_intent', id);
  const choices = [
    ['confirm', 'Confirm payment'],
    ['refuse', 'Refuse payment'],
  ].map(([value, label]) => `<button name="answer" value="${value}">${label}</button>`);
  return page('Your bank', `<p>${cents(amount)}</p><form method="post">${choices.join(' ')}</form>`);
};

/** The page at a path, or null where there is none; `form` is what was sent to it, null where it is only looked at. */
export const answerPage = (world: StripeWorld, path: string, form: string | null): PageAnswer | null => {
  const [, kind, id, rest] = /^\/(c\/pay|p\/session|i|3ds)\/(\w+)(\/pdf)?$/.exec(path) ?? [];
  if (!kind || !id) return null;
  try {
    if (kind === 'c/pay') return checkout(world, id, form);
    if (kind === '3ds') return bankPage(world, id, form);
    if (kind === 'p/session') return portal(world, id, form);
    return invoicePage(world, id, rest !== undefined, form);
  } catch (error) {
    if (error instanceof StripeFault) return page('Not found', '', 404);
    throw error;
  }
};
