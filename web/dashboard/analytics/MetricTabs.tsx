import type { GroupTotals } from '#contracts/stats/stats.ts';
import { noChangeText } from '../kit/text/compared-words.ts';
import { Figure, MetricChange, Missing } from '../kit/text/Metric.tsx';
import { FigureTabs } from './FigureTabs.tsx';
import { existing, type Measure } from './measures.ts';

/** Properties of MetricTabs; `none` says why there are no figures at all. */
export interface MetricTabsProps {
  totals: GroupTotals;
  measures: readonly Measure[];
  chosen: Measure;
  onChoose: (measure: Measure) => void;
  none: string | null;
}

/** The figures of all groups together, each with its change. */
export function MetricTabs({ totals, measures, chosen, onChoose, none }: MetricTabsProps) {
  const { now, before } = totals.compared;
  const why = noChangeText(totals.compared);
  const figureIn = ({ read, text }: Measure) => (text ? text(totals.stats) : <Figure value={read(totals.stats)} />);
  return (
    <FigureTabs
      figures={measures}
      chosen={chosen}
      onChoose={onChoose}
      value={(one) => (none ? <Missing why={none} /> : figureIn(one))}
      below={(one) =>
        none ? null : <MetricChange now={existing(one, now)} before={existing(one, before)} why={why} />
      }
    />
  );
}
