import { z } from 'zod';
import { creditBody } from '#contracts/subscription/commands.ts';
import { compared } from '../../kit/forms/rules.ts';
import { readDollars, readWhole } from './typed-money.ts';

/** Credit as it is typed. */
export interface TypedCredit {
  kind: string;
  value: string;
  reason: string;
}

const { months, amount, reason } = creditBody.shape;
const numberOf = ({ kind, value }: TypedCredit): number => (kind === 'months' ? readWhole(value) : readDollars(value));

/** The rules of typed credit. */
export const typedCredit = compared<TypedCredit, TypedCredit>(
  z.object({ kind: z.enum(['months', 'amount']), value: z.string(), reason }),
  (typed, mark) => {
    const rule = typed.kind === 'months' ? months : amount;
    const [fault] = rule.safeParse(numberOf(typed)).error?.issues ?? [];
    if (fault) mark('value', fault.message);
  },
);

/** What typed credit asks for: whole months, or cents. */
export function creditAsked(typed: TypedCredit): { months?: number; amount?: number; reason: string } {
  return { [typed.kind]: numberOf(typed), reason: typed.reason };
}
