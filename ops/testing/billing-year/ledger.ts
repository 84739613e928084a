/** A card as the bank has it: it takes so many charges more. */
export interface BankCard {
  id: string;
  print: string;
  left: number;
}
/** A promo code: cents or percent, of one invoice (`months` null) or of so many months. */
export interface BookCode {
  id: string;
  percent: number | null;
  cents: number | null;
  months: number | null;
}
/** What holds at the moment of an act; `friend`: somebody else's code brought the account. */
export interface Moment {
  now: number;
  card: BankCard | null;
  premium: boolean;
  friend: boolean;
}
/** An invoice as it must be: what each line costs, what credit covers, what is left. */
export interface Bill {
  lines: [kind: string, cents: number][];
  credit: number;
  due: number;
}
/** What an act must come to. */
export interface Outcome {
  refused: string | null;
  bills: Bill[];
  taken: number[];
  failed: number;
}
/** An invoice that is tried again. */
export interface Debt {
  cents: number;
  closed: number;
  tries: number;
  again: number;
}

/** Days of a plan that was cut off: their viewers are still to be paid at what held then. */
export interface Cut {
  from: number;
  to: number;
  limit: number;
  thousand: number;
  byStaff: boolean;
}

/** The books of one account: days are counted from 1970, moments are unix seconds, money is cents. */
export interface Book {
  plan: string | null;
  anchor: number;
  from: number;
  to: number;
  kept: number;
  /** What was asked for the days of the period from `from` on. */
  asked: { cents: number; from: number };
  next: { plan: string | null; day: number } | null;
  debt: Debt | null;
  cuts: Cut[];
  waiting: number;
  /** `left`: months in which it has still to take something off; `spent`: the start of the last period in which it did. */
  code: (BookCode & { left: number; spent: number | null }) | null;
  codes: Set<string>;
  credit: number;
  gifts: { referral: number; staff: number };
  custom: { cents: number; limit: number; thousand: number } | null;
  begun: boolean;
  invoiced: boolean;
  dealPaid: boolean;
  earned: number[];
}
/** The books of an account that has bought nothing yet. */
export const emptyBook = (): Book => ({
  plan: null,
  anchor: 0,
  from: 0,
  to: 0,
  kept: 0,
  asked: { cents: 0, from: 0 },
  next: null,
  debt: null,
  cuts: [],
  waiting: 0,
  code: null,
  codes: new Set(),
  credit: 0,
  gifts: { referral: 0, staff: 0 },
  custom: null,
  begun: false,
  invoiced: false,
  dealPaid: false,
  earned: [],
});
/** An act that has come to nothing so far. */
export const nothing = (): Outcome => ({ refused: null, bills: [], taken: [], failed: 0 });
