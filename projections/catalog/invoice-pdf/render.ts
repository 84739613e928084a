import PDFDocument from 'pdfkit';
import { billDay } from '#contracts/subscription/line-text.ts';
import { money } from '#contracts/subscription/money.ts';
import type { InvoiceRow } from '#contracts/subscription/rows.ts';
import { billingWords } from '#contracts/words/billing.en.ts';
import { fill } from '#contracts/words/phrase.ts';
import { say } from '#kernel/platform/say.ts';
import { customerLines, type InvoiceCustomer } from './customer.ts';
import { directionOf } from './direction.ts';
import { openFonts } from './fonts.ts';
import { createTypesetter } from './typesetter.ts';

const page = { left: 56, right: 539, width: 483, bottom: 770 } as const;
// The brand's colour on paper, as in the light theme.
const brand = '#4c2de0';
const soft = '#5d5d6b';

/** An invoice as a PDF of one page for every thirty lines. The same invoice gives the same page. */
export const renderInvoice = async (invoice: InvoiceRow, customer: InvoiceCustomer): Promise<Buffer> => {
  const customerText = customerLines(customer);
  const [name = '', ...address] = customerText;
  const descriptions = Array.from(invoice.lines, ({ description }) => description);
  const texts = { 600: name, 400: [...address, ...descriptions].join('\n') };
  const fonts = await openFonts(texts, customer.address?.country ?? customer.country);
  const made = new Date(invoice.created * 1000);
  const info = { Title: invoice.number, Author: 'Storyrail', CreationDate: made, ModDate: made };
  const doc = new PDFDocument({ size: 'A4', margin: 0, info, lang: 'en', autoFirstPage: true });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  const { line, wrap } = createTypesetter(doc, fonts);
  let y = 56;
  const wide = { x: page.left, width: page.width };
  /** Goes on at the top of another page where the next line has no place. */
  const turn = (): void => {
    if (y <= page.bottom) return;
    doc.addPage();
    y = 56;
  };
  const pair = (label: string, value: string, weight: 400 | 600 = 400): void => {
    turn();
    line(label, { ...wide, y, color: weight === 600 ? '#1d1d22' : soft, weight });
    line(value, { ...wide, y, right: true, weight });
    y += 18;
  };
  const rule = (): void => {
    doc.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.5).strokeColor('#d6d6de').stroke();
    y += 12;
  };

  line('Storyrail', { ...wide, y, size: 18, weight: 600, color: brand });
  line(say(billingWords.invoice), { ...wide, y, size: 18, weight: 600, right: true });
  y += 44;
  pair(say(billingWords.number), invoice.number, 600);
  pair(say(billingWords.date), billDay(invoice.created));
  if (invoice.closes)
    pair(
      say(billingWords.period),
      say(fill(billingWords.days, { from: billDay(invoice.closes.from), to: billDay(invoice.closes.to - 1) })),
    );
  pair(say(billingWords.status), say(billingWords[invoice.status]));
  y += 14;
  line(say(billingWords.billedTo), { ...wide, y, color: soft });
  y += 18;
  for (const [at, part] of customerText.entries()) {
    const weight = at === 0 ? 600 : 400;
    const direction = directionOf(part);
    for (const one of wrap(part, { ...wide, weight })) {
      line(one, { ...wide, y, weight, direction });
      y += 18;
    }
  }
  y += 18;
  rule();
  for (const { description, amount } of invoice.lines) {
    turn();
    line(description, { x: page.left, width: page.width - 110, y });
    line(money(amount), { ...wide, y, right: true });
    y += 20;
  }
  rule();
  if (invoice.from_credit > 0) pair(say(billingWords.fromCredit), money(-invoice.from_credit));
  pair(say(billingWords.amountDue), money(invoice.amount_due), 600);
  pair(say(billingWords.amountPaid), money(invoice.amount_paid));
  const { viewers } = invoice;
  if (viewers) {
    y += 18;
    const { format } = new Intl.NumberFormat('en-US');
    pair(say(billingWords.users), format(viewers.mau));
    pair(say(billingWords.limit), format(viewers.mau_limit));
    pair(say(billingWords.marked), format(viewers.marked));
    const small = (text: string, color?: string): void => {
      for (const one of wrap(text, { ...wide, size: 8 })) {
        turn();
        line(one, { ...wide, y, size: 8, direction: 'ltr', ...(color ? { color } : {}) });
        y += 14;
      }
    };
    const { digest, signature, key_id: key } = viewers;
    if (digest) {
      y += 8;
      small(say(billingWords.proof), soft);
      small(digest);
    }
    if (digest && signature && key) {
      y += 4;
      small(say(fill(billingWords.signature, { key })), soft);
      small(signature);
    }
  }
  doc.end();
  await done;
  return Buffer.concat(chunks);
};
