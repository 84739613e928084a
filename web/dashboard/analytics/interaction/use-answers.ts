import { useQuery } from '@tanstack/react-query';
import { dayText } from '../../group/analytics/date-range.ts';
import { useRange } from '../../group/analytics/use-range.ts';
import { whyNone } from '../../kit/text/compared-words.ts';
import { useSession } from '../../shell/session/session-value.ts';
import type { FiguresScope } from '../use-scope.ts';
import { hasAnswers } from './answer-kinds.ts';
import type { AnswerLine } from './answers-csv.ts';
import { answerRowsQuery, answerTotalsQuery } from './answers-queries.ts';

/** The answers of a scope together in the days of the address, and why there can be none. */
export function useAnswerTotals(scope: FiguresScope, versus: number | null) {
  const { account } = useSession();
  const { range } = useRange();
  const totals = useQuery({ ...answerTotalsQuery(scope, range, versus), enabled: scope.apps.length > 0 });
  const none = totals.data ? whyNone(totals.data.first_day, account.ts_created, dayText(range.to)) : null;
  return { range, totals, none };
}

/** The groups of a scope that have answers in the days of the address, or components that were seen; and of which days they still are. */
export function useAnswerLines(scope: FiguresScope) {
  const { range } = useRange();
  const rows = useQuery({ ...answerRowsQuery(scope, range), enabled: scope.apps.length > 0 });
  const apps = new Map(scope.apps.map((app) => [app.id, app]));
  const lines = (rows.data?.data ?? [])
    .filter(({ id, app_id }) => apps.has(app_id) && (scope.groups.length === 0 || scope.groups.includes(id)))
    .filter(({ stats }) => hasAnswers(stats))
    .map((row): AnswerLine => {
      const app = apps.get(row.app_id)!;
      const instance = app.instances.find(({ id }) => id === row.instance_id);
      return { row, place: (apps.size > 1 ? app.title : instance?.title) ?? '' };
    });
  return { rows, lines, days: rows.data?.days ?? range, stale: rows.isPlaceholderData };
}
