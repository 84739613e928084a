import type { GroupStats, GroupStatsRow } from '#contracts/stats/stats.ts';
import { percent } from '../kit/text/format.ts';
import type { NamedFigure } from '../why/names.ts';
import { groupWords } from '../words/group.en.ts';
import { t } from '../words/t.ts';
import { secondsText } from './measures.ts';

/** A row of the table: a group, where it lies, and whether anything can have been counted of it in the days. */
export interface GroupLine {
  row: GroupStatsRow;
  place: string;
  isWeb: boolean;
  /** Why there is no figure at all; null where there are some. */
  none: string | null;
}

/** A column with figures. */
export interface FigureColumn {
  id: string;
  why: NamedFigure;
  label: string;
  read: (stats: GroupStats) => number;
  text?: (stats: GroupStats) => string;
  /** Whether there is one: of nothing there is no rate, and the table shows a dash. */
  exists?: (stats: GroupStats) => boolean;
  /** Web apps do not send it. */
  notWeb?: boolean;
}

const isSeen = ({ total_impression }: GroupStats): boolean => total_impression > 0;

const count = (id: keyof GroupStats, why: NamedFigure, label: string, notWeb = false): FigureColumn => ({
  id,
  why,
  label,
  read: (stats) => stats[id],
  ...(notWeb ? { notWeb } : {}),
});

const all: readonly FigureColumn[] = [
  count('reach', 'reach', t(groupWords.reach)),
  count('total_impression', 'impression', t(groupWords.impression)),
  count('total_open', 'open', t(groupWords.opened)),
  count('total_click', 'click', t(groupWords.click)),
  {
    id: 'ctr',
    why: 'ctr',
    label: t(groupWords.ctr),
    read: ({ ctr }) => ctr,
    text: (stats) => (isSeen(stats) ? percent(stats.ctr) : '–'),
    exists: isSeen,
  },
  count('total_complete', 'complete', t(groupWords.completions), true),
  {
    id: 'average_watch_length',
    why: 'average_watch_length',
    label: t(groupWords.avgWatchLength),
    read: ({ average_watch_length }) => average_watch_length,
    text: ({ average_watch_length }) => secondsText(average_watch_length),
    exists: ({ average_watch_length }) => average_watch_length > 0,
  },
  count('nexts', 'nexts', t(groupWords.next)),
  count('prevs', 'prevs', t(groupWords.previous)),
  count('closed', 'closed', t(groupWords.closed)),
  count('total_skipped', 'skipped', t(groupWords.skipped), true),
  count('share_count', 'share', t(groupWords.shared), true),
];

/** The columns of figures; where all apps are web apps without those that these do not send. */
export const figureColumns = (onlyWeb: boolean): readonly FigureColumn[] =>
  onlyWeb ? all.filter(({ notWeb }) => !notWeb) : all;

/** Whether a line has a figure in a column. */
export const hasFigure = (line: GroupLine, column: FigureColumn): boolean =>
  line.none === null && !(line.isWeb && column.notWeb);

/** The number of a line in a column; null where the table shows a dash. */
export const figureOf = (line: GroupLine, column: FigureColumn): number | null => {
  const { stats } = line.row;
  return hasFigure(line, column) && column.exists?.(stats) !== false ? column.read(stats) : null;
};

/** Lines by a column's figure, those without one last; equal ones by name. */
export const sortLines = (
  lines: readonly GroupLine[],
  column: FigureColumn,
  direction: 'asc' | 'desc',
): GroupLine[] => {
  const sign = direction === 'asc' ? 1 : -1;
  const figure = new Map(lines.map((line) => [line, figureOf(line, column)] as const));
  return lines.toSorted((a, b) => {
    const [one, other] = [figure.get(a) ?? null, figure.get(b) ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * (one - other) || a.row.title.localeCompare(b.row.title);
  });
};
