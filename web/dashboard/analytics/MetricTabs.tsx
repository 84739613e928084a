import type { GroupTotals } from '#contracts/stats/stats.ts';
import { noChangeText } from '../kit/text/compared-words.ts';
import metric from '../kit/text/Metric.module.css';
import { Figure, MetricChange, Missing } from '../kit/text/Metric.tsx';
import { analyticsWords } from '../words/analytics.en.ts';
import { t } from '../words/t.ts';
import css from './MetricTabs.module.css';
import type { Measure } from './measures.ts';

/** Properties of MetricTabs; `none` says why there are no figures at all. */
export interface MetricTabsProps {
  totals: GroupTotals;
  measures: readonly Measure[];
  chosen: Measure;
  onChoose: (measure: Measure) => void;
  none: string | null;
}

/** The figures of all groups together, each with its change; the chosen one is the chart's. */
export function MetricTabs({ totals, measures, chosen, onChoose, none }: MetricTabsProps) {
  const { now, before } = totals.compared;
  const why = noChangeText(totals.compared);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend of its own
    <div className={css.root} role="group" aria-label={t(analyticsWords.metric)}>
      {measures.map((one) => (
        <button
          key={one.id}
          type="button"
          className={css.tab}
          aria-pressed={one.id === chosen.id}
          onClick={() => onChoose(one)}
        >
          <span className={metric.name}>{one.label}</span>
          <span className={`${metric.value} ${css.value}`}>
            {none ? (
              <Missing why={none} />
            ) : one.text ? (
              one.text(totals.stats)
            ) : (
              <Figure value={one.read(totals.stats)} />
            )}
          </span>
          {none ? null : <MetricChange now={one.read(now)} before={before && one.read(before)} why={why} />}
        </button>
      ))}
    </div>
  );
}
