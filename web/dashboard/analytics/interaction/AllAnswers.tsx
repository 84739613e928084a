import { MessageCircleQuestionMark } from 'lucide-react';
import { useLocation } from 'react-router';
import { download } from '../../api/download.ts';
import { CsvMenu } from '../../csv/CsvMenu.tsx';
import { dayText } from '../../group/analytics/date-range.ts';
import { useGroupSearch } from '../../group/use-group-search.ts';
import { Button } from '../../kit/buttons/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { FindField } from '../../kit/fields/FindField.tsx';
import { EmptyState } from '../../kit/states/EmptyState.tsx';
import { ErrorState } from '../../kit/states/ErrorState.tsx';
import { Skeleton } from '../../kit/states/Skeleton.tsx';
import type { Sort } from '../../kit/table/Table.tsx';
import { analyticsWords } from '../../words/analytics.en.ts';
import { interactionWords } from '../../words/interaction.en.ts';
import { t } from '../../words/t.ts';
import { type Days, figuresQuery } from '../analytics-queries.ts';
import { TableHead } from '../TableHead.tsx';
import type { FiguresScope } from '../use-scope.ts';
import { AnswersTable } from './AnswersTable.tsx';
import { type AnswerKind, answerKinds, countOf } from './answer-kinds.ts';
import { type AnswerLine, groupsCsv } from './answers-csv.ts';
import { useAnswerLines, type useAnswerTotals } from './use-answers.ts';

const longestName = 100;

const sorted = (lines: readonly AnswerLine[], kind: AnswerKind, direction: Sort['direction']): AnswerLine[] => {
  const sign = direction === 'asc' ? 1 : -1;
  return lines.toSorted(
    (a, b) =>
      sign * (countOf(a.row.stats, kind) - countOf(b.row.stats, kind)) || a.row.title.localeCompare(b.row.title),
  );
};

const filesOf = (scope: FiguresScope, days: Days, shown: () => Blob) => {
  const dates = `${dayText(days.from)}_${dayText(days.to)}`;
  const every = answerKinds.flatMap(({ report }) => report ?? []);
  return [
    {
      name: `answers_${dates}`,
      label: t(analyticsWords.csvShown),
      note: t(interactionWords.shownNote),
      read: shown,
    },
    ...every.map(({ type, label }) => ({
      name: `${type}_${dates}`,
      label,
      note: t(interactionWords.everyNote),
      read: () => download('/report', { report_type: type, ...figuresQuery(scope, days, null) }),
    })),
  ];
};

/** Properties of AllAnswers; `answers` are those of all its groups together. */
export interface AllAnswersProps {
  scope: FiguresScope;
  answers: ReturnType<typeof useAnswerTotals>;
}

/** The groups that have answers, each leading to its components. */
export function AllAnswers({ scope, answers: { totals, none } }: AllAnswersProps) {
  const { search: query } = useLocation();
  const { search, set } = useGroupSearch();
  const { rows, lines, days, stale } = useAnswerLines(scope);
  if (rows.isError && !rows.data)
    return (
      <ErrorState
        title={t(interactionWords.didNotLoad)}
        text={t(interactionWords.didNotLoadText)}
        onRetry={() => rows.refetch()}
      />
    );
  if (!rows.data || !totals.data) return <Skeleton height={320} radius={12} />;
  if (lines.length === 0)
    return (
      <Card as="section" aria-label={t(interactionWords.groupsWithAnswers)}>
        <EmptyState
          art={<MessageCircleQuestionMark size={28} aria-hidden />}
          title={none ?? t(interactionWords.noAnswers)}
          text={t(interactionWords.noAnswersText)}
        />
      </Card>
    );
  const usual = answerKinds.at(-1)!;
  const by = answerKinds.find(({ id }) => id === search.get('order')) ?? usual;
  const sort: Sort = { by: by.id, direction: search.get('dir') === 'asc' ? 'asc' : 'desc' };
  const find = search.get('find') ?? '';
  const found = lines.filter(({ row }) => row.title.toLocaleLowerCase().includes(find.toLocaleLowerCase()));
  const shown = sorted(found, by, sort.direction);
  const placeLabel = scope.apps.length > 1 ? t(analyticsWords.app) : t(analyticsWords.instance);
  const addressOf = (id: string) => {
    const next = new URLSearchParams(query);
    next.set('answers', id);
    return `?${next}`;
  };
  return (
    <Card as="section" padded={false} aria-label={t(interactionWords.groupsWithAnswers)} aria-busy={stale || undefined}>
      <TableHead title={t(interactionWords.groupsWithAnswers)} count={lines.length}>
        <FindField
          label={t(analyticsWords.findGroup)}
          value={find}
          maxLength={longestName}
          onChange={(text) => set({ find: text })}
        />
        <CsvMenu
          what={t(interactionWords.answersOfGroups, { count: shown.length })}
          disabled={stale}
          files={filesOf(scope, days, () => groupsCsv(shown, placeLabel, days, rows.dataUpdatedAt))}
        />
      </TableHead>
      {shown.length > 0 ? (
        <AnswersTable
          lines={shown}
          placeLabel={placeLabel}
          totals={{ stats: totals.data.stats, count: lines.length }}
          sort={sort}
          onSort={(next) =>
            set({ order: next.by === usual.id ? null : next.by, dir: next.direction === 'asc' ? 'asc' : null })
          }
          addressOf={addressOf}
        />
      ) : (
        <EmptyState
          title={t(analyticsWords.noneFit)}
          text={t(analyticsWords.noneFitText)}
          action={<Button onClick={() => set({ find: null })}>{t(analyticsWords.showAll)}</Button>}
        />
      )}
    </Card>
  );
}
