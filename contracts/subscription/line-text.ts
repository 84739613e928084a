import type { UnixSeconds } from '../time.ts';
import { billingWords } from '../words/billing.en.ts';
import { fill, type Phrase } from '../words/phrase.ts';
import type { InvoiceLine } from './invoice.ts';
import { secondsPerDay } from './periods.ts';

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** The UTC day of a moment as bills write it: 3 Mar 2027. */
export const billDay = (at: UnixSeconds): string => days.format(at * 1000);

/** What a line of an invoice is for, in words; days are UTC days, the last one included. */
export const lineText = (line: InvoiceLine): Phrase => {
  const called = (name: string) => fill(billingWords.planCalled, { name });
  switch (line.kind) {
    case 'plan': {
      const { from, to } = line.period;
      return fill(billingWords.planLine, {
        plan: called(line.name),
        from: billDay(from),
        to: billDay(to - secondsPerDay),
      });
    }
    case 'rest':
      return fill(billingWords.restLine, {
        plan: called(line.name),
        days: line.days,
        to: billDay(line.period.to - secondsPerDay),
      });
    case 'unused':
      return fill(billingWords.unusedLine, { plan: called(line.name), days: line.days });
    case 'overage': {
      const { from, to } = line.period;
      return fill(billingWords.overageLine, {
        thousands: line.thousands,
        from: billDay(from),
        to: billDay(to - secondsPerDay),
      });
    }
    case 'to_credit':
      return billingWords.toCreditLine;
    case 'promo':
      return fill(billingWords.promoLine, { code: line.code });
    case 'free_month':
      return billingWords[`${line.reason}Month`];
    case 'premium':
      return billingWords.premiumLine;
    case 'deal':
      return billingWords.dealLine;
    case 'outside':
      return fill(billingWords.outsideLine, { description: line.description });
  }
};
