import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { GroupWays, WayStory } from '#contracts/stats/ways.ts';
import { waysQuery } from '../../dashboard/analytics/details/details-queries.ts';
import { sharesOf } from '../../dashboard/analytics/interaction/shares.ts';
import { type FlowWay, plainWay } from './flow-graph.ts';

/** How many viewers gave some answers to a component: those of a rule, others, or none. */
export interface AnswerShare {
  who: 'rule' | 'other' | 'none';
  values: readonly string[];
  count: number;
  /** In tenths of a percent of all who saw or answered the component. */
  share: number;
}

/** What is known of the answers to a component of a story. */
export interface ComponentShares {
  component_id: string;
  shares: readonly AnswerShare[];
}

const day = 86_400;

/** Today and the six days before it, in UTC. */
const lastDays = () => {
  const to = Math.floor(Date.now() / 1000 / day) * day;
  return { from: to - 6 * day, to };
};

function sharesIn({ components }: WayStory): ComponentShares[] {
  return components.flatMap(({ component_id, rules, other, no_answer }) => {
    const all: Omit<AnswerShare, 'share'>[] = [
      ...rules.map(({ values, count }) => ({ who: 'rule' as const, values, count })),
      ...(other.count > 0 ? [{ who: 'other' as const, values: [], count: other.count }] : []),
      { who: 'none', values: [], count: no_answer.count },
    ];
    const shares = sharesOf(all.map(({ count }) => count));
    // Without a viewer there is nothing to tell.
    if (all.every(({ count }) => count === 0)) return [];
    return [{ component_id, shares: all.map((one, at) => ({ ...one, share: shares[at]! })) }];
  });
}

/** Who went where, by story: what is known of the published rules of a group. */
export const sharesByStory = (ways: GroupWays | undefined): ReadonlyMap<string, readonly ComponentShares[]> =>
  new Map((ways?.stories ?? []).map((story) => [story.id, sharesIn(story)]));

/** Who went where today and in the six days before; empty where nothing is known, or the person may not see it. */
export function useFlowShares(groupId: string): ReadonlyMap<string, readonly ComponentShares[]> {
  const [days] = useState(lastDays);
  const { data } = useQuery({ ...waysQuery(groupId, days), retry: false });
  return useMemo(() => sharesByStory(data), [data]);
}

/** The share of a way; of a rule for several answers it stands at the first of them. Null where it isn't known. */
export function shareOfWay(shares: readonly ComponentShares[], { key, answer }: FlowWay): AnswerShare | null {
  if (key === plainWay) {
    const [only, ...others] = shares;
    return others.length > 0 ? null : (only?.shares.find(({ who }) => who === 'none') ?? null);
  }
  const own = shares.find(({ component_id }) => component_id === answer?.component_id);
  return own?.shares.find(({ values }) => values[0] === answer?.value) ?? null;
}
