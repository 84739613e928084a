import { infiniteQueryOptions } from '@tanstack/react-query';
import type { WhyAnswer } from '#contracts/stats/explain.ts';
import type { WhyFigure } from '#contracts/stats/why-figures.ts';
import { http } from '../api/http.ts';
import type { WhySubject } from './use-why.ts';

const pageSize = 50;
const idNames = { app: 'app_id', instance: 'instance_id', group: 'story_group_id', story: 'story_id' } as const;

/** What a figure of some days (unix seconds, both included) is made of, page by page of its batches. */
export const whyPagesQuery = (
  figure: WhyFigure,
  { scope, id }: WhySubject,
  { from, to }: { from: number; to: number },
) =>
  infiniteQueryOptions({
    queryKey: ['why', figure, scope, id, from, to],
    queryFn: ({ signal, pageParam }) =>
      http.get<WhyAnswer>('/analytics/why', {
        signal,
        query: { figure, [idNames[scope]]: id, ts_start: from, ts_end: to, limit: pageSize, offset: pageParam },
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.batches.length, 0);
      return last.batches.length > 0 && loaded < last.total ? loaded : undefined;
    },
    // Counting again reads all batches of the days.
    staleTime: 60_000,
  });
