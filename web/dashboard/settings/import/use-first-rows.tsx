import { type ReactNode, useState } from 'react';
import { Button } from '../../kit/buttons/Button.tsx';
import { settingsWords } from '../../words/settings.en.ts';
import { t } from '../../words/t.ts';

/** How many rows come at a time: an instance may have thousands of groups. */
const step = 100;

/** The first rows of a list that may be long, and the button that shows further ones; null once all are there. */
export function useFirstRows<Row>(rows: readonly Row[]): { first: readonly Row[]; more: ReactNode } {
  const [count, setCount] = useState(step);
  const further = Math.min(step, rows.length - count);
  const more =
    further > 0 ? (
      <Button size="small" onClick={() => setCount(count + step)}>
        {t(settingsWords.showMore, { more: further })}
      </Button>
    ) : null;
  return { first: rows.slice(0, count), more };
}
