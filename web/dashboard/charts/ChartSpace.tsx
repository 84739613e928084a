import { ChartLine, Table2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../kit/buttons/IconButton.tsx';
import { LazyPart } from '../kit/states/LazyPart.tsx';
import { Skeleton } from '../kit/states/Skeleton.tsx';
import { homeWords } from '../words/home.en.ts';
import { t } from '../words/t.ts';
import css from './DayChartCard.module.css';
import { chartHeight } from './days.ts';

/** Words in the place of a chart. */
export function InsteadOfChart({ children }: { children: ReactNode }) {
  return (
    <div className={css.instead} style={{ height: chartHeight }}>
      {children}
    </div>
  );
}

/** The place of a chart whose library comes later, or not at all. */
export function ChartSpace({ children }: { children: ReactNode }) {
  return (
    <LazyPart
      fallback={<Skeleton height={chartHeight} radius={8} />}
      failed={<InsteadOfChart>{t(homeWords.chartDidNotLoad)}</InsteadOfChart>}
    >
      {children}
    </LazyPart>
  );
}

/** The place of a chart's table, which scrolls: also with the keyboard. */
export function TableSpace({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      className={css.table}
      style={{ height: chartHeight }}
      aria-label={t(homeWords.chartTable, { name: label })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table scrolls, also with the keyboard
      tabIndex={0}
    >
      {children}
    </section>
  );
}

/** Chooses whether a chart stands there or its table. */
export function TableToggle({ table, onTable }: { table: boolean; onTable: (on: boolean) => void }) {
  return (
    <IconButton
      size="small"
      label={table ? t(homeWords.showChart) : t(homeWords.showTable)}
      icon={table ? <ChartLine /> : <Table2 />}
      onClick={() => onTable(!table)}
    />
  );
}
