import type { ResponseType } from '#contracts/interactive-stats.ts';
import type { SdkAnswerType } from '#contracts/sdk.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { Range } from '../range.ts';

const mostValues = 50;
const mostComponents = 100;

/** A group or a story by where its rows are found. */
export type Place = { id: string; app_id: string };
/** What is counted of components: responses, and that they were seen. */
export type CountedType = ResponseType | 'component_impression';

/** Events of a type about the components of a group or a story. */
export interface Total {
  subject_id: string;
  type: CountedType;
  responses: number;
}

const placesOf = (stories: readonly Place[]) => [
  stories.map((story) => story.app_id),
  stories.map((story) => story.id),
];
const chosen = `from unnest($1::uuid[], $2::uuid[]) as s (app_id, story_id) join daily_answer d using (app_id, story_id)
                where d.day between $3::date and $4::date`;
const valuesOf = (stories: readonly Place[], { days }: Range) => [...placesOf(stories), days[0], days.at(-1)];

/** How often each type of event about components came, by group or by story. Cost: one read on the primary key, rows ≤ subjects × days × types. */
export const readTotals = async (
  db: Db,
  scope: 'group' | 'story',
  subjects: readonly Place[],
  { days }: Range,
): Promise<Total[]> => {
  if (subjects.length === 0) return [];
  const { rows } = await db.pool.query<Total>({
    name: 'interactive-totals',
    text: `select subject_id, type, sum(responses)::float8 as responses from daily_response
            where app_id = any($1::uuid[]) and scope = $2 and subject_id = any($3::uuid[])
              and day between $4::date and $5::date
            group by subject_id, type`,
    values: [
      [...new Set(subjects.map((one) => one.app_id))],
      scope,
      subjects.map((one) => one.id),
      days[0],
      days.at(-1),
    ],
  });
  return rows;
};

/** A value that a component was answered with; `total` and `average` are those of the component's type. */
export interface ValueRow {
  story_id: string;
  type: CountedType;
  answers: number;
  component_id: string;
  value: string;
  total: number;
  average: number | null;
}

/** What components of stories were answered with, most frequent first. Cost: one primary-key range for each story, rows = days × values; at most 50 values and 100 components a story leave it. */
export const readValues = async (db: Db, stories: readonly Place[], range: Range): Promise<ValueRow[]> => {
  const { rows } = await db.pool.query<ValueRow>({
    name: 'interactive-values',
    text: `with added as (
             select d.story_id, d.component_id, d.type, d.value, sum(d.answers)::bigint as answers,
                    case when d.type = 'rating_submitted' and d.value ~ '^-?[0-9]{1,9}([.][0-9]{1,9})?$'
                         then d.value::numeric end as number
               ${chosen} group by d.story_id, d.component_id, d.type, d.value
           ), counted as (
             select added.*, sum(answers) over response as total,
                    sum(answers * number) over response / sum(answers) filter (where number is not null) over response as mean,
                    row_number() over (partition by story_id, component_id, type order by answers desc, value) as place,
                    sum(answers) over (partition by story_id, component_id) as weight
               from added window response as (partition by story_id, component_id, type)
           ), placed as (
             select counted.*, dense_rank() over (partition by story_id order by weight desc, component_id) as component
               from counted
           )
           select story_id, component_id, type, value, answers::float8, total::float8, round(mean, 2)::float8 as average
             from placed where place <= $5 and component <= $6
            order by story_id, component, type, place`,
    values: [...valuesOf(stories, range), mostValues, mostComponents],
  });
  return rows;
};

/** How many answered, by `about` (what the responses are summed up by), type and component; a component of null is all. */
export interface Responder {
  about: string;
  story_id: string | null;
  component_id: string | null;
  type: SdkAnswerType;
  viewers: number;
}

/** How many viewers answered. Cost: the answers themselves, by primary key. Where it is about stories, only one of the two sums names a component. */
export const readResponders = async (
  db: Db,
  stories: readonly Place[],
  { ts_start, ts_end }: Range,
  about: 'group_id' | 'story_id',
): Promise<Responder[]> => {
  const { rows } = await db.pool.query<Responder>({
    name: `interactive-responders-${about}`,
    text: `select a.${about} as about, a.story_id, a.component_id, a.type, count(distinct a.viewer)::int as viewers
             from unnest($1::uuid[], $2::uuid[]) as s (app_id, story_id) join answer a using (app_id, story_id)
            where a.at >= to_timestamp($3::float8) and a.at < to_timestamp($4::float8 + 1)
            group by grouping sets ((a.${about}, a.type), (a.${about}, a.story_id, a.component_id, a.type))`,
    values: [...placesOf(stories), ts_start, ts_end],
  });
  return rows;
};
