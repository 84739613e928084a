import { queryOptions } from '@tanstack/react-query';
import type { HistoryRow } from '#contracts/audit/rows.ts';
import { call } from '../../api/http.ts';
import type { DayChange } from '../../charts/days.ts';
import { groupKey } from '../group-queries.ts';
import { headline } from '../history/history-words.ts';
import { dayText } from './date-range.ts';

const dayEnd = 86_399;
/** More are not drawn on one curve; the history has them all. */
const mostChanges = 1000;

/** The changes of a group within whole UTC days (unix seconds), newest first. */
export const changesQuery = (groupId: string, { from, to }: { from: number; to: number }) =>
  queryOptions({
    queryKey: [...groupKey(groupId), 'history', from, to],
    queryFn: async ({ signal }): Promise<readonly HistoryRow[]> => {
      const query = { story_group_id: groupId, ts_start: from, ts_end: to + dayEnd, limit: mostChanges };
      return (await call<HistoryRow[]>('GET', '/story_group/history', { signal, query })).data;
    },
    staleTime: 0,
  });

/** Changes as marks of a curve, oldest first. */
export const changeMarks = (rows: readonly HistoryRow[]): DayChange[] =>
  rows.map(({ ts, version, sentence }) => ({ date: dayText(ts), version, sentence: headline(sentence) })).reverse();

/** The versions that an address names as '12' or '12-15'; null for anything else. */
export const versionsIn = (text: string | null): { first: number; last: number } | null => {
  const [, first, last] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text ?? '') ?? [];
  return first ? { first: Number(first), last: Number(last ?? first) } : null;
};

/** The name of some versions in an address. */
export const versionsName = (changes: readonly { version: number }[]): string => {
  const versions = changes.map(({ version }) => version);
  const [first, last] = [Math.min(...versions), Math.max(...versions)];
  return first === last ? String(first) : `${first}-${last}`;
};
