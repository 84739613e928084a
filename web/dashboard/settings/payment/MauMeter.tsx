import { mauOverage } from '#contracts/api/plans.ts';
import type { Mau } from '#contracts/stats/mau.ts';
import { money } from '#contracts/subscription/money.ts';
import type { PaymentCustomer } from '#contracts/subscription/rows.ts';
import { Card } from '../../kit/Card.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { dateIn, exactNumber, percent, shortNumber } from '../../kit/text/format.ts';
import metric from '../../kit/text/Metric.module.css';
import { useSession } from '../../shell/session/session-value.ts';
import { paymentWords } from '../../words/payment.en.ts';
import { t } from '../../words/t.ts';
import css from './MauMeter.module.css';
import { mauLevel, meterNote, runningPeriod } from './mau-level.ts';

/** A bar of viewers of a limit, in the colour of how near it is; what follows the number is hatched. */
export function MauBar({ mau, limit, forecast }: { mau: number; limit: number; forecast: number | null }) {
  const share = (of: number) => `${Math.min(100, (of / limit) * 100)}%`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the browser's own meter has no room for what follows
    <div
      className={css.bar}
      data-level={mauLevel(mau, limit)}
      role="meter"
      aria-label={t(paymentWords.mau)}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={Math.min(mau, limit)}
      aria-valuetext={t(paymentWords.mauOfLimit, { mau: exactNumber(mau), limit: exactNumber(limit) })}
    >
      {forecast === null ? null : <span className={css.forecast} style={{ width: share(forecast) }} />}
      <span className={css.used} style={{ width: share(mau) }} />
    </div>
  );
}

/** Stands in the place of the meter while the figures load, and says when they did not. */
export function MauWait({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  return (
    <Card as="section" aria-label={t(paymentWords.mau)} padded={!failed}>
      {failed ? (
        <ErrorState bare title={t(paymentWords.mauDidNotLoad)} onRetry={onRetry} />
      ) : (
        <>
          <Loading label={t(paymentWords.loadingMau)} />
          <Skeleton height={116} radius={8} />
        </>
      )}
    </Card>
  );
}

/** How many viewers the period has had of those that the plan includes, how many it may come to, and what they cost. */
export function MauMeter({ mau: row, subscription }: { mau: Mau; subscription: PaymentCustomer['subscription'] }) {
  const { mau, mau_limit: limit } = row;
  const { account } = useSession();
  const { since, to, forecast } = runningPeriod(row, subscription, account.ts_created, Date.now() / 1000);
  const plan = subscription?.plan;
  const overage = plan ? mauOverage({ mau_limit: limit, mau_exceed_price: plan.mau_exceed_price }, mau) : 0;
  return (
    <Card as="section" className={css.root} aria-label={t(paymentWords.mau)}>
      <div className={css.head}>
        <div>
          <p className={metric.name}>{t(paymentWords.mau)}</p>
          <p className={css.figure}>
            <span className={metric.value}>{exactNumber(mau)}</span>
            <span className="num">{t(paymentWords.ofLimit, { limit: exactNumber(limit) })}</span>
            <span className={css.share} data-level={mauLevel(mau, limit)}>
              {percent(mau / limit)}
            </span>
          </p>
        </div>
        <p className={css.told}>
          {forecast === null ? null : (
            <span>
              {t(paymentWords.forecast, {
                b: (parts) => <strong className="num">{parts}</strong>,
                count: exactNumber(forecast),
                day: dateIn('UTC', to),
              })}
            </span>
          )}
          <span className="t-small">{meterNote(since, forecast, plan?.mau_exceed_price ?? null)}</span>
        </p>
      </div>
      <div>
        <MauBar mau={mau} limit={limit} forecast={forecast} />
        <div className={css.ticks} aria-hidden>
          <span>0</span>
          <span style={{ left: '80%' }}>80%</span>
          <span style={{ left: '95%' }}>95%</span>
          <span title={exactNumber(limit)}>{shortNumber(limit).replace(/\.0+(?=[a-z])/, '')}</span>
        </div>
      </div>
      {overage > 0 ? <p className={css.overage}>{t(paymentWords.overage, { amount: money(overage) })}</p> : null}
    </Card>
  );
}
