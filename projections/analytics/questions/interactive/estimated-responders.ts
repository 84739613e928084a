import { sdkAnswerTypes } from '#contracts/sdk/protocol.ts';
import type { Db } from '#kernel/db/pool.ts';
import type { DayRange } from '../day-range.ts';
import type { EntityRef, Responder } from './queries.ts';

/** A story, and what its answers are counted for. */
export type AnsweredStory = EntityRef & { about: string };

/** Answers that are looked at: of one subject, and of all subjects of a query together, unless these are too many. */
const sampled = { most: 4000, together: 20_000, least: 100 } as const;

/** Ids of viewers are spread evenly: their first 32 bits tell whether one is in the sample. */
const evenly = 2 ** 32;

const mostLookedAt = (subjects: number): number =>
  Math.max(sampled.least, Math.min(sampled.most, Math.floor(sampled.together / subjects)));

/** The same estimate of one subject's viewers who gave some of its `answers`, by their ids. */
export const estimateOf = (viewers: Iterable<string>, answers: number): number => {
  const part = Math.min(evenly, Math.ceil((evenly * mostLookedAt(1)) / answers));
  let found = 0;
  for (const viewer of viewers) if (Number.parseInt(viewer.slice(0, 8), 16) < part) found += 1;
  return Math.round((found * evenly) / part);
};

/**
 * About how many viewers answered, of subjects with too many answers to go through: those with the lowest ids are counted, and
 * stand for the others. Usually within 2 % of one subject, and within 10 % of each of hundreds. Cost: one primary-key
 * range for each story, rows = days × values, and one for each component; at most 4,000 answers of a subject where these are
 * all of the range, else as many more as there are besides.
 */
export const estimateResponders = async (
  db: Db,
  stories: readonly AnsweredStory[],
  { days }: DayRange,
): Promise<Responder[]> => {
  const subjects = new Set(stories.map(({ about }) => about)).size;
  if (subjects === 0) return [];
  const most = mostLookedAt(subjects);
  const { rows } = await db.pool.query<Responder>({
    name: 'interactive-responders-estimated',
    text: `with answered as (
             select s.about, d.story_id, d.component_id, d.type, sum(d.answers) as answers
               from unnest($1::uuid[], $2::uuid[], $3::text[]) as s (app_id, story_id, about)
               join daily_answer d using (app_id, story_id)
              where d.day between $4::date and $5::date and d.type = any($6::text[])
              group by s.about, d.story_id, d.component_id, d.type
           ), parted as (
             select answered.*,
                    least(${evenly}, ceil(${evenly} * $7::numeric / sum(answers) over (partition by about)))::bigint as part
               from answered
           ), seen as (
             select p.about, p.story_id, p.component_id, p.type, p.part, f.viewer
               from parted p cross join lateral (
                 select f.viewer from first_answer f
                  where f.story_id = p.story_id and f.component_id = p.component_id and f.type = p.type
                    and f.viewer <= (lpad(to_hex(p.part - 1), 8, '0') || '-ffff-ffff-ffff-ffffffffffff')::uuid
                    and f.day between $4::date and $5::date) as f
           )
           select about, story_id, component_id, type,
                  round(count(distinct viewer) * ${evenly}::numeric / max(part))::float8 as viewers
             from seen group by grouping sets ((about, type), (about, story_id, component_id, type))`,
    values: [
      stories.map((story) => story.app_id),
      stories.map((story) => story.id),
      stories.map((story) => story.about),
      days[0],
      days.at(-1),
      sdkAnswerTypes,
      most,
    ],
  });
  return rows;
};
