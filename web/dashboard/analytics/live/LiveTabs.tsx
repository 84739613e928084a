import type { LivePicture } from '#contracts/stats/live.ts';
import { exactNumber } from '../../kit/text/format.ts';
import { Figure } from '../../kit/text/Metric.tsx';
import { liveWords } from '../../words/live.en.ts';
import { t } from '../../words/t.ts';
import { FigureTabs } from '../FigureTabs.tsx';
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
    <FigureTabs
      figures={figures}
      chosen={chosen}
      onChoose={onChoose}
      value={({ id }) => <Figure value={totalOf(picture, id)} />}
      below={({ id }) => (
        <span className="t-caption num">{t(liveWords.thisMinute, { count: exactNumber(running?.[id] ?? 0) })}</span>
      )}
    />
  );
}
