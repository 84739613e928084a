import { type ReactNode, useState } from 'react';
import { Button } from '../../kit/buttons/Button.tsx';
import { exactNumber } from '../../kit/text/format.ts';
import { Figure } from '../../kit/text/Metric.tsx';
import { interactionWords } from '../../words/interaction.en.ts';
import { t } from '../../words/t.ts';
import type { AnswerLabel } from './answer-labels.tsx';
import type { ValueBar } from './component-cards.ts';
import { ShareBar } from './ShareBar.tsx';
import { shareText } from './shares.ts';
import css from './ValueBars.module.css';

const shownAtFirst = 6;

/** Properties of ValueBars; `name` says for people who listen what was answered, `figureOf` is the count of a bar, where it is more than its number. */
export interface ValueBarsProps {
  name: string;
  bars: readonly ValueBar[];
  labelOf: (bar: ValueBar) => AnswerLabel;
  figureOf?: (bar: ValueBar) => ReactNode;
}

const plainFigure = ({ count }: ValueBar): ReactNode => <Figure value={count} />;

/** Answers as horizontal bars, each with its label from outside, its count and its share. */
export function ValueBars({ name, bars, labelOf, figureOf = plainFigure }: ValueBarsProps) {
  const [isWhole, setWhole] = useState(false);
  const isLong = bars.length > shownAtFirst + 1;
  const shown = isLong && !isWhole ? bars.slice(0, shownAtFirst) : bars;
  return (
    <div>
      <ul className={css.bars} aria-label={t(interactionWords.values, { name })}>
        {shown.map((bar) => {
          const { text, picture } = labelOf(bar);
          return (
            <li key={bar.key} className={css.bar}>
              <span className={css.label}>
                {picture}
                <span className="truncate" title={text}>
                  {text}
                </span>
              </span>
              <span className={css.count}>{figureOf(bar)}</span>
              <span className={css.share}>{shareText(bar.share)}</span>
              <ShareBar share={bar.share} className={css.track} />
            </li>
          );
        })}
      </ul>
      {isLong ? (
        <Button variant="link" size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t(interactionWords.showFewer) : t(interactionWords.showEvery, { count: exactNumber(bars.length) })}
        </Button>
      ) : null}
    </div>
  );
}
