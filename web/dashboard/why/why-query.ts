import { infiniteQueryOptions } from '@tanstack/react-query';
import type { WhyAnswer } from '#contracts/stats/explain.ts';
import type { WhyFigure, WhyScope } from '#contracts/stats/why-figures.ts';
import { http } from '../api/http.ts';
import type { AskedAnswers, OneSubject } from './use-why.ts';

const pageSize = 50;
const idNames = { app: 'app_id', instance: 'instance_id', group: 'story_group_id', story: 'story_id' } as const;

/** What a figure is of: its name on the screen, the kind of what is counted, and how the server is asked for it. */
export interface WhyAbout {
  name: string;
  scope: WhyScope;
  query: Readonly<Record<string, string | null>>;
}

/** One thing that a figure is of. */
export const aboutOne = (name: string, { scope, id }: OneSubject): WhyAbout => ({
  name,
  scope,
  query: { [idNames[scope]]: id },
});

/** What a figure of some days (unix seconds, both included) is made of, page by page of its batches. */
export const whyPagesQuery = (
  figure: WhyFigure,
  asked: WhyAbout['query'],
  answers: AskedAnswers | undefined,
  { from, to }: { from: number; to: number },
) =>
  infiniteQueryOptions({
    queryKey: ['why', figure, asked, answers, from, to],
    queryFn: ({ signal, pageParam }) =>
      http.get<WhyAnswer>('/analytics/why', {
        signal,
        query: { ...asked, ...answers, figure, ts_start: from, ts_end: to, limit: pageSize, offset: pageParam },
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.batches.length, 0);
      return last.batches.length > 0 && loaded < last.total ? loaded : undefined;
    },
    // Counting again reads all batches of the days.
    staleTime: 60_000,
  });
