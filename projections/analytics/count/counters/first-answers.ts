import type pg from 'pg';
import { uuids, viewerUuids } from '../binary-arrays.ts';
import type { ComponentEvent } from './component-event.ts';
import { isoDayOf } from './daily-delta.ts';

const dayMs = 86_400_000;

/** A viewer's answer to a component, of which only the first counts. */
export interface ViewerAnswer extends ComponentEvent {
  viewer: string;
}

/** What a viewer answers once. */
export const answerKey = ({ event, viewer }: ViewerAnswer): string =>
  `${event.story_id} ${event.type} ${viewer} ${event.component_id ?? ''}`;

const keyColumns = (answers: readonly ViewerAnswer[]) => [
  uuids(answers.map(({ event }) => event.story_id!)),
  answers.map(({ event }) => event.component_id ?? ''),
  answers.map(({ event }) => event.type),
  viewerUuids(answers.map(({ viewer }) => viewer)),
];

/**
 * The keys of those answers that their viewers have given before, of all days or of those before `day` alone. Cost: one
 * descent of the primary key for each.
 */
export const readGivenBefore = async (
  on: Pick<pg.ClientBase, 'query'>,
  answers: readonly ViewerAnswer[],
  day: string | null = null,
): Promise<Set<string>> => {
  if (answers.length === 0) return new Set();
  const { rows } = await on.query<{ place: number }>({
    name: day === null ? 'answers-given-before' : 'answers-given-before-a-day',
    text: `select asked.place::int
             from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[]) with ordinality
                  as asked (story_id, component_id, type, viewer, place)
            cross join lateral (select from first_answer f
              where f.story_id = asked.story_id and f.component_id = asked.component_id and f.type = asked.type
                and f.viewer = asked.viewer ${day === null ? '' : 'and f.day < $5::date'} limit 1) as held`,
    // The day is not in the key: whoever needs none reads the index alone.
    values: day === null ? keyColumns(answers) : [...keyColumns(answers), day],
  });
  return new Set(rows.map(({ place }) => answerKey(answers[place - 1]!)));
};

/** Remembers answers, in the order of their keys. */
export const writeFirstAnswers = async (on: pg.ClientBase, answers: ReadonlyMap<string, ViewerAnswer>) => {
  if (answers.size === 0) return;
  const rows = [...answers].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  await on.query({
    name: 'add-first-answers',
    text: `insert into first_answer (story_id, component_id, type, viewer, day)
           select * from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::date[]) on conflict do nothing`,
    values: [...keyColumns(rows), rows.map(({ event }) => isoDayOf(Math.floor(event.at / dayMs)))],
  });
};
