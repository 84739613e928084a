import type { Db } from '#kernel/db/pool.ts';
import type { DayRange } from '../day-range.ts';

/** How often a component was seen, and given each of its answers. */
interface Given {
  seen: number;
  values: ReadonlyMap<string, number>;
}

/** What was given to a component by events of a type; of one without a type nothing was. */
export type GivenAnswers = (storyId: string, componentId: string, type: string | null) => Given;

/**
 * How components of an app's stories were seen and answered over a range. Cost: one primary-key range for each story, rows =
 * components × values.
 */
export const readGiven = async (
  { pool }: Pick<Db, 'pool'>,
  appId: string,
  components: readonly { story_id: string; component_id: string }[],
  { days }: DayRange,
): Promise<GivenAnswers> => {
  const found = new Map<string, Map<string, number>>();
  const keyOf = (...parts: string[]): string => parts.join(' ');
  if (components.length > 0) {
    const { rows } = await pool.query<
      Record<'story_id' | 'component_id' | 'type' | 'value', string> & { answers: number }
    >({
      name: 'figures-ways',
      text: `select d.story_id, d.component_id, d.type, d.value, sum(d.answers)::float8 as answers
               from unnest($2::uuid[], $3::text[]) as asked (story_id, component_id)
               join daily_answer d on d.app_id = $1 and d.story_id = asked.story_id and d.component_id = asked.component_id
              where d.day between $4::date and $5::date
              group by d.story_id, d.component_id, d.type, d.value`,
      values: [
        appId,
        components.map(({ story_id }) => story_id),
        components.map(({ component_id }) => component_id),
        days[0],
        days.at(-1),
      ],
    });
    for (const { story_id, component_id, type, value, answers } of rows) {
      const key = keyOf(story_id, component_id, type);
      found.set(key, (found.get(key) ?? new Map()).set(value, answers));
    }
  }
  const none = new Map<string, number>();
  return (storyId, componentId, type) => ({
    seen: found.get(keyOf(storyId, componentId, 'component_impression'))?.get('') ?? 0,
    values: (type !== null && found.get(keyOf(storyId, componentId, type))) || none,
  });
};
