import { designCheckWords } from '../../words/design-checks.en.ts';
import { deliveredConditions, goalsAmong, type RouteStory } from '../resting.ts';
import type { AdviceFacts, DesignAdvice } from './checked.ts';

interface Ways {
  /** Where the rules of a story lead, by places; the group's end is none. */
  ruled: number[];
  /** Where everybody else goes on: a place, or the number of stories at the end. */
  next: number;
  /** Whether someone chose what follows. */
  isChosen: boolean;
  /** Whether it leads anywhere but to the story after it. */
  hasRules: boolean;
}

function waysOf(group: readonly RouteStory[]): Ways[] {
  const goals = goalsAmong(group.map(({ id }) => id));
  const placeOf = (to: string): number => (to === 'end' ? group.length : goals.placeOf(to)!);
  return group.map((story, at) => {
    const conditions = deliveredConditions(story, goals);
    const next = conditions?.next ?? null;
    return {
      ruled: (conditions?.rules ?? []).map(({ to }) => placeOf(to)).filter((place) => place < group.length),
      next: next === null ? at + 1 : placeOf(next),
      isChosen: next !== null,
      hasRules: conditions !== null,
    };
  });
}

const isReached = (ways: readonly Ways[], place: number): boolean => {
  const reached = new Set([0]);
  ways.forEach(({ ruled, next }, at) => {
    if (reached.has(at)) for (const to of [...ruled, next]) reached.add(to);
  });
  return reached.has(place);
};

/** Whether a way that an answer begins goes on, in order alone, from a place into the way of another answer. */
const runsOver = (ways: readonly Ways[], place: number): boolean =>
  !ways[place]!.isChosen &&
  ways.some(({ ruled }) => {
    if (!ruled.includes(place + 1)) return false;
    const begins = ruled.filter((to) => to <= place);
    return begins.some((from) => ways.slice(from, place).every(({ isChosen }) => !isChosen));
  });

/** Whether viewers come to a story, go on from it as was meant, and have SDKs that know its rules. */
export function adviseFlow({
  group,
  storyId,
  hasOldSdk,
}: Pick<AdviceFacts, 'group' | 'storyId' | 'hasOldSdk'>): DesignAdvice[] {
  const place = group.findIndex(({ id }) => id === storyId);
  if (place < 0) return [];
  const ways = waysOf(group);
  const advice: DesignAdvice[] = [];
  if (!isReached(ways, place))
    advice.push({ path: 'conditions', code: 'flow_unreached', phrase: designCheckWords.flowUnreached });
  if (runsOver(ways, place))
    advice.push({ path: 'conditions.next', code: 'flow_both', phrase: designCheckWords.flowBoth });
  if (hasOldSdk && ways[place]!.hasRules)
    advice.push({ path: 'conditions', code: 'flow_old_sdk', phrase: designCheckWords.flowOldSdk });
  return advice;
}
