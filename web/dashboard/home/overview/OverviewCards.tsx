import type { Overview } from '#contracts/stats/stats.ts';
import { isToday } from '../../charts/days.ts';
import { Card } from '../../kit/Card.tsx';
import { Sparkline } from '../../kit/pictures/Sparkline.tsx';
import { figureOn, noChangeText, whyNone } from '../../kit/text/compared-words.ts';
import metric from '../../kit/text/Metric.module.css';
import { Figure, MetricChange, Missing } from '../../kit/text/Metric.tsx';
import { useSession } from '../../shell/session/session-value.ts';
import { AskableFigure } from '../../why/AskableFigure.tsx';
import type { NamedFigure } from '../../why/names.ts';
import type { WhySubject } from '../../why/use-why.ts';
import { homeWords } from '../../words/home.en.ts';
import { t } from '../../words/t.ts';
import css from './OverviewParts.module.css';

type Figures = Overview['daily_stats'][number]['figures'];

interface Tile {
  name: string;
  daily: keyof Figures;
  now: keyof Overview['compared']['now'] & keyof Overview;
  seconds?: boolean;
  why: NamedFigure;
}

const tiles: readonly Tile[] = [
  { name: t(homeWords.reach), daily: 'reach', now: 'total_reach', why: 'reach' },
  { name: t(homeWords.impression), daily: 'impression', now: 'impression', why: 'impression' },
  { name: t(homeWords.click), daily: 'click', now: 'click', why: 'click' },
  {
    name: t(homeWords.avgWatchLength),
    daily: 'avg_watch_length',
    now: 'avg_watch_length',
    seconds: true,
    why: 'average_watch_length',
  },
];

/** A figure as it is compared: seconds of nothing that was watched are none. */
const compare = (figure: number | undefined, seconds = false): number | null =>
  seconds && figure === 0 ? null : (figure ?? null);

/**
 * The four totals of the days, each with its change to the period before and a small line of its days; each can be asked
 * what it is made of.
 */
export function OverviewCards({ overview, of }: { overview: Overview; of: WhySubject }) {
  const { account } = useSession();
  const { daily_stats: days, compared } = overview;
  const noChange = noChangeText(compared);
  const lastDay = days.at(-1)?.date ?? '';
  const running = isToday(lastDay);
  const none = whyNone(compared.first_day, account.ts_created, lastDay);
  return (
    <ul className={css.cards}>
      {tiles.map(({ name, daily, now, seconds, why }) => (
        <Card as="li" key={name} padded={false} className={css.card}>
          <div className={metric.name}>{name}</div>
          <div className={metric.value}>
            {none ? (
              <Missing why={none} />
            ) : !seconds ? (
              <AskableFigure figure={why} of={of}>
                <Figure value={overview[now]} />
              </AskableFigure>
            ) : overview[now] > 0 ? (
              <AskableFigure figure={why} of={of}>
                {t(homeWords.seconds, { seconds: overview[now].toFixed(1) })}
              </AskableFigure>
            ) : (
              <Missing why={t(homeWords.notWatched)} />
            )}
          </div>
          {none ? null : (
            <MetricChange
              now={compare(compared.now[now], seconds)}
              before={compare(compared.before?.[now], seconds)}
              why={noChange}
            />
          )}
          {days.length > 1 && days.some((day) => day.figures[daily] > 0 || day.prev_figures[daily] > 0) ? (
            <span className={css.spark}>
              <Sparkline
                width={88}
                height={44}
                values={days.map((day) => figureOn(day.date, day.figures[daily], compared.first_day))}
                previous={days.map((day) => figureOn(day.versus_date, day.prev_figures[daily], compared.first_day))}
                running={running}
                label={t(homeWords.chartAlt, { name })}
              />
            </span>
          ) : null}
        </Card>
      ))}
    </ul>
  );
}
