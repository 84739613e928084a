import type { LivePicture } from '#contracts/stats/live.ts';
import { liveWords } from '../../words/live.en.ts';
import { t } from '../../words/t.ts';

/** What is counted by minute and by group. */
export type LiveCounts = Pick<LivePicture['minutes'][number], 'opens' | 'impressions' | 'clicks' | 'completes'>;

/** A figure of the live view. */
export interface LiveFigure {
  id: keyof LiveCounts;
  label: string;
}

const figures: readonly LiveFigure[] = [
  { id: 'opens', label: t(liveWords.opens) },
  { id: 'impressions', label: t(liveWords.impressions) },
  { id: 'clicks', label: t(liveWords.clicks) },
  { id: 'completes', label: t(liveWords.completions) },
];

/** The figures of an app in their order: web sites send no completions. */
export const liveFiguresOf = ({ store_type }: { store_type: string }): readonly LiveFigure[] =>
  store_type === 'web' ? figures.filter(({ id }) => id !== 'completes') : figures;

/** A figure over all minutes of a picture. */
export const totalOf = ({ minutes }: LivePicture, id: keyof LiveCounts): number =>
  minutes.reduce((sum, minute) => sum + minute[id], 0);

/** What happened in a group, by which the busiest are found. */
export const activityOf = ({ opens, impressions, clicks, completes }: LiveCounts): number =>
  opens + impressions + clicks + completes;
