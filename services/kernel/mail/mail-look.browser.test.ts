import { mkdir } from 'node:fs/promises';
import t from 'tap';
import { unconfirmedCode } from '#contracts/subscription/payment-page.ts';
import type { InvoiceRow } from '#contracts/subscription/rows.ts';
import { deviceWords } from '#contracts/words/device.en.ts';
import { axeViolations } from '#ops/testing/axe.ts';
import { openChromium } from '#ops/testing/chromium.ts';
import {
  type AfterFailure,
  renderFailedPayment,
  renderFreeEnd,
  renderInvoiceMail,
  renderViewerLimit,
} from './billing.ts';
import { renderDigest } from './digest.ts';
import { renderReport } from './report.ts';
import { type MailContent, type MailTemplate, renderMail } from './templates.ts';

const link = `http://127.0.0.1:4000/verification/${'k3Vt9'.repeat(12)}`;
const values = {
  firstname: 'Nora',
  company: 'Marlow & Co. KG',
  inviter: 'Ivo Berg',
  new_email: 'new@marlow.test',
  place: { device: deviceWords.unknown, address: '192.168.4', time: '25 Nov 2026, 11:20', zone: 'UTC' },
};
const links: Record<MailTemplate, string | null> = {
  verify_email: link,
  reset_password: link,
  invitation: link,
  join_registered: link,
  confirm_email_change: link,
  email_change_notice: null,
  email_changed: link,
  password_changed: null,
  new_device: 'http://127.0.0.1:4000/settings/user',
  user_disabled: null,
  user_enabled: null,
  confirm_sign_in: link,
};
const end = `http://127.0.0.1:4000/digest/end/${'a1b2'.repeat(17)}`;
/** Every mail by its name: what is in it, where its button leads, and where the small link at its end does. */
const mails: [name: string, MailContent, address: string | null, foot: string | null][] = [
  ...(Object.entries(links) as [MailTemplate, string | null][]).map(([template, address]): (typeof mails)[number] => [
    template,
    renderMail(template, { ...values, link: address }),
    address,
    null,
  ]),
  [
    'digest',
    renderDigest({
      firstname: 'Nora',
      lines: [
        { title: 'Mei Tanaka submitted Creator corner for approval', text: 'Skylark Isles · 7 stories' },
        { title: 'Flash Friday reached its target cap', text: "Skylark Isles · 200,000 views. It's inactive now." },
      ],
      total: 5,
      weekly: true,
      page: link,
      end,
    }),
    link,
    end,
  ],
  [
    'report',
    renderReport({
      firstname: 'Nora',
      name: 'Skylark Isles, every week',
      rhythm: 'weekly',
      days: '16–22 Nov 2026',
      totals: { reach: '1,284,310', impressions: '24,918,402', clicks: '1,020,511', ctr: '4.1%' },
      count: 64,
      lines: [
        { title: 'Creator corner', reach: '812,004', impressions: '14,110,920', clicks: '700,120', ctr: '5.0%' },
        { title: 'Donaudampfschifffahrt & <Co>', reach: '4', impressions: '4', clicks: '0', ctr: '0.0%' },
        { title: 'Flash Friday', reach: '–', impressions: '–', clicks: '–', ctr: '–' },
      ],
      own: 'none',
      moment: '2026-11-23 07:02',
      page: link,
      end,
    }),
    link,
    end,
  ],
];
const reader = { firstname: 'Nora', page: 'http://127.0.0.1:4000/settings/payment' };
const invoice: InvoiceRow = {
  id: '0190a000-0000-7000-8000-000000000001',
  number: 'INV-2027-0002',
  status: 'paid',
  created: 1_803_772_800,
  closes: { from: 1_801_353_600, to: 1_803_772_800 },
  lines: [
    { description: '2 thousand users over the limit, 31 Jan 2027 to 27 Feb 2027', amount: 7000 },
    { description: 'Startup plan, 28 Feb 2027 to 30 Mar 2027', amount: 34_900 },
    { description: 'Promo code STORY20', amount: -6980 },
  ],
  from_credit: 1000,
  amount_due: 33_920,
  amount_paid: 33_920,
  currency: 'usd',
  viewers: {
    mau: 101_001,
    marked: 0,
    mau_limit: 100_000,
    digest: 'c0ffee42'.repeat(8),
    signature: `${'Ab+/'.repeat(21)}Ab==`,
    key_id: 'fedcba9876543210',
  },
  invoice_pdf: '/payment/invoice/0190a000-0000-7000-8000-000000000001/pdf',
  hosted: false,
};
const failed = (then: AfterFailure) => ({ number: invoice.number, amount: invoice.amount_due, code: '', then });
mails.push(
  [
    'invoice',
    renderInvoiceMail(reader, { invoice, ts_next: null, confirm: false, proof: `${reader.page}/proof` }),
    reader.page,
    null,
  ],
  [
    'confirm_payment',
    renderFailedPayment(reader, { ...failed({ ts_next: 1_803_859_200 }), code: unconfirmedCode }),
    reader.page,
    null,
  ],
  ['failed_payment', renderFailedPayment(reader, failed({ ts_next: 1_803_859_200 })), reader.page, null],
  [
    'viewer_limit',
    renderViewerLimit(reader, { kind: 'exceeded', ts_from: 1_801_440_000, mau: 31_400, mau_limit: 25_000 }),
    reader.page,
    null,
  ],
  ['free_end', renderFreeEnd(reader, { kind: 'trial', ts_end: 1_803_859_200, amount: null }), reader.page, null],
);
const folder = '.build/pictures/mails';

t.test('each mail in a narrow and a wide window, light and dark', async (t) => {
  const browser = await openChromium(t);
  await mkdir(folder, { recursive: true });
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [390, 'light'],
    [900, 'dark'],
    [900, 'light'],
  ] as const) {
    const context = await browser.newContext({ viewport: { width, height: 760 }, colorScheme, bypassCSP: true });
    const asked: string[] = [];
    context.on('request', (request) => void asked.push(request.url()));
    const page = await context.newPage();
    for (const [template, { html, subject }, address, foot] of mails) {
      await page.setContent(html);
      const name = `${template}, ${width}, ${colorScheme}`;
      t.equal(await page.getByRole('heading', { level: 1 }).innerText(), subject, name);
      const card = (await page.locator('.card').boundingBox())!;
      t.ok(card.width <= 560, `${name}: a card of ${card.width} px`);
      t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name}: nothing sideways`);
      t.equal(await page.getByRole('link').count(), (address ? 2 : 0) + (foot ? 1 : 0), name);
      if (foot)
        t.equal(
          await page
            .getByRole('link', { name: /^(Turn off this email|Stop getting this report)$/ })
            .getAttribute('href'),
          foot,
        );
      if (address) {
        const [button, written] = await page.getByRole('link').all();
        t.equal(await button!.getAttribute('href'), address);
        t.equal(await written!.innerText(), address);
        t.ok((await button!.boundingBox())!.height >= 44, `${name}: a thumb finds the button`);
      }
      t.same(await axeViolations(page), [], name);
      await page.screenshot({ path: `${folder}/${template}.${width}.${colorScheme}.png`, fullPage: true });
    }
    t.same(asked, [], 'a mail loads nothing');
    await context.close();
  }
});
