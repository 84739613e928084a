import type { SdkAnswerType } from '#contracts/sdk/protocol.ts';
import type { ResponseType } from '#contracts/stats/interactive-stats.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { DayRange } from '../day-range.ts';

const maxValues = 50;
const maxComponents = 100;

/** A group or a story by the key of its rows. */
export type EntityRef = { id: string; app_id: string };
/** The event types counted of components: responses and impressions. */
export type CountedType = ResponseType | 'component_impression';

/** The number of events of a type about the components of a group or a story. */
export interface TypeTotal {
  subject_id: string;
  type: CountedType;
  responses: number;
}

const refColumns = (stories: readonly EntityRef[]) => [
  stories.map((story) => story.app_id),
  stories.map((story) => story.id),
];
const chosen = `from unnest($1::uuid[], $2::uuid[]) as s (app_id, story_id) join daily_answer d using (app_id, story_id)
                where d.day between $3::date and $4::date`;
const valuesOf = (stories: readonly EntityRef[], { days }: DayRange) => [...refColumns(stories), days[0], days.at(-1)];

/**
 * The number of component events by type and by group or story. Cost: one read on the primary key, rows ≤ subjects ×
 * days × types.
 */
export const readTypeTotals = async (
  db: Db,
  scope: 'group' | 'story',
  subjects: readonly EntityRef[],
  { days }: DayRange,
): Promise<TypeTotal[]> => {
  if (subjects.length === 0) return [];
  const { rows } = await db.pool.query<TypeTotal>({
    name: 'interactive-totals',
    text: `select subject_id, type, sum(responses)::float8 as responses from daily_response
            where app_id = any($1::uuid[]) and scope = $2 and subject_id = any(array(select unnest($3::uuid[])))
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

/** The number of events of a type on a UTC day, of several groups or stories together. */
export interface TypeDay {
  day: string;
  type: CountedType;
  responses: number;
}

/**
 * The number of component events of groups together, or of stories, by day and type. Cost: one read on the primary key,
 * subjects × days × types summed in Postgres, rows = days × types.
 */
export const readTypeDays = async (
  db: Db,
  subjects: readonly EntityRef[],
  range: DayRange,
  scope: 'group' | 'story' = 'group',
): Promise<TypeDay[]> => {
  if (subjects.length === 0) return [];
  const { rows } = await db.pool.query<TypeDay>({
    name: 'interactive-days',
    text: `select d.day::text, d.type, sum(d.responses)::float8 as responses
             from unnest($1::uuid[], $2::uuid[]) as s (app_id, subject_id)
             join daily_response d on d.app_id = s.app_id and d.scope = $5 and d.subject_id = s.subject_id
            where d.day between $3::date and $4::date group by d.day, d.type`,
    values: [...valuesOf(subjects, range), scope],
  });
  return rows;
};

/** The first UTC day with a component event of some groups, null without any. Cost: one descent of the primary key for each. */
export const readFirstResponseDay = async (db: Db, groups: readonly EntityRef[]): Promise<string | null> => {
  const { rows } = await db.pool.query<{ day: string | null }>({
    name: 'interactive-first-day',
    text: `select min(f.day)::text as day
             from unnest($1::uuid[], $2::uuid[]) as s (app_id, subject_id),
                  lateral (select day from daily_response d
                            where d.app_id = s.app_id and d.scope = 'group' and d.subject_id = s.subject_id
                            order by day limit 1) as f`,
    values: refColumns(groups),
  });
  return rows[0]!.day;
};

/** How many viewers answered any of some groups, by type. Cost: the answers themselves, by primary key. */
export const readRespondersTogether = async (
  db: Db,
  stories: readonly EntityRef[],
  { ts_start, ts_end }: DayRange,
): Promise<{ type: SdkAnswerType; viewers: number }[]> => {
  const { rows } = await db.pool.query<{ type: SdkAnswerType; viewers: number }>({
    name: 'interactive-responders-together',
    text: `select a.type, count(distinct a.viewer)::int as viewers
             from unnest($1::uuid[], $2::uuid[]) as s (app_id, story_id) join answer a using (app_id, story_id)
            where a.at >= to_timestamp($3::float8) and a.at < to_timestamp($4::float8 + 1) group by a.type`,
    values: [...refColumns(stories), ts_start, ts_end],
  });
  return rows;
};

/** A rating as a number, null for what is none. */
const numberOf = (value: string): string =>
  `case when ${value} ~ '^-?[0-9]{1,9}([.][0-9]{1,9})?$' then ${value}::numeric end`;
/** The mean of ratings, each as often as it was given. */
const meanOf = (answers: string, number: string, over = ''): string =>
  `sum(${answers} * ${number})${over} / sum(${answers}) filter (where ${number} is not null)${over}`;
const roundedMean = (mean: string): string => `round(${mean}, 2)::float8`;

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

/**
 * The answers to components of stories, most frequent first. Cost: one primary-key range for each story, rows = days ×
 * values; at most 50 values and 100 components of a story are returned.
 */
export const readValues = async (db: Db, stories: readonly EntityRef[], range: DayRange): Promise<ValueRow[]> => {
  const { rows } = await db.pool.query<ValueRow>({
    name: 'interactive-values',
    text: `with added as (
             select d.story_id, d.component_id, d.type, d.value, sum(d.answers)::bigint as answers,
                    case when d.type = 'rating_submitted' then ${numberOf('d.value')} end as number
               ${chosen} group by d.story_id, d.component_id, d.type, d.value
           ), counted as (
             select added.*, sum(answers) over response as total,
                    ${meanOf('answers', 'number', ' over response')} as mean,
                    row_number() over (partition by story_id, component_id, type order by answers desc, value) as place,
                    sum(answers) over (partition by story_id, component_id) as weight
               from added window response as (partition by story_id, component_id, type)
           ), placed as (
             select counted.*, dense_rank() over (partition by story_id order by weight desc, component_id) as component
               from counted
           )
           select story_id, component_id, type, value, answers::float8, total::float8, ${roundedMean('mean')} as average
             from placed where place <= $5 and component <= $6
            order by story_id, component, type, place`,
    values: [...valuesOf(stories, range), maxValues, maxComponents],
  });
  return rows;
};

/** How often a component was answered with a value on a UTC day. */
export interface ValueDay {
  day: string;
  value: string;
  answers: number;
}

/** Events of a type about one component of a story. */
export interface ComponentAsked {
  app_id: string;
  story_id: string;
  component_id: string;
  type: CountedType;
}

/** How often a component was seen, or answered with each value, by day. Cost: the primary-key range of its story. */
export const readValueDays = async (db: Db, asked: ComponentAsked, { days }: DayRange): Promise<ValueDay[]> => {
  const { rows } = await db.pool.query<ValueDay>({
    name: 'interactive-value-days',
    text: `select day::text, value, answers from daily_answer
            where app_id = $1 and story_id = $2 and day between $3::date and $4::date and component_id = $5 and type = $6`,
    values: [asked.app_id, asked.story_id, days[0], days.at(-1), asked.component_id, asked.type],
  });
  return rows;
};

/** The average of ratings by day, and of all days as `null`; none where no rating is a number. */
export const averageRatings = async (db: Db, rated: readonly ValueDay[]): Promise<Map<string | null, number>> => {
  const { rows } = await db.pool.query<{ day: string | null; average: number | null }>({
    name: 'interactive-average',
    text: `select day, ${roundedMean(meanOf('answers', 'number'))} as average
             from (select day, answers, ${numberOf('value')} as number
                     from unnest($1::text[], $2::text[], $3::bigint[]) as t (day, value, answers)) as rated
            group by grouping sets ((day), ())`,
    values: [rated.map(({ day }) => day), rated.map(({ value }) => value), rated.map(({ answers }) => answers)],
  });
  return new Map(rows.flatMap(({ day, average }) => (average === null ? [] : [[day, average]])));
};

/** What is said of one component of a story on a UTC day. */
export interface ComponentDay {
  story_id: string;
  component_id: string;
  type: CountedType;
  day: string;
  answers: number;
}

/**
 * The responses to named components of stories by day. Cost: one primary-key range for each story, rows read = days ×
 * values, rows = components × types × days with any.
 */
export const readComponentDays = async (
  db: Db,
  stories: readonly EntityRef[],
  components: readonly { story_id: string; component_id: string }[],
  range: DayRange,
): Promise<ComponentDay[]> => {
  const { rows } = await db.pool.query<ComponentDay>({
    name: 'interactive-component-days',
    text: `select d.story_id, d.component_id, d.type, d.day::text, sum(d.answers)::float8 as answers ${chosen}
              and d.story_id::text || d.component_id = any($5::text[]) and d.type <> 'component_impression'
            group by d.story_id, d.component_id, d.type, d.day`,
    values: [...valuesOf(stories, range), components.map(({ story_id, component_id }) => `${story_id}${component_id}`)],
  });
  return rows;
};

/** How many viewers answered on each day, of stories together: those of a type, or of one component of a story. Cost: the answers themselves. */
export const readRespondersByDay = async (
  db: Db,
  stories: readonly EntityRef[],
  { type, component_id }: { type: SdkAnswerType; component_id: string | undefined },
  { ts_start, ts_end }: DayRange,
): Promise<Map<string, number>> => {
  const { rows } = await db.pool.query<{ day: string; viewers: number }>({
    name: 'interactive-responders-by-day',
    text: `select a.day::text, count(distinct a.viewer)::int as viewers
             from unnest($1::uuid[], $2::uuid[]) as s (app_id, story_id) join answer a using (app_id, story_id)
            where a.at >= to_timestamp($3::float8) and a.at < to_timestamp($4::float8 + 1) and a.type = $5
              and ($6::text is null or a.component_id = $6) group by a.day`,
    values: [...refColumns(stories), ts_start, ts_end, type, component_id ?? null],
  });
  return new Map(rows.map(({ day, viewers }) => [day, viewers]));
};

/** How many viewers answered, by `about` (the id grouped by), type and component; a component of null is all. */
export interface Responder {
  about: string;
  story_id: string | null;
  component_id: string | null;
  type: SdkAnswerType;
  viewers: number;
}

/**
 * How many viewers answered. Cost: the answers themselves, by primary key. About stories, only one of the two grouping
 * sets names a component.
 */
export const readResponders = async (
  db: Db,
  stories: readonly EntityRef[],
  { ts_start, ts_end }: DayRange,
  about: 'group_id' | 'story_id',
): Promise<Responder[]> => {
  const { rows } = await db.pool.query<Responder>({
    name: `interactive-responders-${about}`,
    text: `select a.${about} as about, a.story_id, a.component_id, a.type, count(distinct a.viewer)::int as viewers
             from unnest($1::uuid[], $2::uuid[]) as s (app_id, story_id) join answer a using (app_id, story_id)
            where a.at >= to_timestamp($3::float8) and a.at < to_timestamp($4::float8 + 1)
            group by grouping sets ((a.${about}, a.type), (a.${about}, a.story_id, a.component_id, a.type))`,
    values: [...refColumns(stories), ts_start, ts_end],
  });
  return rows;
};
