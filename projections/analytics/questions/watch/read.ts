import type { WatchSteps } from '#contracts/stats/group-details.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { watchStepCount } from '../../tables.ts';
import type { GroupRange } from '../group-range.ts';

interface StepRow {
  subject_id: string;
  steps: number[];
}

/**
 * How far each story of a group was watched. Cost: one read of the stories, and of their days on the primary key, summed
 * in Postgres.
 */
export const readWatchSteps = async (
  { analytics, db }: Pick<Kernel, 'analytics' | 'db'>,
  { group, range }: GroupRange,
): Promise<WatchSteps> => {
  const { rows: stories } = await db.pool.query<
    Pick<WatchSteps['stories'][number], 'id' | 'title' | 'type' | 'status'>
  >(`select id, title, type, status from story where story_group_id = $1 order by position, id`, [group.id]);
  const ids = stories.map(({ id }) => id);
  const of = `app_id = $1 and scope = 'story' and subject_id = any($2::uuid[]) and watch_steps is not null`;
  const sums = Array.from({ length: watchStepCount }, (_, step) => `sum(watch_steps[${step + 1}])`).join(', ');
  const [steps, first] = await Promise.all([
    analytics.pool.query<StepRow>({
      name: 'figures-watch-steps',
      text: `select subject_id, array[${sums}]::int8[] as steps from daily_count
              where ${of} and day between $3::date and $4::date group by subject_id`,
      values: [group.app_id, ids, range.days[0], range.days.at(-1)],
    }),
    analytics.pool.query<{ day: string | null }>({
      name: 'figures-watch-first',
      text: `select min(first.day)::text as day from unnest($2::uuid[]) as story (id)
              cross join lateral (select day from daily_count where app_id = $1 and scope = 'story'
                and subject_id = story.id and watch_steps is not null order by day limit 1) as first`,
      values: [group.app_id, ids],
    }),
  ]);
  const stepsOf = new Map(steps.rows.map((row) => [row.subject_id, row.steps.map(Number)]));
  return {
    first_day: first.rows[0]!.day,
    stories: stories.map((story) => {
      const own = stepsOf.get(story.id) ?? new Array<number>(watchStepCount).fill(0);
      return { ...story, leaves: own.reduce((sum, count) => sum + count, 0), steps: own };
    }),
  };
};
