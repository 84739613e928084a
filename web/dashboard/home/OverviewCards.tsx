import type { Overview } from '#contracts/stats.ts';
import { Card } from '../kit/Card.tsx';
import { Change, Figure } from '../kit/Metric.tsx';
import { Sparkline } from '../kit/Sparkline.tsx';

type Figures = Overview['daily_stats'][number]['figures'];

interface Tile {
  name: string;
  daily: keyof Figures;
  now: (overview: Overview) => number;
  before: (overview: Overview) => number;
  seconds?: boolean;
}

const tiles: readonly Tile[] = [
  { name: 'Reach', daily: 'reach', now: (one) => one.total_reach, before: (one) => one.prev_total_reach },
  { name: 'Impression', daily: 'impression', now: (one) => one.impression, before: (one) => one.prev_impression },
  { name: 'Click', daily: 'click', now: (one) => one.click, before: (one) => one.prev_click },
  {
    name: 'Avg. Watch Length',
    daily: 'avg_watch_length',
    now: (one) => one.avg_watch_length,
    before: (one) => one.prev_avg_watch_length,
    seconds: true,
  },
];

/** The four totals of the days, each with its change to the period before and a small line of its days. */
export function OverviewCards({ overview }: { overview: Overview }) {
  const days = overview.daily_stats;
  return (
    <ul className="home-cards">
      {tiles.map(({ name, daily, now, before, seconds }) => (
        <Card as="li" key={name} padded={false} className="home-card">
          <div className="sr-metric-name">{name}</div>
          <div className="sr-metric-value">
            {seconds ? `${now(overview).toFixed(1)} s` : <Figure value={now(overview)} />}
          </div>
          <Change now={now(overview)} before={before(overview)} />
          {days.length > 1 ? (
            <span className="home-spark">
              <Sparkline
                width={88}
                height={44}
                values={days.map((day) => day.figures[daily])}
                previous={days.map((day) => day.prev_figures[daily])}
                label={`${name} by day, the period before dashed`}
              />
            </span>
          ) : null}
        </Card>
      ))}
    </ul>
  );
}
