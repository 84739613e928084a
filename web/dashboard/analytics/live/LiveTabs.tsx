import type { LivePicture } from '#contracts/stats/live.ts';
import { exactNumber } from '../../kit/text/format.ts';
import metric from '../../kit/text/Metric.module.css';
import { Figure } from '../../kit/text/Metric.tsx';
import { analyticsWords } from '../../words/analytics.en.ts';
import { liveWords } from '../../words/live.en.ts';
import { t } from '../../words/t.ts';
import tabs from '../MetricTabs.module.css';
import { type LiveFigure, totalOf } from './live-figures.ts';

/** Properties of LiveTabs; the chosen figure is the chart's. */
export interface LiveTabsProps {
  picture: LivePicture;
  figures: readonly LiveFigure[];
  chosen: LiveFigure;
  onChoose: (figure: LiveFigure) => void;
}

/** The figures of the whole window, each with what there is of the running minute. */
export function LiveTabs({ picture, figures, chosen, onChoose }: LiveTabsProps) {
  const running = picture.minutes.at(-1);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend of its own
    <div className={tabs.root} role="group" aria-label={t(analyticsWords.metric)}>
      {figures.map((one) => (
        <button
          key={one.id}
          type="button"
          className={tabs.tab}
          aria-pressed={one.id === chosen.id}
          onClick={() => onChoose(one)}
        >
          <span className={metric.name}>{one.label}</span>
          <span className={`${metric.value} ${tabs.value}`}>
            <Figure value={totalOf(picture, one.id)} />
          </span>
          <span className="t-caption num">
            {t(liveWords.thisMinute, { count: exactNumber(running?.[one.id] ?? 0) })}
          </span>
        </button>
      ))}
    </div>
  );
}
