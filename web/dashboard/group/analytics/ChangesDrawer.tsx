import type { HistoryRow } from '#contracts/audit/rows.ts';
import type { ChartDay } from '../../charts/days.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Drawer } from '../../kit/overlays/Drawer.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Loading, Skeleton } from '../../kit/states/Skeleton.tsx';
import { dateTimeIn, daysIn, exactNumber } from '../../kit/text/format.ts';
import { MetricChange } from '../../kit/text/Metric.tsx';
import { useSession } from '../../shell/session/session-value.ts';
import { detailWords } from '../../words/details.en.ts';
import { t } from '../../words/t.ts';
import type { GroupDetail } from '../group-queries.ts';
import { ChangeRows } from '../history/ChangeRows.tsx';
import { headline } from '../history/history-words.ts';
import { useGroupPlace } from '../use-group-place.ts';
import { beforeAndAfter } from './before-after.ts';
import css from './ChangesDrawer.module.css';
import { dayText } from './date-range.ts';

/** The figure that is compared around a change: its days in order, from before the range on. */
export interface FigureDays {
  name: string;
  unit: string;
  days: readonly Pick<ChartDay, 'date' | 'now'>[];
}

const rounded = (value: number, unit: string): string => `${exactNumber(Math.round(value * 10) / 10)}${unit}`;

function Sides({ figure, from, to }: { figure: FigureDays; from: string; to: string }) {
  const sides = beforeAndAfter(figure.days, from, to);
  return (
    <section className={css.sides} aria-label={t(detailWords.beforeAfter, { name: figure.name })}>
      <h3 className="t-card">{t(detailWords.beforeAfter, { name: figure.name })}</h3>
      {sides === null ? (
        <p className="t-small">{t(detailWords.noBeforeAfter)}</p>
      ) : (
        <dl>
          <div>
            <dt>{t(detailWords.beforeDays, { days: sides.days })}</dt>
            <dd className="num">{rounded(sides.before, figure.unit)}</dd>
          </div>
          <div>
            <dt>{t(detailWords.afterDays, { days: sides.days })}</dt>
            <dd className="num">
              {rounded(sides.after, figure.unit)} <MetricChange now={sides.after} before={sides.before} />
            </dd>
          </div>
        </dl>
      )}
    </section>
  );
}

/** What some changes of a group changed, each field before and after, and how a figure was before and after them. */
export default function ChangesDrawer(props: {
  group: GroupDetail;
  /** Not there while they are awaited, or did not come. */
  rows: readonly HistoryRow[] | undefined;
  failed: boolean;
  onRetry: () => void;
  figure: FigureDays;
  onClose: () => void;
}) {
  const { group, rows, failed, onRetry, figure, onClose } = props;
  const { timeZone } = useSession();
  const { addressOf } = useGroupPlace(group);
  const [newest, oldest] = [rows?.[0], rows?.at(-1)];
  const subtitle = newest && oldest ? t(detailWords.changedOn, { days: daysIn('UTC', oldest.ts, newest.ts) }) : null;
  return (
    <Drawer
      open
      title={rows ? t(detailWords.changedTitle, { count: rows.length }) : t(detailWords.changes)}
      subtitle={subtitle}
      onClose={onClose}
    >
      {!rows ? (
        failed ? (
          <ErrorState title={t(detailWords.didNotLoad)} text={t(detailWords.didNotLoadText)} onRetry={onRetry} />
        ) : (
          <>
            <Loading label={t(detailWords.loading)} />
            <Skeleton height={240} radius={12} />
          </>
        )
      ) : newest && oldest ? (
        <div className={css.root}>
          <Sides figure={figure} from={dayText(oldest.ts)} to={dayText(newest.ts)} />
          {rows.map((row) => (
            <article key={row.version} className={css.change}>
              <h3 className="t-card">{headline(row.sentence)}</h3>
              <p className="t-small">
                {row.actor.name} · <span className="num">{dateTimeIn(timeZone, row.ts, true)}</span>
              </p>
              <ChangeRows changes={row.changes} name={group.title} timeZone={timeZone} narrow />
              <Button size="small" to={`${addressOf('history')}&version=${row.version}`}>
                {t(detailWords.toHistory)}
              </Button>
            </article>
          ))}
        </div>
      ) : (
        <p className="t-small">{t(detailWords.noChanges)}</p>
      )}
    </Drawer>
  );
}
