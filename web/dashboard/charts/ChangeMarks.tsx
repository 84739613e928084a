import { PencilLine } from 'lucide-react';
import { Tooltip } from '../kit/overlays/Tooltip.tsx';
import { daysIn, exactNumber } from '../kit/text/format.ts';
import { detailWords } from '../words/details.en.ts';
import { t } from '../words/t.ts';
import css from './CreatedMarks.module.css';
import type { Mark } from './chart-scale.ts';
import type { DayChange } from './days.ts';

const saidAtOnce = 5;
const secondsOf = (date: string): number => Date.parse(date) / 1000;

/** Marks above the days on which content changed; each opens what was changed then. */
export function ChangeMarks(props: {
  marks: readonly Mark<DayChange>[];
  left: number;
  width: number;
  onOpen: (changes: readonly DayChange[]) => void;
}) {
  const { marks, left, width, onOpen } = props;
  if (marks.length === 0) return null;
  return (
    <ul className={css.marks} aria-label={t(detailWords.changeMarks)}>
      {marks.map(({ date, at, things }) => {
        const sentences = things.slice(0, saidAtOnce).map(({ sentence }) => sentence);
        const label = t(detailWords.changeMark, {
          count: things.length,
          days: daysIn('UTC', secondsOf(things[0]!.date), secondsOf(things.at(-1)!.date)),
          sentences: sentences.join(' '),
        });
        return (
          <li key={date} style={{ left: left + at * width }}>
            <Tooltip text={label} describes={false}>
              <button type="button" className={css.mark} data-change aria-label={label} onClick={() => onOpen(things)}>
                <PencilLine size={13} aria-hidden />
                {things.length > 1 ? (
                  <span className={`${css.markCount} num`} aria-hidden>
                    {exactNumber(things.length)}
                  </span>
                ) : null}
              </button>
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
}
