import { ReceiptText } from 'lucide-react';
import { money } from '#contracts/subscription/money.ts';
import type { PaymentCustomer, PlanDue } from '#contracts/subscription/rows.ts';
import { Loading, Skeleton } from '../../../kit/states/Skeleton.tsx';
import { paymentWords } from '../../../words/payment.en.ts';
import { t } from '../../../words/t.ts';
import css from './DueFoot.module.css';
import { dueLines } from './due-lines.ts';

/** Properties of a DueFoot; `due` is null while it is asked for, `name` is that of its plan. */
export interface DueFootProps {
  due: PlanDue | null;
  name: string;
  customer: PaymentCustomer;
}

/** The foot of the list of plans: what an upgrade to one of them charges now, and what that is made of. */
export function DueFoot({ due, name, customer }: DueFootProps) {
  return (
    <section className={css.root} aria-label={t(paymentWords.dueNow)}>
      <ReceiptText size={16} aria-hidden />
      {due ? (
        <p className={css.lines}>
          <strong>{t(paymentWords.upgradeTo, { plan: name })}</strong>
          {Array.from(dueLines(due, customer).entries(), ([place, { description, amount }]) => (
            <span key={place}>
              {description} <span className="num">{money(amount)}</span>
            </span>
          ))}
        </p>
      ) : (
        <span className={css.lines}>
          <Loading label={t(paymentWords.working)} />
          <Skeleton width={320} style={{ maxWidth: '100%' }} />
        </span>
      )}
      <p className={css.sum}>
        {t(paymentWords.dueNow)} <strong className="num">{due ? money(due.amount_due) : '—'}</strong>
      </p>
    </section>
  );
}
