import { useInfiniteQuery } from '@tanstack/react-query';
import { secondsPerDay } from '#contracts/subscription/periods.ts';
import { Card } from '../../kit/Card.tsx';
import { daysIn, exactNumber, percent } from '../../kit/text/format.ts';
import { paymentWords } from '../../words/payment.en.ts';
import { t } from '../../words/t.ts';
import css from './MauMeter.module.css';
import { MauBar } from './MauMeter.tsx';
import { mauLevel } from './mau-level.ts';
import { invoicesQuery } from './payment-queries.ts';

const most = 4;

/** How near their limits the viewers of the last billed periods came; nothing before the first of them is over. */
export function PeriodsBefore() {
  const { data } = useInfiniteQuery(invoicesQuery);
  const closed = (data?.pages ?? [])
    .flatMap(({ rows }) => rows)
    .flatMap(({ id, closes, viewers }) => (closes && viewers && viewers.mau_limit > 0 ? [{ id, closes, viewers }] : []))
    .slice(0, most);
  if (closed.length === 0) return null;
  return (
    <Card as="section" title={t(paymentWords.periodsBefore)} aria-label={t(paymentWords.periodsBefore)}>
      <ul className={css.periods}>
        {closed.map(({ id, closes: { from, to }, viewers: { mau, mau_limit: limit } }) => (
          <li key={id}>
            <span className="t-small num">{daysIn('UTC', from, to - secondsPerDay)}</span>
            <strong className="num">{exactNumber(mau)}</strong>
            <span className={css.share} data-level={mauLevel(mau, limit)}>
              {percent(mau / limit)}
            </span>
            <MauBar mau={mau} limit={limit} forecast={null} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
