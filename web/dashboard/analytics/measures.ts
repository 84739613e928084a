import type { DailyStats, GroupStats } from '#contracts/stats/stats.ts';
import { percent } from '../kit/text/format.ts';
import type { NamedFigure } from '../why/names.ts';
import { analyticsWords } from '../words/analytics.en.ts';
import { groupWords } from '../words/group.en.ts';
import { t } from '../words/t.ts';

/** A figure that the page shows as a tab, a chart and a column. */
export interface Measure {
  id: 'reach' | 'impression' | 'click' | 'ctr' | 'completed' | 'watch' | 'open';
  label: string;
  /** The figure as it is asked what it is made of. */
  why: NamedFigure;
  read: (stats: GroupStats) => number;
  /** The figure of one day; null where it cannot exist. */
  onDay: (day: DailyStats) => number | null;
  /** Whether there is one: of nothing there is no rate, and a dash stands for it. */
  exists?: (stats: GroupStats) => boolean;
  /** The figure in words where a number says too little. */
  text?: (stats: GroupStats) => string;
  /** What stands behind a figure of a day. */
  unit: string;
  /** Web apps do not send it. */
  notWeb?: boolean;
}

/** Seconds that a story was watched, as '4.8 s'; a dash where none was. */
export const secondsText = (seconds: number): string =>
  seconds === 0 ? '–' : t(groupWords.seconds, { seconds: seconds.toFixed(1) });

/** A figure as it is compared; null where it does not exist. */
export const existing = ({ read, exists }: Measure, stats: GroupStats | null): number | null =>
  stats && exists?.(stats) !== false ? read(stats) : null;

/** The measures in their order. */
export const measures: readonly Measure[] = [
  {
    id: 'reach',
    label: t(groupWords.reach),
    why: 'reach',
    read: ({ reach }) => reach,
    onDay: ({ reach }) => reach,
    unit: '',
  },
  {
    id: 'impression',
    label: t(groupWords.impression),
    why: 'impression',
    read: ({ total_impression }) => total_impression,
    onDay: ({ impression }) => impression,
    unit: '',
  },
  {
    id: 'click',
    label: t(groupWords.click),
    why: 'click',
    read: ({ total_click }) => total_click,
    onDay: ({ click }) => click,
    unit: '',
  },
  {
    id: 'ctr',
    label: t(groupWords.ctr),
    why: 'ctr',
    read: ({ ctr }) => ctr,
    onDay: ({ click, impression }) => (impression === 0 ? null : (click / impression) * 100),
    exists: ({ total_impression }) => total_impression > 0,
    text: ({ ctr, total_impression }) => (total_impression === 0 ? '–' : percent(ctr)),
    unit: '%',
  },
  {
    id: 'completed',
    label: t(groupWords.completions),
    why: 'complete',
    read: ({ total_complete }) => total_complete,
    onDay: ({ completed }) => completed,
    unit: '',
    notWeb: true,
  },
  {
    id: 'watch',
    label: t(groupWords.avgWatchLength),
    why: 'average_watch_length',
    read: ({ average_watch_length }) => average_watch_length,
    onDay: ({ average_watch_length }) => (average_watch_length === 0 ? null : average_watch_length),
    exists: ({ average_watch_length }) => average_watch_length > 0,
    text: ({ average_watch_length }) => secondsText(average_watch_length),
    unit: t(analyticsWords.secondsUnit),
  },
];

/** How often groups were opened, which the page of one group shows beside the others. */
export const openMeasure: Measure = {
  id: 'open',
  label: t(groupWords.opened),
  why: 'open',
  read: ({ total_open }) => total_open,
  onDay: ({ open }) => open,
  unit: '',
};

/** The measure of an id, else the first. */
export const measureOf = (id: string | null, among: readonly Measure[]): Measure =>
  among.find((one) => one.id === id) ?? among[0]!;
