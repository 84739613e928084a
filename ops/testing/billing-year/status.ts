import { nextDate } from './days.ts';
import type { Book } from './ledger.ts';

/** The first day on which a code counts no more. */
const codeEnds = (book: Book, code: NonNullable<Book['code']>): number => {
  if (code.left <= 0) return code.spent === book.from ? book.to : 0;
  if (code.months === null) return Number.POSITIVE_INFINITY;
  const months = book.plan === 'deal' ? 12 : 1;
  let day = book.to;
  for (let { left } = code; left > 0; left -= months) day = nextDate(book.anchor, months, day);
  return day;
};

/** How the account stands at a moment: its payment status. */
export const statusInBooks = (book: Book, now: number, premium: boolean, trialEnds: number): number => {
  const { plan, debt, next, code, custom } = book;
  if (premium) return 0;
  if (plan === null) return !book.begun && now < trialEnds ? 2 : 9;
  if (custom) return -3;
  if (debt) return 3;
  if (next && next.plan === null) return 5;
  if (!code) return 1;
  return now < codeEnds(book, code) * 86_400 ? 4 : 1;
};
