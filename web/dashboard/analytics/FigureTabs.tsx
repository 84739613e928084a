import type { ReactNode } from 'react';
import metric from '../kit/text/Metric.module.css';
import { analyticsWords } from '../words/analytics.en.ts';
import { t } from '../words/t.ts';
import css from './FigureTabs.module.css';

/** Properties of FigureTabs; `below` is what stands under a figure: its change, or what there is of it now. */
export interface FigureTabsProps<Kind extends { id: string; label: string }> {
  figures: readonly Kind[];
  chosen: Kind;
  onChoose: (figure: Kind) => void;
  value: (figure: Kind) => ReactNode;
  below: (figure: Kind) => ReactNode;
}

/** Figures side by side, of which the chosen one is the chart's. */
export function FigureTabs<Kind extends { id: string; label: string }>(props: FigureTabsProps<Kind>) {
  const { figures, chosen, onChoose, value, below } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend of its own
    <div className={css.root} role="group" aria-label={t(analyticsWords.metric)}>
      {figures.map((one) => (
        <button
          key={one.id}
          type="button"
          className={css.tab}
          aria-pressed={one.id === chosen.id}
          onClick={() => onChoose(one)}
        >
          <span className={metric.name}>{one.label}</span>
          <span className={`${metric.value} ${css.value}`}>{value(one)}</span>
          {below(one)}
        </button>
      ))}
    </div>
  );
}
