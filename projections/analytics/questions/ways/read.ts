import type { PublishedSummary } from '#contracts/stats/interactive-stats.ts';
import type { GroupWays, WayComponent, WayGoal, WayStory } from '#contracts/stats/ways.ts';
import { answerEvents } from '#contracts/studio/answers.ts';
import type { StoryConditions } from '#contracts/studio/conditions.ts';
import { goalsOf } from '#contracts/studio/goals.ts';
import { isAnswerable } from '#contracts/studio/kinds.ts';
import { type Goals, type RestReason, restingOf, restReasons } from '#contracts/studio/resting.ts';
import { toSeconds } from '#contracts/time.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { say } from '#kernel/platform/say.ts';
import type { GroupRange } from '../group-range.ts';
import { readPublished } from '../interactive/names.ts';
import { type GivenAnswers, readGiven } from './given.ts';
import { readWayStories, type WayRow } from './stories.ts';

type Conditional = WayRow & { conditions: StoryConditions };

/** What a group's conditional stories are told with. */
interface WayFacts {
  rows: readonly WayRow[];
  goals: Goals;
  publishedOf: (component: { story_id: string; component_id: string }) => PublishedSummary | null;
  given: GivenAnswers;
}

const askedOf = ({ rules }: StoryConditions): string[] => [...new Set(rules.map(({ component_id }) => component_id))];

const restOf = (reason: RestReason | undefined): WayGoal['resting'] =>
  reason ? { reason, message: say(restReasons[reason]) } : null;

/** The story that is delivered after another one, or the end. */
const following = ({ rows, goals }: WayFacts, { id }: Conditional): WayGoal => {
  const after = rows.slice(rows.findIndex((row) => row.id === id) + 1);
  const next = after.find((row) => goals.faultOf(row.id) === null);
  return { to: next?.id ?? 'end', title: next?.title ?? null, resting: null };
};

const wayStory = (facts: WayFacts, story: Conditional): WayStory => {
  const { conditions, id: story_id } = story;
  const titles = new Map(facts.rows.map(({ id, title }) => [id, title]));
  const reasons = new Map(restingOf(story, facts.goals).map(({ rule, reason }) => [rule, reason]));
  const goalTo = (to: string, at: number | null): WayGoal => ({
    ...{ to, title: titles.get(to) ?? null },
    resting: restOf(reasons.get(at)),
  });
  const component = (component_id: string): WayComponent => {
    const published = facts.publishedOf({ story_id, component_id });
    const type = published && isAnswerable(published.kind) ? answerEvents[published.kind] : null;
    const counts = facts.given(story_id, component_id, type);
    const answers = [...counts.values.values()].reduce((sum, count) => sum + count, 0);
    const silent = Math.max(0, counts.seen - answers);
    const part = (count: number) => ({ count, share: answers + silent === 0 ? 0 : count / (answers + silent) });
    const rules = conditions.rules.flatMap((rule, at) => {
      if (rule.component_id !== component_id) return [];
      const count = rule.values.reduce((sum, value) => sum + (counts.values.get(value) ?? 0), 0);
      return [{ ...goalTo(rule.to, at), rule: at, values: rule.values, ...part(count) }];
    });
    const ruled = rules.reduce((sum, { count }) => sum + count, 0);
    return { component_id, published, rules, other: part(answers - ruled), no_answer: part(silent) };
  };
  return {
    ...{ id: story_id, title: story.title },
    next: conditions.next === null ? following(facts, story) : goalTo(conditions.next, null),
    components: askedOf(conditions).map(component),
  };
};

/**
 * Which way people went from the conditional stories of a group, as its rules stand now. Cost: one read of the stories, one of
 * the asked components and one of their days on primary keys, summed in Postgres; rows = asked components × answers.
 */
export const readWays = async (
  { analytics, db, now }: Pick<Kernel, 'analytics' | 'db' | 'now'>,
  { group, range }: GroupRange,
): Promise<GroupWays> => {
  const rows = await readWayStories(db, group.id);
  const conditional = rows.filter((row): row is Conditional => row.conditions !== null && row.state !== 'deleted');
  const asked = conditional.flatMap(({ id, conditions }) =>
    askedOf(conditions).map((component_id) => ({ story_id: id, component_id })),
  );
  const [publishedOf, given] = await Promise.all([
    readPublished(db, asked),
    readGiven(analytics, group.app_id, asked, range),
  ]);
  const facts: WayFacts = { rows, goals: goalsOf(rows, toSeconds(now())), publishedOf, given };
  return { stories: conditional.map((story) => wayStory(facts, story)) };
};
