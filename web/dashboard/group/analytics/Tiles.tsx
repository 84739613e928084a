import type { GroupStats, GroupTotals } from '#contracts/stats/stats.ts';
import { existing, type Measure, measures, openMeasure } from '../../analytics/measures.ts';
import { noChangeText } from '../../kit/text/compared-words.ts';
import metricCss from '../../kit/text/Metric.module.css';
import { Figure, MetricChange, Missing } from '../../kit/text/Metric.tsx';
import { WhyButton } from '../../why/WhyButton.tsx';
import { noLinkText } from '../stories/story-facts.ts';
import css from './AnalyticsTab.module.css';

/** The measures of a group's page; web apps do not send all of them. */
export const tileMeasures = (isWeb: boolean): Measure[] =>
  [...measures.slice(0, 4), measures[5]!, openMeasure, measures[4]!].filter(({ notWeb }) => !(isWeb && notWeb));

/** A measure of some figures as it is shown. */
export const measureValue = ({ read, text }: Measure, stats: GroupStats) =>
  text ? text(stats) : <Figure value={read(stats)} />;

/** The figures of a group, each with its change and what it is made of; the chosen one is the chart's. */
export function Tiles(props: {
  groupId: string;
  totals: GroupTotals;
  isWeb: boolean;
  hasLink: boolean;
  chosen: Measure;
  onChoose: (one: Measure) => void;
}) {
  const { groupId, totals, isWeb, hasLink, chosen, onChoose } = props;
  const { now, before } = totals.compared;
  const none = noChangeText(totals.compared);
  return (
    <ul className={css.figures}>
      {tileMeasures(isWeb).map((one) => {
        const missing = one.id === 'ctr' && !hasLink ? noLinkText : null;
        return (
          <li key={one.id} className={css.tile}>
            <button
              type="button"
              className={css.figure}
              aria-pressed={one.id === chosen.id}
              onClick={() => onChoose(one)}
            >
              <span className={metricCss.name}>{one.label}</span>
              <span className={metricCss.value}>
                {missing ? <Missing why={missing} /> : measureValue(one, totals.stats)}
              </span>
              {missing ? null : <MetricChange now={existing(one, now)} before={existing(one, before)} why={none} />}
            </button>
            {missing ? null : (
              <WhyButton className={css.why ?? ''} figure={one.why} of={{ scope: 'group', id: groupId }} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
