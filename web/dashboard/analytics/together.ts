import type { WhyAbout } from '../why/why-query.ts';
import { analyticsWords } from '../words/analytics.en.ts';
import { t } from '../words/t.ts';
import { idsOf } from './analytics-queries.ts';
import type { FiguresScope } from './use-scope.ts';

/** The totals of all groups of a scope, as they are asked what they are made of. */
export const togetherOf = (scope: FiguresScope, { groups }: { groups: number }): WhyAbout => ({
  name: t(analyticsWords.allOf, { count: groups }),
  scope: 'group',
  query: { ...idsOf(scope), all_groups: 'true' },
});
